; Tokens are keys of a table of users, with an empty name for those that are not logged in. Logging out empties the entry of
; the token that the client shows, as it shows it; logging in cuts spaces off. Is somebody still logged in?
(set-logic ALL)
(declare-const users (Array String String))
(declare-const shown String)
(declare-const user String)
(define-fun trimmed ((t String)) String (str.replace_all t " " ""))
(define-fun logged-in () (Array String String) (store users (trimmed shown) user))
(define-fun logged-out () (Array String String) (store logged-in shown ""))
(assert (distinct user ""))
(push)
(assert (= (select logged-out (trimmed shown)) user))
(minimize (str.len shown))
(check-sat)
(get-value (shown))
(pop)

; The one whose token was shown with a space is. When both cut spaces off, nobody is.
(assert (= (select (store logged-in (trimmed shown) "") (trimmed shown)) user))
(check-sat)
