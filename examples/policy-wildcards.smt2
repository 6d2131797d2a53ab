; A store of files allows everything below reports/, and denies names that end in .key. Deny wins, but compares
; character by character, and the store itself does not tell capital letters from small ones. Is a key readable?
(set-logic ALL)
(declare-const name String)
(define-fun is-allowed ((n String)) Bool
  (and (str.in_re n (re.++ (str.to_re "reports/") re.all)) (not (str.in_re n (re.++ re.all (str.to_re ".key"))))))
(define-fun is-key ((n String)) Bool (str.suffixof ".key" (str.to_lower n)))
(push)
(assert (and (is-allowed name) (is-key name)))
(minimize (str.len name))
(check-sat)
(get-value ((str.len name)))
(pop)

; It is, by a name of twelve letters. When the rule looks at small letters only, no key is.
(define-fun is-allowed-mended ((n String)) Bool (is-allowed (str.to_lower n)))
(assert (and (is-allowed-mended name) (is-key name)))
(check-sat)
