(set-info :status sat)
(declare-fun t () String)
(declare-fun s () String)
(assert
 (let ((?x96 (str.++ s t)))
 (= ?x96 "abcabc")))
(assert
 (= s t))
(check-sat)
