; Of two different words one comes first.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (distinct x y))
(assert (not (str.< x y)))
(assert (not (str.< y x)))
(check-sat)
