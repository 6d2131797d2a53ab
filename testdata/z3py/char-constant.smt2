(set-info :status sat)
(declare-fun c () Unicode)
(declare-fun s () String)
(assert
 (= c (_ Char 120)))
(assert
 (let ((?x44 (seq.unit c)))
 (= ?x44 s)))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 1)))
(check-sat)
