; Truth values that only help, below choices.
(set-info :status sat)
(declare-const a Bool)
(declare-const b Bool)
(declare-const x String)
(declare-const y String)
(assert (ite (= x y) (and a (= x "a")) (and a b (= y "b"))))
(assert (or (not (= x "a")) a))
(check-sat)
