; Two letters for one: the length grows by the number of replacements.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (> (str.len (str.replace_all x "a" "bb")) (* 2 (str.len x))))
(check-sat)
