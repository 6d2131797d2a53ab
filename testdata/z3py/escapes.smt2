(set-info :status sat)
(declare-fun s () String)
(declare-fun n () Int)
(assert
 (= s "tab\u{9}quote""line\u{a}slash\x41\u{e9}\u{2603}"))
(assert
 (= (str.indexof s "\u{a}" 0) n))
(assert
 (> n 3))
(check-sat)
