; A word three times.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.repeat x 3) "ababab"))
(check-sat)
