(set-info :status unsat)
(declare-fun t () String)
(declare-fun s () String)
(declare-fun u () String)
(assert
 (str.< s t))
(assert
 (str.< t u))
(assert
 (str.< u s))
(check-sat)
