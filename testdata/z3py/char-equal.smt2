(set-info :status unsat)
(declare-fun d () Unicode)
(declare-fun c () Unicode)
(declare-fun s () String)
(declare-fun t () String)
(assert
 (and (distinct c d) true))
(assert
 (let ((?x44 (seq.unit c)))
 (let ((?x60 (str.++ ?x44 "b")))
 (= ?x60 s))))
(assert
 (let ((?x54 (seq.unit d)))
 (let ((?x62 (str.++ ?x54 "b")))
 (= ?x62 t))))
(assert
 (= s t))
(check-sat)
