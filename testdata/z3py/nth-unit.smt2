(set-info :status unsat)
(declare-fun t () String)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (= (seq.unit (seq.nth s n)) (str.substr t 1 1)))
(assert
 (= t "yz"))
(assert
 (= n (- (str.len s) 2)))
(assert
 (let ((?x34 (str.len s)))
 (= ?x34 3)))
(assert
 (let ((?x31 (str.at s 1)))
(and (distinct ?x31 "z") true)))
(check-sat)
