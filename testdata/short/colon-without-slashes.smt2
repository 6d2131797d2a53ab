; Not every word with a colon holds a colon and two slashes.
(set-logic ALL)
(set-info :status unsat)
(assert (forall ((w String)) (=> (str.contains w ":") (str.contains w "://"))))
(check-sat)
