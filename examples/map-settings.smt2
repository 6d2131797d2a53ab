; Settings come from a file and are overwritten by what users type; "debug" is put to "off" at the end. Can it be on?
(set-logic ALL)
(declare-const file (Array String String))
(declare-const key String)
(declare-const value String)
(define-fun typed () (Array String String) (store file key value))
(push)
(assert (distinct (select (store typed "debug" "off") "debug") "off"))
(check-sat)
(pop)

; It cannot. When the program puts it to "off" before it reads what users type, it can.
(assert (= (select (store (store file "debug" "off") key value) "debug") "on"))
(check-sat)
(get-value (key value))
