; A form sends a value as JSON, and the server compares it as text with the number it knows. Which values pass as 0 for the
; server, but are not the number 0?
(set-logic ALL)
(declare-datatype Json ((null) (truth (is-true Bool)) (number (n Int)) (str (s String))))
(declare-const v Json)
; The loose comparison of the server: null, false, an empty text and texts of zeros all count as 0.
(define-fun as-number ((v Json)) Int
  (match v ((null 0)
            ((truth b) (ite b 1 0))
            ((number n) n)
            ((str s) (ite (= s "") 0 (str.to_int s))))))
(assert (= (as-number v) 0))
(assert (not ((_ is number) v)))
(push)
(assert (and ((_ is str) v) (distinct (s v) "" "0")))
(minimize (str.len (s v)))
(check-sat)
(get-value (v))
(pop)
(push)
(assert (and ((_ is truth) v) (is-true v)))
(check-sat)
(pop)

; When only numbers and texts of digits without a leading zero are read, nothing but "0" is left.
(assert (and ((_ is str) v) (str.in_re (s v) (re.union (str.to_re "0") (re.++ (re.range "1" "9") (re.* (re.range "0" "9")))))))
(assert (distinct (s v) "0"))
(check-sat)
