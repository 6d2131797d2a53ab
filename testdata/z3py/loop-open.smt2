(set-info :status unsat)
(declare-fun s () String)
(assert
 (let ((?x213 ((_ re.loop 3) re.allchar)))
 (str.in_re s ?x213)))
(assert
 (let ((?x34 (str.len s)))
(< ?x34 3)))
(check-sat)
