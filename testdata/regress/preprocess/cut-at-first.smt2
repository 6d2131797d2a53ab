; A word that is cut at its first "=": the position is the length of what stands before.
(set-info :status unsat)
(declare-const x String)
(assert (str.contains x "="))
(assert (str.contains (str.substr x 0 (str.indexof x "=" 0)) "="))
(check-sat)
