; A comparison says less exactly for smaller words.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.compare x "b") 1))
(assert (str.<= x "b"))
(check-sat)
