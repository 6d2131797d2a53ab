(declare-const y Real)
(assert (> (* y y) 12))
(check-sat)
