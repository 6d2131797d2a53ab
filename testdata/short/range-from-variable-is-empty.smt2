; No range ends before it begins.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.range y "c")))
(assert (str.< "c" y))
(check-sat)
