; The meaning of the operators on arrays: every assertion holds in every model.
; Read by crates/tress/tests/eval_cases.rs; z3 answers sat on the whole file.
(set-logic ALL)

; select and store
(assert (= (select ((as const (Array Int Int)) 7) 3) 7))
(assert (= (select (store ((as const (Array Int Int)) 7) 3 8) 3) 8))
(assert (= (select (store ((as const (Array Int Int)) 7) 3 8) 4) 7))
(assert (= (select (store (store ((as const (Array Int Int)) 7) 3 8) 3 9) 3) 9))
(assert (= (select (store ((as const (Array String Bool)) false) "a" true) "a") true))

; equal functions are equal, however they were made
(assert (= (store ((as const (Array Int Int)) 0) 1 0) ((as const (Array Int Int)) 0)))
(assert (= (store (store ((as const (Array Int Int)) 0) 1 2) 3 4) (store (store ((as const (Array Int Int)) 0) 3 4) 1 2)))
(assert (= (store (store ((as const (Array Int Int)) 0) 1 2) 1 0) ((as const (Array Int Int)) 0)))
(assert (distinct ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1) (store ((as const (Array Int Int)) 0) 0 1)))

; over finitely many indices, the default may not matter
(assert (= (store (store ((as const (Array Bool Int)) 0) true 1) false 2) (store (store ((as const (Array Bool Int)) 9) false 2) true 1)))
(assert (= (store (store ((as const (Array Bool Int)) 0) true 1) false 1) ((as const (Array Bool Int)) 1)))
(assert (= (store ((as const (Array Bool Int)) 1) true 2) (store ((as const (Array Bool Int)) 2) false 1)))
(assert (= (store (store (store ((as const (Array (_ BitVec 2) Bool)) false) #b00 true) #b01 true) #b10 true)
           (store ((as const (Array (_ BitVec 2) Bool)) true) #b11 false)))
(assert (= (store (store ((as const (Array (_ BitVec 2) Int)) 5) #b00 6) #b01 6)
           (store (store ((as const (Array (_ BitVec 2) Int)) 6) #b10 5) #b11 5)))

; arrays of arrays
(assert (= (select (select (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 0)) 1 (store ((as const (Array Int Int)) 0) 2 3)) 1) 2) 3))
