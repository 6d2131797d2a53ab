; Stores at all indices leave nothing of a constant array: what holds almost everywhere holds only where indices are many.
(set-info :status sat)
(set-logic ALL)
(declare-const p Bool)
(assert (not p))
(assert (= (store (store ((as const (Array Bool Bool)) p) true true) false true) ((as const (Array Bool Bool)) true)))
(check-sat)
