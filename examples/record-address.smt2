; HOST:PORT is read by taking what stands before the first colon for the host, and by another library what stands before
; the last one. For which address do the two disagree while both find a port?
(set-logic ALL)
(declare-datatypes ((Port 0) (Address 0)) (((none) (port (number Int))) ((address (host String) (at Port)))))
(declare-const text String)
(declare-const first Address)
(declare-const last Address)
(define-fun port-of ((digits String)) Port
  (ite (str.in_re digits (re.+ (re.range "0" "9"))) (port (str.to_int digits)) none))
(define-fun read-at ((t String) (i Int)) Address
  (address (str.substr t 0 i) (port-of (str.substr t (+ i 1) (str.len t)))))
(assert (= first (read-at text (str.indexof text ":" 0))))
(assert (= last (read-at text (- (- (str.len text) 1) (str.indexof (str.rev text) ":" 0)))))
(assert (str.contains text ":"))
(push)
(assert (and ((_ is port) (at first)) ((_ is port) (at last)) (distinct first last)))
(check-sat)
(pop)

; Never: a port that the first one finds holds no colon. But the second one may find a port where the first finds none.
(assert (and ((_ is none) (at first)) ((_ is port) (at last)) (= (number (at last)) 80) (= (host first) "safe")))
(check-sat)
(get-value (text (host last)))
