(set-info :status unsat)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (= (str.indexof s "" n) 4))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 3)))
(check-sat)
