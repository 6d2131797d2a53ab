; Votes are counted in a table from names to numbers. A vote is moved from one name to another. Does the sum of the two
; always stay what it was?
(set-logic ALL)
(declare-const votes (Array String Int))
(declare-const from String)
(declare-const to String)
(define-fun taken () (Array String Int) (store votes from (- (select votes from) 1)))
; The program looks the second number up in the old table.
(define-fun moved () (Array String Int) (store taken to (+ (select votes to) 1)))
(define-fun sum ((v (Array String Int))) Int (+ (select v from) (select v to)))
(push)
(assert (distinct (sum moved) (sum votes)))
(check-sat)
(get-value ((= from to)))
(pop)

; Not when both names are the same. In the new table it does.
(assert (distinct (sum (store taken to (+ (select taken to) 1))) (sum votes)))
(check-sat)
