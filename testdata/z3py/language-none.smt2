(set-info :status unsat)
(declare-fun s () String)
(assert
 (str.in_re s (re.union re.none (re.comp re.all))))
(check-sat)
