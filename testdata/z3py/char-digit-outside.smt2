(set-info :status unsat)
(declare-fun c () Unicode)
(assert
 (char.is_digit c))
(assert
 (char.<= (_ Char 58) c))
(check-sat)
