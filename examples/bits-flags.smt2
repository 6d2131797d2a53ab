; A filter drops packets whose flags ask for a new connection: it compares the byte with SYN. The system behind it looks at
; the bit alone. Which flags get past the filter and open a connection?
(set-logic ALL)
(declare-const flags (_ BitVec 8))
(define-fun fin () (_ BitVec 8) #x01)
(define-fun syn () (_ BitVec 8) #x02)
(define-fun ack () (_ BitVec 8) #x10)
(define-fun opens ((f (_ BitVec 8))) Bool (and (= (bvand f syn) syn) (= (bvand f ack) #x00)))
(push)
(assert (and (opens flags) (distinct flags syn)))
(assert (= (bvand flags (bvnot (bvor fin syn))) #x00))
(check-sat)
(get-value (flags))
(pop)

; SYN together with FIN. A filter that looks at the bits as the system does lets none through.
(assert (and (opens flags) (not (= (bvand flags (bvor syn ack)) syn))))
(check-sat)
