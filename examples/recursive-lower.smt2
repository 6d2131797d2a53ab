; A tracer of programs writes toLowerCase as a function that calls itself. The program refuses names that are "admin", and the
; database compares in lower case. Who gets in?
(set-logic ALL)
(define-fun lower-of ((c String)) String
  (ite (and (<= 65 (str.to_code c)) (<= (str.to_code c) 90)) (str.from_code (+ (str.to_code c) 32)) c))
(define-fun-rec to-lower ((s String)) String
  (ite (= s "") "" (str.++ (lower-of (str.at s 0)) (to-lower (str.substr s 1 (- (str.len s) 1))))))
(declare-const name String)
(push)
(assert (distinct name "admin"))
(assert (= (to-lower name) "admin"))
(assert (str.prefixof "admi" name))
(check-sat)
(get-value (name))
(pop)

; A program that compares lower-case letters itself lets nobody in, whatever the length of the name.
(assert (distinct (to-lower name) "admin"))
(assert (= (to-lower (to-lower name)) "admin"))
(check-sat)
