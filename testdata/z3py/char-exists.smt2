(set-info :status sat)
(declare-fun s () String)
(assert
 (exists ((c Unicode) )(and (= (seq.unit c) s) (char.is_digit c)))
 )
(assert
 (let ((?x34 (str.len s)))
(= ?x34 1)))
(check-sat)
