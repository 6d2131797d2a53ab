; Example 1.1 of Hooimeijer (2012): a square and its positive root.
(set-logic ALL)
(set-info :status sat)
(declare-const x Int)
(assert (= (* x x) 25))
(assert (> x 0))
(check-sat)
(get-value (x))
