(define-fun x ((p Int)) Int (let ((.s0 0)) (mod 0 .s0)))
(assert (= (x 4) 5))
(check-sat)
