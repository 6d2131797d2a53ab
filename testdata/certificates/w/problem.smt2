(declare-const x String)
(declare-const y String)
(assert false)
(check-sat)
