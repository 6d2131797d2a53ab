; The first "aa" of "aaa" is at 0: what stands before may not end with "a".
(set-info :status unsat)
(declare-const x String)
(assert (str.contains x "aa"))
(assert (str.prefixof "aaa" x))
(assert (= (str.indexof x "aa" 0) 1))
(check-sat)
