(set-info :status sat)
(declare-fun s () String)
(assert
 (let ((?x16 (re.range "a" "z")))
 (let ((?x20 (re.+ ?x16)))
 (let ((?x29 (re.++ (re.++ (re.++ ?x20 (str.to_re "@")) ?x20) (re.+ (re.++ (str.to_re ".") ?x20)))))
 (str.in_re s ?x29)))))
(assert
 (str.suffixof ".org" s))
(assert
 (let ((?x34 (str.len s)))
(<= ?x34 8)))
(check-sat)
