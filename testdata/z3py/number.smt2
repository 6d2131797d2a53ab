(set-info :status sat)
(declare-fun s () String)
(declare-fun t () String)
(declare-fun n () Int)
(declare-fun m () Int)
(assert
 (let ((?x216 (str.to_int s)))
 (= ?x216 42)))
(assert
 (let ((?x34 (str.len s)))
 (= ?x34 4)))
(assert
 (let ((?x219 (str.from_int n)))
 (= ?x219 t)))
(assert
 (let ((?x216 (str.to_int s)))
 (= n ?x216)))
(assert
 (let ((?x133 (str.len t)))
(= ?x133 m)))
(check-sat)
