(set-info :status sat)
(declare-fun s () String)
(assert
 (forall ((m Int) )(let ((?x156 (str.at s m)))
 (let (($x157 (= ?x156 "a")))
 (=> (and (>= m 0) (< m (str.len s))) $x157))))
 )
(assert
 (let ((?x34 (str.len s)))
(= ?x34 2)))
(check-sat)
