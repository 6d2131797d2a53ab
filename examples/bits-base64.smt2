; Base64 writes six bits as one character. Which first byte makes an encoded text begin with "P"?
(set-logic ALL)
(declare-const byte (_ BitVec 8))
(declare-const letter String)
(define-fun of-sextet ((v (_ BitVec 6))) String
  (str.from_code
    (ite (bvult v #b011010) (+ 65 (ubv_to_int v))
      (ite (bvult v #b110100) (+ 71 (ubv_to_int v))
        (ite (bvult v #b111110) (- (ubv_to_int v) 4)
          (ite (= v #b111110) 43 47))))))
(assert (= letter (of-sextet ((_ extract 7 2) byte))))
(push)
(assert (and (= letter "P") (= (str.from_code (ubv_to_int byte)) "<")))
(check-sat)
(get-value (byte))
(pop)

; "<" does. No byte gives a letter outside of the alphabet.
(assert (not (str.in_re letter (re.union (re.range "A" "Z") (re.range "a" "z") (re.range "0" "9") (str.to_re "+") (str.to_re "/")))))
(check-sat)
