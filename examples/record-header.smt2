; A client writes a header as NAME: VALUE with a line end. The reader splits at line ends and colons. Can a value bring a
; second header with it?
(set-logic ALL)
(declare-datatype Header ((header (name String) (value String))))
(declare-const h Header)
(define-fun written ((h Header)) String (str.++ (name h) ": " (value h) "\u{d}\u{a}"))
(assert (= (name h) "X-Name"))
(push)
(assert (str.contains (written h) "\u{d}\u{a}Cookie: "))
(minimize (str.len (value h)))
(check-sat)
(get-value ((value h)))
(pop)

; Values without control characters cannot.
(assert (str.in_re (value h) (re.* (re.range " " "~"))))
(assert (str.contains (written h) "\u{d}\u{a}Cookie: "))
(check-sat)
