; Two single replacements are all of them in words shorter than three.
(set-info :status unsat)
(declare-const x String)
(assert (not (= (str.replace (str.replace x "a" "b") "a" "b") (str.replace_all x "a" "b"))))
(assert (< (str.len x) 3))
(check-sat)
