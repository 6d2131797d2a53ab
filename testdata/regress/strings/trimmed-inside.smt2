; Blanks inside stay.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.trim x) "a b"))
(assert (= (str.len x) 7))
(check-sat)
