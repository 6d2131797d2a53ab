; Two limits of a sum meet, and the value is used elsewhere.
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (>= (+ (str.len x) (str.len y)) 3))
(assert (<= (+ (str.len x) (str.len y)) 3))
(assert (= (mod (+ (str.len x) (str.len y)) 2) 0))
(check-sat)
