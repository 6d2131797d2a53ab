(set-info :status unsat)
(declare-fun s () String)
(declare-fun length_of (String) Int)
(declare-fun t () String)
(declare-fun twice (String) String)
(assert
 (let ((?x34 (str.len s)))
 (= (length_of s) ?x34)))
(assert
 (= s t))
(assert
 (let ((?x151 (length_of t)))
 (= ?x151 3)))
(assert
 (let ((?x131 (str.++ s s)))
 (= (twice s) ?x131)))
(assert
 (let ((?x163 (twice t)))
(let ((?x164 (str.len ?x163)))
(and (distinct ?x164 6) true))))
(check-sat)
