; A server looks for "/" in bytes, and decodes them afterwards. Its decoder takes two bytes of UTF-8 by their bits alone. Which
; two bytes are a slash that the check does not see?
(set-logic ALL)
(declare-const first (_ BitVec 8))
(declare-const second (_ BitVec 8))
(define-fun decoded () Int (ubv_to_int (concat ((_ extract 4 0) first) ((_ extract 5 0) second))))
(assert (= ((_ extract 7 5) first) #b110))
(assert (= ((_ extract 7 6) second) #b10))
(assert (and (distinct first #x2f) (distinct second #x2f)))
(assert (= (str.from_code decoded) "/"))
(push)
(check-sat)
(get-value (first second))
(pop)

; A decoder that refuses numbers which need only one byte has no such bytes.
(assert (>= decoded 128))
(check-sat)
