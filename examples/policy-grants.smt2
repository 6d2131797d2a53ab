; Rights are a table from roles to what they may do, and an editor may do all that a viewer may. An update gives viewers one
; right more. May a viewer do something afterwards that an editor may not?
(set-logic ALL)
(declare-datatypes ((Role 0) (Right 0)) (((viewer) (editor)) ((read) (write) (share))))
(declare-const grants (Array Role (Array Right Bool)))
(declare-const what Right)
(declare-const asked Right)
(define-fun may ((g (Array Role (Array Right Bool))) (who Role) (what Right)) Bool (select (select g who) what))
(define-fun given () (Array Role (Array Right Bool))
  (store grants viewer (store (select grants viewer) what true)))
(assert (=> (may grants viewer read) (may grants editor read)))
(assert (=> (may grants viewer write) (may grants editor write)))
(assert (=> (may grants viewer share) (may grants editor share)))
(push)
(assert (and (may given viewer asked) (not (may given editor asked))))
(check-sat)
(get-value ((= what asked)))
(pop)

; The update breaks the rule, and only for the right that it gives.
(assert (and (may given viewer asked) (not (may given editor asked)) (distinct what asked)))
(check-sat)
