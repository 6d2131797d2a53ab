(set-info :status unsat)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (= (seq.last_indexof s "") n))
(assert
 (let ((?x34 (str.len s)))
(and (distinct ?x34 n) true)))
(check-sat)
