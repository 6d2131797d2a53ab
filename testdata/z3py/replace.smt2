(set-info :status sat)
(declare-fun s () String)
(assert
 (= (str.replace s "a" "bb") "cbbc"))
(assert
 (not (str.contains s "b")))
(check-sat)
