(set-info :status sat)
(declare-fun u () String)
(declare-fun t () String)
(declare-fun s () String)
(declare-fun n () Int)
(assert
 (= (ite (> n 3) s t) u))
(assert
 (= s "left"))
(assert
 (= t "right"))
(assert
 (let ((?x173 (str.len u)))
(= ?x173 n)))
(check-sat)
