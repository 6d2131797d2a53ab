(set-info :status unsat)
(declare-fun s () String)
(assert
 (str.in_re s (re.inter (re.* (str.to_re "ab")) (re.* (str.to_re "abab")))))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 6)))
(check-sat)
