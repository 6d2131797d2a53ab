; The meaning of the Core operators: every assertion holds in every model. Edge cases first.
; Read by crates/tress/tests/eval_cases.rs; z3 and cvc5 answer sat on the whole file.
(set-logic ALL)

; not
(assert (not false))
(assert (= (not true) false))

; and, or
(assert (and true true true))
(assert (= (and true true false) false))
(assert (= (and false true) false))
(assert (or false false true))
(assert (= (or false false) false))

; xor groups to the left: true when an odd number of arguments is
(assert (xor true false))
(assert (= (xor true true) false))
(assert (xor true true true))
(assert (= (xor true true true true) false))

; => groups to the right
(assert (=> false false))
(assert (=> false true))
(assert (= (=> true false) false))
(assert (=> true false true))
(assert (=> false true false))
(assert (= (=> true true false) false))
(assert (=> (=> false true) true))
(assert (= (=> (=> false true) false) false))

; = chains; on Bool it is equivalence
(assert (= true true true))
(assert (= (= true true false) false))
(assert (= (= 1 2) false))
(assert (= 1 1 1))
(assert (= (= 1 1 2) false))
(assert (= "" ""))
(assert (= (= "a" "A") false))
(assert (= (= "a" "aa") false))
(assert (= 1.5 (/ 3.0 2.0)))

; distinct means pairwise, not just neighbours
(assert (distinct 1 2 3))
(assert (= (distinct 1 2 1) false))
(assert (distinct "" "a" "b"))
(assert (distinct true false))
(assert (= (distinct true false true) false))

; ite
(assert (= (ite true 1 2) 1))
(assert (= (ite false 1 2) 2))
(assert (= (ite (= "a" "b") "yes" "no") "no"))

; let binds at the same time, not one after the other
(assert (let ((x 1) (y 2)) (let ((x y) (y x)) (and (= x 2) (= y 1)))))
(check-sat)
