(set-info :status sat)
(declare-fun t () String)
(declare-fun s () String)
(declare-fun u () String)
(assert
 (str.< s t))
(assert
 (str.< t u))
(assert
 (str.<= u "b"))
(assert
 (str.< "a" s))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 2)))
(check-sat)
