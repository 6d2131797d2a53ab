; A log is a sequence of numbers of sessions. The last entry is written again after a restart. Can the log then hold a session
; twice in a row, and can it lose one?
(set-logic ALL)
(declare-const log (Seq Int))
(declare-const session Int)
(define-fun after () (Seq Int) (seq.++ log (seq.at log (- (seq.len log) 1))))
(assert (>= (seq.len log) 1))
(push)
(assert (seq.contains after (seq.++ (seq.unit session) (seq.unit session))))
(assert (not (seq.contains log (seq.++ (seq.unit session) (seq.unit session)))))
(assert (= session 7))
(check-sat)
(get-value ((seq.nth after (- (seq.len after) 1))))
(pop)

; It holds one twice, and none gets lost.
(assert (seq.contains log (seq.unit session)))
(assert (not (seq.contains after (seq.unit session))))
(check-sat)
