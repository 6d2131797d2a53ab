; A number above all lengths: the digits decide how long its word is.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-fun s () String)
(declare-fun p () String)
(assert (str.prefixof "-" p))
(assert (not (str.in_re (str.++ p "," s) (re.++ re.allchar (re.+ (re.range "0" "9")) (str.to_re ",") ((_ re.^ 3) (re.range "0" "9"))))))
(assert (> (str.to_int s) (+ 100 (str.len p))))
(check-sat)
