; A word occurs in every word that begins with it.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (forall ((w String)) (=> (str.prefixof x w) (str.contains w x))))
(check-sat)
