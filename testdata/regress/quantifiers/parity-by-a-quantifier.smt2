; Some multiple of two equals the length: a quantifier that says no more than divisible.
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "b"))))
(assert (> (str.len x) 3))
(assert (exists ((v Int)) (= (* v 2) (+ (str.len x) 1))))
(check-sat)
