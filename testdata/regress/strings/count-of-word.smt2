; Three pairs in seven letters.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.count x "ab") 3))
(assert (= (str.len x) 7))
(check-sat)
