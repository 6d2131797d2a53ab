; What holds of all ways to cut a word holds of the one behind its first character.
(set-info :status unsat)
(declare-const x String)
(assert (forall ((v String) (w String)) (=> (= (str.++ v w) x) (= (str.++ w v) x))))
(assert (str.contains x "ab"))
(check-sat)
