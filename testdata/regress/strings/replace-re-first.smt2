; Only the first match is replaced.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.replace_re x (re.range "0" "9") "") "a1"))
(assert (str.prefixof "7" x))
(check-sat)
