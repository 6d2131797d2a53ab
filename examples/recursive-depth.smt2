; A reader of expressions counts open parentheses, character by character. Does a text of which the count is zero always begin with
; an opening one, if it has any?
(set-logic ALL)
(define-fun-rec open ((s String)) Int
  (ite (= s "") 0
    (+ (ite (= (str.at s 0) "(") 1 (ite (= (str.at s 0) ")") (- 1) 0)) (open (str.substr s 1 (- (str.len s) 1))))))
(declare-const text String)
(push)
(assert (= (open text) 0))
(assert (str.prefixof ")" text))
(minimize (str.len text))
(check-sat)
(get-value (text))
(pop)

; It does not. But a text without parentheses has the count zero, however long it is.
(assert (distinct (open text) 0))
(assert (not (str.contains text "(")))
(assert (not (str.contains text ")")))
(check-sat)
