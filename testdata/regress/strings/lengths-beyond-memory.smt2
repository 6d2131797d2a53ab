; Lengths that no word in memory has once counted as zero, and two strings that must differ seemed
; to be equal: the answer was unsat. The problem is satisfiable, but its words cannot be written.
(set-info :status unknown)
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (> (str.len x) 18446744073709551616))
(assert (> (str.len y) 18446744073709551616))
(assert (not (= (str.++ x y) (str.++ y x))))
(check-sat)
