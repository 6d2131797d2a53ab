; A word that ends in ab does not have its last b in front.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.last_indexof x "b") 0))
(assert (str.suffixof "ab" x))
(check-sat)
