; A counter waits one step more after every failure: 1 + 2 + ... + n seconds. After how many failures does it wait 5050 seconds,
; and does it ever wait exactly 100?
(set-logic ALL)
(define-fun-rec waited ((n Int)) Int (ite (<= n 0) 0 (+ n (waited (- n 1)))))
(declare-const n Int)
(push)
(assert (= (waited n) 5050))
(check-sat)
(get-value (n))
(pop)
(assert (= (waited n) 100))
(check-sat)
