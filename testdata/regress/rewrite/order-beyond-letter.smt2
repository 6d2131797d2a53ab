; No word of at most one letter, a or b, comes after b. Words before a literal are a language.
(set-logic ALL)
(set-info :status unsat)
(declare-const w String)
(assert (str.in_re w ((_ re.loop 0 1) (re.range "a" "b"))))
(assert (not (str.<= w "b")))
(assert (not (= w "")))
(check-sat)
