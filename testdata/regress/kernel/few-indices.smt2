; Arrays over three indices were read at all of them, and nobody looked at what that said.
(set-info :status sat)
(set-logic ALL)
(declare-datatypes ((E 0)) (((e0) (e1) (e2))))
(declare-const a (Array E Int))
(declare-const b (Array E Int))
(assert (distinct a b))
(check-sat)
