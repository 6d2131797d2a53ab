(set-info :status unsat)
(declare-fun u () String)
(declare-fun t () String)
(declare-fun s () String)
(assert
 (and (distinct s t u) true))
(assert
 (let ((?x118 (str.to_re "a")))
 (let ((?x119 ((_ re.loop 0 1) ?x118)))
 (str.in_re s ?x119))))
(assert
 (let ((?x118 (str.to_re "a")))
 (let ((?x119 ((_ re.loop 0 1) ?x118)))
 (str.in_re t ?x119))))
(assert
 (str.in_re u (re.opt (str.to_re "a"))))
(check-sat)
