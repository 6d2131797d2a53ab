; A server keeps uploads under /srv/files/ and cleans the name that the client sent by deleting every "../".
; Can a cleaned name still climb out of the folder?
(set-logic QF_SLIA)
(declare-const name String)
(define-fun cleaned () String (str.replace_all name "../" ""))
(push)
(assert (str.prefixof "../" cleaned))
(assert (<= (str.len name) 8))
(check-sat)
(get-value (name cleaned))
(pop)

; It can: what is left after a deletion can spell the deleted text again. The next version refuses instead of cleaning:
; a name is a letter or digit, then letters, digits, dots and dashes.
(declare-const path String)
(assert (str.in_re name (re.from_ecma2020 "[A-Za-z0-9][A-Za-z0-9.-]*")))
(assert (= path (str.++ "/srv/files/" name)))
; Some part of the path is "..".
(assert (str.in_re path (re.from_ecma2020 ".*/\.\.(/.*)?")))
(check-sat)
