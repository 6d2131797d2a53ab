; Four numbers that differ are no harder than their pairs.
(set-info :status sat)
(declare-const n Int)
(declare-const x String)
(declare-const y String)
(assert (distinct n (str.to_int x) (str.indexof x y 0) 3))
(check-sat)
