(declare-const x String)
(assert (= (str.++ x "a") "b"))
(assert (= (str.len (str.++ x "a")) 2))
(check-sat)
