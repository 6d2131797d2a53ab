(set-info :status sat)
(declare-fun s () String)
(assert
 (let ((?x16 (re.range "a" "z")))
 (let ((?x20 (re.+ ?x16)))
 (str.in_re s (re.diff (re.+ (re.union ?x16 (re.range "0" "9"))) ?x20)))))
(assert
 (let ((?x34 (str.len s)))
(= ?x34 2)))
(check-sat)
