; All occurrences of a letter become the whole word: the lengths are products of unknowns.
(declare-const x String)
(declare-const n Int)
(assert (= (str.++ x "095") (str.replace_all x (str.from_code n) x)))
(set-info :status sat)
(check-sat)
