(set-info :status unsat)
(declare-fun s () String)
(declare-fun n () Int)
(assert
 (let ((?x219 (str.from_int n)))
 (= ?x219 s)))
(assert
 (< n 0))
(assert
 (and (distinct s "") true))
(check-sat)
