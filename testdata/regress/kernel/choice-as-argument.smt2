; The equation of a choice with its branch was never decided, as the condition decides it; but the
; function must know whether its arguments are equal.
(set-info :status sat)
(set-logic QF_UFLIA)
(declare-const v Int)
(declare-const p Bool)
(declare-fun f (Int) Int)
(declare-fun g (Bool) Int)
(assert (= (f v) 5))
(assert (= (f (ite p (g true) v)) 17))
(check-sat)
