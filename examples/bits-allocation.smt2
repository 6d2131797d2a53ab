; A program asks for COUNT times SIZE bytes, computed in sixteen bits, and then fills COUNT pieces. Can it get too little?
(set-logic ALL)
(declare-const count (_ BitVec 16))
(declare-const size (_ BitVec 16))
(define-fun bytes () (_ BitVec 16) (bvmul count size))
(assert (= size #x0018))
(push)
(assert (and (bvult bytes count) (distinct count #x0000)))
(assert (bvule count #x1000))
(check-sat)
(get-value ((bvult bytes count)))
(pop)

; It can. The usual check, that the product divided by the size gives the count again, shows every such case.
(assert (= (bvudiv bytes size) count))
(assert (bvult bytes count))
(check-sat)
