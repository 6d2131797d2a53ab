; A setting is a number, a text or missing, and a missing port means 80. Which setting makes the server listen on port 80
; although the file says something else?
(set-logic ALL)
(declare-datatype Setting ((missing) (number (of-number Int)) (text (of-text String))))
(declare-const s Setting)
(define-fun port ((s Setting)) Int
  (match s ((missing 80)
            ((number n) (ite (and (<= 1 n) (<= n 65535)) n 80))
            ((text t) (ite (= (str.to_int t) (- 1)) 80 (mod (str.to_int t) 65536))))))
(assert (= (port s) 80))
(assert (not ((_ is missing) s)))
(push)
(assert (and ((_ is text) s) (= (str.len (of-text s)) 5) (str.in_re (of-text s) (re.+ (re.range "1" "9")))))
(check-sat)
(get-value (s))
(pop)

; The text 65616 does: numbers are cut to sixteen bits. A number in its range that is not 80 does not.
(assert (and ((_ is number) s) (<= 1 (of-number s)) (<= (of-number s) 65535) (distinct (of-number s) 80)))
(check-sat)
