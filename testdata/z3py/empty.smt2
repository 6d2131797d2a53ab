(set-info :status unsat)
(declare-fun s () String)
(declare-fun t () String)
(assert
 (= s ""))
(assert
 (let ((?x131 (str.++ s s)))
 (= t ?x131)))
(assert
 (let ((?x133 (str.len t)))
(> ?x133 0)))
(check-sat)
