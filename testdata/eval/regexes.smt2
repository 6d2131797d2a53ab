; The meaning of the standard's operators with RegLan: every assertion holds. Edge cases first.
; Read by crates/tress/tests/eval_cases.rs; cvc5 answers sat on the whole file. z3 answers unknown on
; str.replace_re and str.replace_re_all, which it reads but does not evaluate, and sat on the rest.
(set-logic ALL)

; str.to_re, str.in_re
(assert (str.in_re "" (str.to_re "")))
(assert (not (str.in_re "a" (str.to_re ""))))
(assert (str.in_re "abc" (str.to_re "abc")))
(assert (not (str.in_re "ab" (str.to_re "abc"))))
(assert (not (str.in_re "abcd" (str.to_re "abc"))))

; re.none, re.all, re.allchar: a character is any code point of the theory
(assert (not (str.in_re "" re.none)))
(assert (not (str.in_re "a" re.none)))
(assert (str.in_re "" re.all))
(assert (str.in_re "a\u{2ffff}" re.all))
(assert (not (str.in_re "" re.allchar)))
(assert (str.in_re "a" re.allchar))
(assert (str.in_re "\u{0}" re.allchar))
(assert (str.in_re "\u{2ffff}" re.allchar))
(assert (not (str.in_re "aa" re.allchar)))

; re.++
(assert (str.in_re "ab" (re.++ (str.to_re "a") (str.to_re "b"))))
(assert (not (str.in_re "ba" (re.++ (str.to_re "a") (str.to_re "b")))))
(assert (str.in_re "abc" (re.++ (str.to_re "a") re.allchar (str.to_re "c"))))
(assert (not (str.in_re "a" (re.++ (str.to_re "a") re.none))))

; re.union, re.inter
(assert (str.in_re "b" (re.union (str.to_re "a") (str.to_re "b"))))
(assert (not (str.in_re "ab" (re.union (str.to_re "a") (str.to_re "b")))))
(assert (str.in_re "c" (re.union (str.to_re "a") (str.to_re "b") (str.to_re "c"))))
(assert (str.in_re "aa" (re.inter (re.* (str.to_re "a")) (re.++ re.allchar re.allchar))))
(assert (not (str.in_re "a" (re.inter (str.to_re "a") (str.to_re "b")))))
(assert (not (str.in_re "a" (re.inter re.all re.allchar (str.to_re "b")))))

; re.*, re.+, re.opt
(assert (str.in_re "" (re.* re.none)))
(assert (str.in_re "" (re.* (str.to_re "ab"))))
(assert (str.in_re "abab" (re.* (str.to_re "ab"))))
(assert (not (str.in_re "aba" (re.* (str.to_re "ab")))))
(assert (not (str.in_re "" (re.+ (str.to_re "ab")))))
(assert (str.in_re "ab" (re.+ (str.to_re "ab"))))
(assert (str.in_re "" (re.+ (str.to_re ""))))
(assert (str.in_re "" (re.opt (str.to_re "a"))))
(assert (str.in_re "a" (re.opt (str.to_re "a"))))
(assert (not (str.in_re "aa" (re.opt (str.to_re "a")))))
(assert (str.in_re "" (re.opt re.none)))

; re.comp is over all words, not over characters
(assert (str.in_re "" (re.comp re.none)))
(assert (not (str.in_re "" (re.comp re.all))))
(assert (str.in_re "" (re.comp re.allchar)))
(assert (str.in_re "aa" (re.comp (str.to_re "a"))))
(assert (not (str.in_re "a" (re.comp (str.to_re "a")))))

; re.diff
(assert (str.in_re "b" (re.diff re.allchar (str.to_re "a"))))
(assert (not (str.in_re "a" (re.diff re.allchar (str.to_re "a")))))
(assert (not (str.in_re "a" (re.diff (str.to_re "a") re.all))))
(assert (str.in_re "" (re.diff re.all (re.+ re.allchar))))

