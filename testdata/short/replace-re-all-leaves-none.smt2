; When every match of a becomes b, no a is left.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.contains (str.replace_re_all x (str.to_re "a") "b") "a"))
(check-sat)
