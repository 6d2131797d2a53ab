(set-info :status sat)
(declare-fun s () String)
(assert
 (let ((?x226 (seq.nth s 0)))
 (= ?x226 (_ Char 104))))
(assert
 (let ((?x229 (seq.nth s 1)))
 (= ?x229 (seq.nth s 2))))
(assert
 (let ((?x226 (seq.nth s 0)))
 (let ((?x229 (seq.nth s 1)))
 (and (distinct ?x229 ?x226) true))))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 3)))
(check-sat)
