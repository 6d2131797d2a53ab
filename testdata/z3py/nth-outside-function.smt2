(set-info :status unsat)
(declare-fun m () Int)
(declare-fun t () String)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (let ((?x234 (seq.nth s n)))
 (and (distinct ?x234 (seq.nth t m)) true)))
(assert
 (= s t))
(assert
 (= n m))
(check-sat)
