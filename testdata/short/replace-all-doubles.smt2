; A letter that becomes two: what may the text have been?
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.replace_all x "a" "bb") "bbc"))
(assert (< 1 (str.len x)))
(check-sat)
