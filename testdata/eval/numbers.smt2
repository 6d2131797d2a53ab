; The meaning of the operators on Int and Real: every assertion holds in every model.
; Division by zero is any function of the dividend, so nothing about its value stands here.
; Read by crates/tress/tests/eval_cases.rs; cvc5 answers sat on the whole file, z3 without divisible.
(set-logic ALL)

; + and * take any number of arguments; - groups to the left and negates a single argument
(assert (= (+ 1 2 3) 6))
(assert (= (+ 1 (- 1)) 0))
(assert (= (- 5) (- 0 5)))
(assert (= (- (- 5)) 5))
(assert (= (- 10 3 4) 3))
(assert (= (* 2 3 7) 42))
(assert (= (* (- 2) 3) (- 6)))
(assert (= (* 0 (- 3)) 0))
(assert (= (+ 0.5 0.25) 0.75))
(assert (= (- 0.5 0.75) (- 0.25)))
(assert (= (* 0.5 0.5) 0.25))

; numbers have no largest value
(assert (= (* 18446744073709551616 18446744073709551616) 340282366920938463463374607431768211456))
(assert (= (+ 9223372036854775807 1) 9223372036854775808))
(assert (= (- (- 9223372036854775807) 2) (- 9223372036854775809)))

; div and mod: a = b * (div a b) + (mod a b), and 0 <= (mod a b) < |b|
(assert (= (div 7 2) 3))
(assert (= (div (- 7) 2) (- 4)))
(assert (= (div 7 (- 2)) (- 3)))
(assert (= (div (- 7) (- 2)) 4))
(assert (= (div 100 7 2) 7))
(assert (= (div 0 5) 0))
(assert (= (mod 7 2) 1))
(assert (= (mod (- 7) 2) 1))
(assert (= (mod 7 (- 2)) 1))
(assert (= (mod (- 7) (- 2)) 1))
(assert (= (mod 6 3) 0))
(assert (= (mod (- 340282366920938463463374607431768211457) 340282366920938463463374607431768211456) 340282366920938463463374607431768211455))

; division by zero is some number, the same for the same dividend
(assert (= (div 3 0) (div 3 0)))
(assert (= (mod 3 0) (mod 3 (- 2 2))))
(assert (= (/ 3.0 0.0) (/ 3.0 (- 1.0 1.0))))

; abs
(assert (= (abs (- 3)) 3))
(assert (= (abs 0) 0))
(assert (= (abs 3) 3))

; /
(assert (= (/ 1.0 2.0) 0.5))
(assert (= (/ 1.0 3.0) (/ 2.0 6.0)))
(assert (= (/ 12.0 2.0 3.0) 2.0))
(assert (= (/ (- 1.0) (- 4.0)) 0.25))
(assert (distinct (/ 1.0 3.0) 0.333333333333333333))

; comparisons chain
(assert (<= 1 1 2))
(assert (not (<= 1 3 2)))
(assert (< (- 1) 0 1))
(assert (not (< 1 1)))
(assert (>= 2 1 1))
(assert (not (>= 1 2)))
(assert (> 3 2 1))
(assert (not (> 2 2)))
(assert (< 0.333 (/ 1.0 3.0) 0.334))
(assert (<= 0.5 0.5))
(assert (>= 0.5 (- 0.5)))
(assert (> 0.5 (- 0.5)))

; divisible; z3 does not know it
(assert ((_ divisible 3) 9))
(assert ((_ divisible 3) (- 9)))
(assert ((_ divisible 3) 0))
(assert (not ((_ divisible 3) 10)))
(assert ((_ divisible 1) 7))

; to_real, to_int (rounds down), is_int
(assert (= (to_real 3) 3.0))
(assert (= (to_real (- 3)) (- 3.0)))
(assert (= (to_int 2.5) 2))
(assert (= (to_int (- 2.5)) (- 3)))
(assert (= (to_int (- 2.0)) (- 2)))
(assert (is_int 2.0))
(assert (not (is_int 2.5)))
(assert (is_int (- 2.0)))
(check-sat)
