; The lower end of a range is one character, or the range is empty.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.range y "c")))
(assert (= (str.len y) 2))
(check-sat)
