; Words that are at most each other are equal.
(set-info :status unsat)
(declare-const T String)
(declare-const U String)
(assert (not (and (str.<= (str.++ T U (str.substr U 0 (str.len U))) (str.++ T U U)) (str.<= (str.++ T U U) (str.++ T U U)))))
(check-sat)
