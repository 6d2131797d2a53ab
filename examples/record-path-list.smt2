; A list of folders is joined with colons into one variable. Can two different lists give the same text?
(set-logic ALL)
(declare-datatype List ((nil) (cons (head String) (tail List))))
(define-fun-rec joined ((l List)) String
  (ite ((_ is nil) l) "" (str.++ (head l) ":" (joined (tail l)))))
(declare-const a String)
(declare-const b String)
(declare-const c String)
(push)
(assert (= (joined (cons a (cons b nil))) (joined (cons c nil))))
(assert (distinct a ""))
(check-sat)
(pop)

; They can, when a name holds a colon. Without one, two folders are never one.
(assert (not (str.contains c ":")))
(assert (= (joined (cons a (cons b nil))) (joined (cons c nil))))
(check-sat)
