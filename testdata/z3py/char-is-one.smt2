(set-info :status unsat)
(declare-fun s () String)
(declare-fun c () Unicode)
(assert
 (let ((?x44 (seq.unit c)))
 (= ?x44 s)))
(assert
 (let ((?x34 (str.len s)))
(and (distinct ?x34 1) true)))
(check-sat)
