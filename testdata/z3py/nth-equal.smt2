(set-info :status unsat)
(declare-fun s () String)
(declare-fun n () Int)
(assert
 (let ((?x34 (str.len s)))
 (> ?x34 1)))
(assert
 (let ((?x234 (seq.nth s n)))
 (= ?x234 (_ Char 107))))
(assert
 (= n (- (str.len s) 1)))
(assert
 (not (str.suffixof "k" s)))
(check-sat)
