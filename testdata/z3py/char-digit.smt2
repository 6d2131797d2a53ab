(set-info :status sat)
(declare-fun c () Unicode)
(declare-fun d () Unicode)
(declare-fun s () String)
(assert
 (char.is_digit c))
(assert
 (let ((?x48 (char.to_int c)))
 (> ?x48 55)))
(assert
 (char.<= d c))
(assert
 (char.<= (_ Char 57) d))
(assert
 (let ((?x54 (seq.unit d)))
(let ((?x44 (seq.unit c)))
(let ((?x55 (str.++ ?x44 ?x54)))
(= ?x55 s)))))
(check-sat)
