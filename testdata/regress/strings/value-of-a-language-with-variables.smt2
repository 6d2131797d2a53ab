; What a replacement gives for one value of a variable in its pattern says nothing of other values.
(set-logic ALL)
(set-option :engine calculus)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.repeat (str.update "a" 2 y) 0) ""))
(assert (= (str.replace_re_longest "" (str.to_re x) "AB") ""))
(check-sat)
