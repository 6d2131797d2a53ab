; Overwriting keeps the length.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (distinct (str.len (str.update x 2 "abc")) (str.len x)))
(check-sat)
