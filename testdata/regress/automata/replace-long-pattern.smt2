; A machine that looks for a long word would write its beginnings from every state.
(set-info :status sat)
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(define-fun long () String (str.repeat "ab" 40000))
(assert (= y (str.replace x long "c")))
(assert (str.in_re y (re.+ (str.to_re "d"))))
(check-sat)
