; A small word of letters that only the definition names.
(set-info :status sat)
(define-fun-rec f ((s String)) String (ite (= (str.len s) 0) "" (ite (str.prefixof "ab" s) (str.++ "" (f (str.substr s 2 (str.len s)))) (str.++ (ite (str.<= (str.at s 0) "Z") (str.from_code (+ (str.to_code (str.at s 0)) 32)) (str.at s 0)) (f (str.substr s 1 (str.len s)))))))
(declare-const x String)(declare-const y String)(declare-const n Int)
(assert (not (= (str.len (f x)) (str.len x))))
(check-sat)
