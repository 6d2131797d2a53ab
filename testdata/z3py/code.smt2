(set-info :status sat)
(declare-fun s () String)
(declare-fun t () String)
(declare-fun n () Int)
(declare-fun u () String)
(assert
 (= (str.to_code s) 233))
(assert
 (= (str.from_code n) t))
(assert
 (= n 97))
(assert
 (let ((?x96 (str.++ s t)))
(= ?x96 u)))
(check-sat)
