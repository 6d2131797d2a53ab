; Five rules for passwords contradict each other. Which of them can stay, when the long ones matter most?
(set-logic ALL)
(declare-const password String)
(define-fun has ((r RegLan)) Bool (str.in_re password (re.++ re.all r re.all)))
(assert (str.in_re password (re.+ (re.union (re.range "a" "z") (re.range "0" "9")))))
(assert-soft (>= (str.len password) 12) :weight 5 :id lost)
(assert-soft (<= (str.len password) 8) :weight 1 :id lost)
(assert-soft (has (re.range "0" "9")) :weight 2 :id lost)
(assert-soft (has (re.range "A" "Z")) :weight 3 :id lost)
(assert-soft (not (has (str.to_re "aa"))) :weight 1 :id lost)
(check-sat)
(get-objectives)

; Only small letters and digits can be typed, so the capital goes, and the short limit goes with it.
(get-value ((>= (str.len password) 12) (has (re.range "0" "9"))))