; re.range: no words at all unless both arguments are single characters in order
(assert (str.in_re "b" (re.range "a" "c")))
(assert (str.in_re "a" (re.range "a" "c")))
(assert (str.in_re "c" (re.range "a" "c")))
(assert (not (str.in_re "d" (re.range "a" "c"))))
(assert (not (str.in_re "ab" (re.range "a" "c"))))
(assert (str.in_re "a" (re.range "a" "a")))
(assert (not (str.in_re "b" (re.range "c" "a"))))
(assert (not (str.in_re "" (re.range "" "c"))))
(assert (not (str.in_re "b" (re.range "a" "cc"))))
(assert (not (str.in_re "aa" (re.range "aa" "cc"))))
(assert (str.in_re "\u{10000}" (re.range "\u{0}" "\u{2ffff}")))

; re.^ and re.loop
(assert (str.in_re "" ((_ re.^ 0) (str.to_re "a"))))
(assert (str.in_re "" ((_ re.^ 0) re.none)))
(assert (not (str.in_re "a" ((_ re.^ 0) (str.to_re "a")))))
(assert (str.in_re "aaa" ((_ re.^ 3) (str.to_re "a"))))
(assert (not (str.in_re "aa" ((_ re.^ 3) (str.to_re "a")))))
(assert (not (str.in_re "aa" ((_ re.loop 3 2) (str.to_re "a")))))
(assert (not (str.in_re "" ((_ re.loop 1 0) (str.to_re "a")))))
(assert (str.in_re "" ((_ re.loop 0 0) (str.to_re "a"))))
(assert (str.in_re "aa" ((_ re.loop 1 2) (str.to_re "a"))))
(assert (not (str.in_re "" ((_ re.loop 1 2) (str.to_re "a")))))
(assert (not (str.in_re "aaa" ((_ re.loop 1 2) (str.to_re "a")))))
(assert (str.in_re "" ((_ re.loop 1 2) (re.* (str.to_re "a")))))
(assert (str.in_re "aaaaaa" ((_ re.loop 2 2) ((_ re.loop 1 3) (str.to_re "a")))))
(assert (not (str.in_re "a" ((_ re.loop 2 2) ((_ re.loop 1 3) (str.to_re "a"))))))

; str.replace_re: leftmost, then shortest; an empty match puts the new word in front
(assert (= (str.replace_re "abc" (str.to_re "") "x") "xabc"))
(assert (= (str.replace_re "abc" (re.* (str.to_re "a")) "x") "xabc"))
(assert (= (str.replace_re "" re.all "x") "x"))
(assert (= (str.replace_re "" re.allchar "x") ""))
(assert (= (str.replace_re "abc" re.none "x") "abc"))
(assert (= (str.replace_re "baaa" (re.+ (str.to_re "a")) "x") "bxaa"))
(assert (= (str.replace_re "abab" (re.union (str.to_re "ba") (str.to_re "abab")) "x") "x"))
(assert (= (str.replace_re "aab" (re.++ (re.* (str.to_re "a")) (str.to_re "b")) "x") "x"))

; str.replace_re_all: like it, again and again behind the last match; empty matches do not count
(assert (= (str.replace_re_all "abc" (str.to_re "") "x") "abc"))
(assert (= (str.replace_re_all "" re.all "x") ""))
(assert (= (str.replace_re_all "abc" re.all "x") "xxx"))
(assert (= (str.replace_re_all "abc" re.none "x") "abc"))
(assert (= (str.replace_re_all "aabaa" (re.+ (str.to_re "a")) "x") "xxbxx"))
(assert (= (str.replace_re_all "aaaaa" (str.to_re "aa") "x") "xxa"))
(assert (= (str.replace_re_all "ababa" (str.to_re "aba") "") "ba"))

; = and distinct compare languages, however they are written
(assert (= (re.++ re.allchar re.all) (re.+ re.allchar)))
(assert (= (re.* (re.* (str.to_re "a"))) (re.* (str.to_re "a"))))
(assert (= (re.comp re.none) re.all))
(assert (= (re.range "b" "a") re.none))
(assert (distinct (str.to_re "a") (str.to_re "b") re.none))
(assert (not (= (re.* (str.to_re "a")) (re.+ (str.to_re "a")))))
(check-sat)
