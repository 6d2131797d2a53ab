; Changing the case keeps the length.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (distinct (str.len x) (str.len (str.to_upper x))))
(check-sat)
