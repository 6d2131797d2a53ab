; A service signs the text USER ++ EXPIRY and hands out the signature. Whoever shows a user name, an expiry and a
; signature that fits is let in. Can one signature serve two users?
(set-logic QF_SLIA)
(declare-const user String)
(declare-const other String)
(declare-const expiry Int)
(declare-const other-expiry Int)
(define-fun is-name ((name String)) Bool (str.in_re name (re.from_python "[a-z][a-z0-9]*")))
(assert (and (is-name user) (is-name other) (distinct user other)))
(assert (and (<= 100 expiry 999) (<= 0 other-expiry)))
(push)
(assert (= (str.++ user (str.from_int expiry)) (str.++ other (str.from_int other-expiry))))
(check-sat)
(get-value (user expiry other other-expiry))
(pop)

; It can: digits move from the expiry into the name. With a mark between them that no name holds, it cannot.
(assert (= (str.++ user "|" (str.from_int expiry)) (str.++ other "|" (str.from_int other-expiry))))
(check-sat)
