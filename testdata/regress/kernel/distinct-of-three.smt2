; Three that differ are no harder than their pairs.
(set-info :status sat)
(declare-const x String)
(assert (distinct x (str.replace x "a" "b") "c"))
(check-sat)
