; A shop takes two coupons off one after the other and refuses totals below zero, but counts a percentage of the price before the
; first one. How little can be paid for 80 coins?
(set-logic ALL)
(declare-const percent Int)
(declare-const fixed Int)
(declare-const paid Int)
(assert (or (= percent 0) (= percent 10) (= percent 50)))
(assert (and (<= 0 fixed) (<= fixed 30)))
(assert (= paid (- 80 fixed (div (* 80 percent) 100))))
(assert (>= paid 0))
(minimize paid)
(check-sat)
(get-value (percent fixed paid))
