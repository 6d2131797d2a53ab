(set-info :status sat)
(declare-fun n () Int)
(declare-fun s () String)
(assert
 (let ((?x142 (str.substr s n 2)))
 (= ?x142 "yz")))
(assert
 (> n 0))
(assert
 (let ((?x34 (str.len s)))
 (= ?x34 (+ n 2))))
(assert
 (let ((?x16 (re.range "a" "z")))
(let ((?x20 (re.+ ?x16)))
(str.in_re s ?x20))))
(check-sat)
