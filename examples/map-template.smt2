; A template puts $name and $greeting in, one after the other, from a table that users fill. Can a value bring in another?
(set-logic ALL)
(declare-const table (Array String String))
(define-fun page () String
  (str.replace_all (str.replace_all "$greeting $name!" "$name" (select table "name"))
    "$greeting" (select table "greeting")))
(push)
(assert (= page "hi hi!"))
(assert (= (select table "greeting") "hi"))
(assert (distinct (select table "name") "hi"))
(check-sat)
(get-value ((select table "name")))
(pop)

; It can: a name may ask for the greeting. When the name is put in last, it comes out as it is.
(define-fun name-last () String
  (str.replace_all (str.replace_all "$greeting $name!" "$greeting" "hi") "$name" (select table "name")))
(assert (distinct name-last (str.++ "hi " (select table "name") "!")))
(check-sat)
