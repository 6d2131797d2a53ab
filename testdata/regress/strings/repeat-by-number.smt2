; A pair any number of times has an even length.
(set-logic ALL)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (= x (str.repeat "ab" n)))
(assert (= (mod (str.len x) 2) 1))
(check-sat)
