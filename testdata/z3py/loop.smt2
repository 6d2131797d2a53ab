(set-info :status sat)
(declare-fun s () String)
(assert
 (str.in_re s ((_ re.loop 2 3) (re.union (str.to_re "ab") (str.to_re "c")))))
(assert
 (not (str.contains s "c")))
(assert
 (let ((?x34 (str.len s)))
(> ?x34 4)))
(check-sat)
