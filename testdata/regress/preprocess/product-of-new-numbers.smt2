; The factors occur nowhere but in the product.
(set-info :status sat)
(set-logic QF_NIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (> (* a b) 3))
(assert (< (mod (* a 7) c) 5))
(check-sat)
