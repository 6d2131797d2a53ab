; Symbols that occur once decide the terms around them; an empty needle occurs everywhere.
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert (not (str.contains x y)))
(assert (= (str.len y) (* 2 n)))
(assert (< n 1))
(check-sat)
