; No digit is left where all became crosses.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re (str.replace_re_all x (re.+ (re.range "0" "9")) "x") (re.++ re.all (re.range "0" "9") re.all)))
(check-sat)
