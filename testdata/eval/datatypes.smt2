; The meaning of constructors, selectors, testers and updates: every assertion holds in every model. What a selector
; gives for values of other constructors is any function of them, so nothing about it stands here.
; Read by crates/tress/tests/eval_cases.rs; cvc5 answers sat on the whole file.
(set-logic ALL)
(declare-datatype Color ((red) (green) (blue)))
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-datatypes ((Tree 0) (Forest 0)) (((node (label Int) (children Forest))) ((none) (more (first Tree) (rest Forest)))))

(assert (distinct red green blue))
(assert (= (head (cons 1 (as nil (List Int)))) 1))
(assert (= (tail (cons 1 (as nil (List Int)))) (as nil (List Int))))
(assert (= (head (cons "a" (as nil (List String)))) "a"))
(assert (distinct (cons 1 (as nil (List Int))) (cons 2 (as nil (List Int))) (as nil (List Int))))
(assert ((_ is cons) (cons 1 (as nil (List Int)))))
(assert (not ((_ is nil) (cons 1 (as nil (List Int))))))
(assert (= (label (first (children (node 1 (more (node 2 none) none))))) 2))
(assert (= ((_ update head) (cons 1 (as nil (List Int))) 5) (cons 5 (as nil (List Int)))))
(assert (= ((_ update head) (as nil (List Int)) 5) (as nil (List Int))))
(assert (= (match (cons 1 (as nil (List Int))) ((nil 0) ((cons h t) h))) 1))
(assert (= (match green ((red 0) (other 1))) 1))
(assert (= (match blue ((red 0) (green 1) (blue 2))) 2))
