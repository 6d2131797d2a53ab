; A word that spells zero is not empty.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-fun s () String)
(declare-fun t () String)
(assert (= (str.to_int s) (str.to_int t)))
(assert (< (- 1) (str.to_int t) 1))
(assert (= (+ (str.len s) (str.len t)) 1))
(check-sat)
