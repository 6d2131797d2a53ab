; What does not fit is cut off.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.update x 2 "abc") "xyab"))
(assert (str.suffixof "zz" x))
(check-sat)
