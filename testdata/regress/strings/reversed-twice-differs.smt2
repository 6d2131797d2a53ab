; Two words with one reversal are equal.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.rev x) (str.rev y)))
(assert (distinct x y))
(check-sat)
