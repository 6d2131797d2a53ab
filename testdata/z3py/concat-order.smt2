(set-info :status unsat)
(declare-fun s () String)
(assert
 (= (str.++ s "a") (str.++ "b" s)))
(check-sat)
