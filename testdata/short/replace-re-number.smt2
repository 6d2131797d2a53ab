; The first number becomes N.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (= (str.replace_re x (re.+ (re.range "0" "9")) "N") "aN"))
(check-sat)
