; A square leaves 0 or 1 when it is divided by 4.
(set-info :status unsat)
(declare-const n Int)
(assert (= (mod (* n n) 4) 3))
(check-sat)
