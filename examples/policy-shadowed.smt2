; A firewall takes the first rule that matches. Rule 3 was written for one mail server. Does it ever decide anything?
(set-logic ALL)
(declare-const source (_ BitVec 32))
(declare-const port Int)
(define-fun in-net ((a (_ BitVec 32)) (net (_ BitVec 32)) (mask (_ BitVec 32))) Bool (= (bvand a mask) net))
; 10.0.0.0/8, 10.1.0.0/16 and 10.1.2.3.
(define-fun rule1 () Bool (and (in-net source #x0a010000 #xffff0000) (= port 25)))
(define-fun rule2 () Bool (in-net source #x0a000000 #xff000000))
(define-fun rule3 () Bool (and (= source #x0a010203) (= port 587)))
(assert (<= 0 port 65535))
(push)
(assert (and rule3 (not rule1) (not rule2)))
(check-sat)
(pop)

; It does not. Which of the two before it is to blame?
(push)
(assert (and rule3 (not rule1)))
(check-sat)
(pop)
(assert (and rule3 (not rule2)))
(check-sat)
