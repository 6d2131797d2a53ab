; A proxy forwards a URL when this pattern matches all of it. Is there one that it forwards to somebody else's host?
(set-logic QF_SLIA)
(declare-const url String)
(declare-const host String)
(declare-const rest String)
; What a client makes of a URL: the host ends at the first slash, question mark or hash.
(assert (= url (str.++ "https://" host rest)))
(assert (str.in_re host (re.from_python "[a-z0-9-]+(\.[a-z0-9-]+)*")))
(assert (str.in_re rest (re.from_python "([/?#].*)?")))
(assert (not (or (= host "example.com") (str.suffixof ".example.com" host))))
(push)
(assert (str.in_re url (re.from_python "https://.*\.example\.com(/.*)?")))
(check-sat)
(get-value (url host))
(pop)

; There is, because ".*" runs over the end of the host. A class of characters that stop there mends it.
(assert (str.in_re url (re.from_python "https://([a-z0-9-]+\.)*example\.com(/.*)?")))
(check-sat)
