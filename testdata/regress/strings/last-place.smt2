; The last of several places.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.last_indexof x "ab") 3))
(assert (= (str.len x) 8))
(assert (str.contains x "abab"))
(check-sat)
