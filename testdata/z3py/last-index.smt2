(set-info :status sat)
(declare-fun s () String)
(assert
 (= (seq.last_indexof s "a") 3))
(assert
 (= (str.indexof s "a" 0) 1))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 5)))
(check-sat)
