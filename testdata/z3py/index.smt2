(set-info :status sat)
(declare-fun t () String)
(declare-fun s () String)
(assert
 (= (str.indexof s t 0) 2))
(assert
 (= (str.indexof s t 3) 5))
(assert
 (= t "ab"))
(check-sat)
