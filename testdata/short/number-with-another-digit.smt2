; Forty-two is not written with a 3.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.to_int x) 42))
(assert (str.contains x "3"))
(check-sat)
