; A message has a type byte, a length in two bytes and its content; the answer sends back as many bytes as the length says.
; Can it send more than came?
(set-logic ALL)
(declare-const high (_ BitVec 8))
(declare-const low (_ BitVec 8))
(declare-const content String)
(define-fun announced () Int (ubv_to_int (concat high low)))
(assert (<= (str.len content) 16))
(push)
(assert (> announced (str.len content)))
(maximize (- announced (str.len content)))
(check-sat)
(get-value (high low content))
(pop)

; It can, by 65535 bytes. With the comparison that was missing it cannot.
(assert (<= (+ 3 announced) (+ 3 (str.len content))))
(assert (> announced (str.len content)))
(check-sat)
