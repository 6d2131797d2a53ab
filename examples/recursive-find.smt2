; A hand-written search goes through a string from a position on and gives the position of a character, or -1. Is it ever outside?
(set-logic ALL)
(define-fun-rec find ((s String) (c String) (i Int)) Int
  (ite (>= i (str.len s)) (- 1) (ite (= (str.at s i) c) i (find s c (+ i 1)))))
(declare-const text String)
(declare-const c String)
(assert (= (str.len c) 1))
(push)
(assert (>= (find text c 0) (str.len text)))
(check-sat)
(pop)

; Never, and there is no second kind of "not found".
(assert (< (find text c 0) (- 1)))
(check-sat)
