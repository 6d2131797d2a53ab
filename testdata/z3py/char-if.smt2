(set-info :status unsat)
(declare-fun d () Unicode)
(declare-fun c () Unicode)
(declare-fun p () Bool)
(declare-fun s () String)
(assert
 (= (ite p c d) (_ Char 113)))
(assert
 (= c (_ Char 97)))
(assert
 (= s (seq.unit (ite p d c))))
(assert
 (str.contains s "q"))
(check-sat)
