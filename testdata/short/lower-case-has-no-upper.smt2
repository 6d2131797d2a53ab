; A text in lower case holds no A.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.contains (str.to_lower x) "A"))
(check-sat)
