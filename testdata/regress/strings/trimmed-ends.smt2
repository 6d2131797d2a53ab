; A trimmed word does not begin with a blank.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.prefixof " " (str.trim x)))
(check-sat)
