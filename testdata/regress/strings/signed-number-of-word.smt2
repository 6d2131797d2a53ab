; A word with a sign and digits is negative or zero.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.prefixof "-" x))
(assert (> (str.to_int_signed x) 0))
(check-sat)
