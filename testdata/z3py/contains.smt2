(set-info :status sat)
(declare-fun s () String)
(declare-fun t () String)
(assert
 (str.contains s "x"))
(assert
 (not (str.contains s t)))
(assert
 (= t "xx"))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 4)))
(check-sat)
