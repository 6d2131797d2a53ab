(set-info :status sat)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (let ((?x234 (seq.nth s n)))
 (= ?x234 (_ Char 107))))
(assert
 (not (str.contains s "k")))
(assert
 (let ((?x34 (str.len s)))
(let (($x244 (>= n ?x34)))
(let (($x224 (< n 0)))
(or $x224 $x244)))))
(check-sat)
