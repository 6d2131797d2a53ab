; Division by zero is any function, also inside of a language: it is not known to be zero.
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re (str.++ x y) (re.++ (str.to_re (str.from_int (div 5 0))) (re.* (str.to_re "ab")))))
(assert (not (str.prefixof "0" x)))
(assert (> (str.len x) 1))
(check-sat)
