(set-info :status sat)
(declare-fun s () String)
(assert
 (let ((?x31 (str.at s 1)))
 (= ?x31 "b")))
(assert
 (let ((?x34 (str.len s)))
 (= ?x34 3)))
(assert
 (str.prefixof "a" s))
(check-sat)
