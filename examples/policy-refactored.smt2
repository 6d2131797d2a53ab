; Two versions of an access rule: nested questions before a clean-up, one line after it. Do they ever differ?
(set-logic ALL)
(declare-datatypes ((Role 0) (Request 0))
  (((guest) (member) (admin))
   ((request (role Role) (path String) (is-owner Bool)))))
(declare-const r Request)
(define-fun before ((r Request)) Bool
  (ite (= (role r) admin) true
    (ite (str.prefixof "/public/" (path r)) true
      (and (= (role r) member) (is-owner r)))))
(define-fun after ((r Request)) Bool
  (or (str.prefixof "/public" (path r)) (= (role r) admin) (and (distinct (role r) guest) (is-owner r))))
(push)
(assert (distinct (before r) (after r)))
(assert (< (str.len (path r)) 8))
(check-sat)
(get-value (r))
(pop)

; They do: somebody lost a slash. With it the two are the same for every request.
(define-fun mended ((r Request)) Bool
  (or (str.prefixof "/public/" (path r)) (= (role r) admin) (and (distinct (role r) guest) (is-owner r))))
(assert (distinct (before r) (mended r)))
(check-sat)
