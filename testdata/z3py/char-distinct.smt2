(set-info :status unsat)
(declare-fun d () Unicode)
(declare-fun c () Unicode)
(assert
 (and (distinct c d (_ Char 48)) true))
(assert
 (char.is_digit c))
(assert
 (char.is_digit d))
(assert
 (let ((?x48 (char.to_int c)))
 (<= ?x48 49)))
(assert
 (<= (char.to_int d) 49))
(check-sat)
