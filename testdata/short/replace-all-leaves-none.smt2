; When every a is replaced by b, no a is left.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.contains (str.replace_all x "a" "b") "a"))
(check-sat)
