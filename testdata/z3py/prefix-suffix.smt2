(set-info :status sat)
(declare-fun t () String)
(declare-fun s () String)
(assert
 (str.prefixof s t))
(assert
 (str.suffixof s t))
(assert
 (and (distinct s t) true))
(assert
 (let ((?x34 (str.len s)))
 (= ?x34 2)))
(assert
 (let ((?x133 (str.len t)))
(= ?x133 3)))
(check-sat)
