(set-info :status unsat)
(declare-fun s () String)
(assert
 (let ((?x39 (str.at s 5)))
 (= ?x39 "b")))
(assert
 (let ((?x34 (str.len s)))
(<= ?x34 5)))
(check-sat)
