; The word before its letters were made small is in a known language.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.to_lower x) "some-word"))
(assert (str.contains x "WO"))
(check-sat)
