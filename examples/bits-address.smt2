; A proxy refuses texts that begin with "127." and takes the rest for addresses of others. The library behind it also reads an
; address that is one number. Which text is this machine all the same?
(set-logic ALL)
(declare-const text String)
(declare-const address (_ BitVec 32))
(assert (str.in_re text (re.+ (re.range "0" "9"))))
(assert (= address ((_ int_to_bv 32) (str.to_int text))))
(assert (not (str.prefixof "127." text)))
(push)
(assert (= address #x7f000001))
(minimize (str.len text))
(check-sat)
(get-value (text))
(pop)

; One number of ten digits. A proxy that compares the address itself is not fooled.
(assert (distinct ((_ extract 31 24) address) #x7f))
(assert (= address #x7f000001))
(check-sat)
