; A strict bound leaves a gap; the number chosen inside of it must keep the equation false.
(set-info :status sat)
(set-logic QF_LIRA)
(declare-const r Real)
(assert (not (is_int (+ r 1.0))))
(check-sat)
