; Two spellings of one language.
(set-logic ALL)
(set-info :status unsat)
(assert (distinct (re.++ (re.* (str.to_re "ab")) (str.to_re "a")) (re.++ (str.to_re "a") (re.* (str.to_re "ba")))))
(check-sat)
