; Nothing stands before the first match.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.indexof_re x (re.range "0" "9") 0) 2))
(assert (str.is_digit (str.at x 1)))
(check-sat)
