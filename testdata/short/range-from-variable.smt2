; A range of characters whose lower end is to be found.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.+ (re.range y "c"))))
(assert (= (str.len x) 3))
(check-sat)
