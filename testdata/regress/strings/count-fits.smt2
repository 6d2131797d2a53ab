; Three pairs do not fit into five letters.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.count x "ab") 3))
(assert (< (str.len x) 6))
(check-sat)
