; Digits after a sign spell a negative number.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (= x (str.from_int_signed n)))
(assert (< n 0))
(assert (not (str.prefixof "-" x)))
(check-sat)
