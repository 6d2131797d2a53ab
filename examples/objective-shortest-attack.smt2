; A comment form removes "<script>" once. What is the shortest comment that still holds it afterwards?
(set-logic ALL)
(declare-const comment String)
(define-fun cleaned () String (str.replace comment "<script>" ""))
(push)
(assert (str.contains cleaned "<script>"))
(minimize (str.len comment))
(check-sat)
(get-objectives)
(pop)

; Sixteen characters. When every character that could begin a tag is removed, there is none.
(assert (str.contains (str.replace_all comment "<" "") "<script>"))
(check-sat)
