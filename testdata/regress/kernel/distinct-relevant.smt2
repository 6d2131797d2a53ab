; The pairs of an asserted distinct matter although only the whole is a fact.
(set-info :status sat)
(set-logic QF_LRA)
(declare-const a Real)
(declare-const b Real)
(assert (distinct 5.0 a b))
(check-sat)
