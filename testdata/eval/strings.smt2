; The meaning of the standard's operators on String: every assertion holds. Edge cases first.
; Read by crates/tress/tests/eval_cases.rs; z3 and cvc5 answer sat on the whole file.
(set-logic ALL)

; literals: \u escapes are single characters, every other backslash is itself, "" is one quote
(assert (= (str.len "\u{41}") 1))
(assert (= "\u{41}" "A"))
(assert (= "\u0041" "A"))
(assert (= (str.len "\u{2FFFF}") 1))
(assert (= (str.len "\u{30000}") 9))
(assert (= (str.len "\x41") 4))
(assert (= (str.len "\n") 2))
(assert (= (str.len """") 1))
(assert (= (str.to_code """") 34))

; str.++
(assert (= (str.++ "" "") ""))
(assert (= (str.++ "a" "") "a"))
(assert (= (str.++ "ab" "c" "de") "abcde"))

; str.len counts characters, whatever their size
(assert (= (str.len "") 0))
(assert (= (str.len "abc") 3))
(assert (= (str.len "\u{1F600}\u{e9}") 2))

; str.< and str.<= compare code points; a proper prefix is smaller
(assert (not (str.< "" "")))
(assert (str.< "" "a"))
(assert (not (str.< "a" "")))
(assert (not (str.< "a" "a")))
(assert (str.< "a" "aa"))
(assert (str.< "Z" "a"))
(assert (str.< "ab" "b"))
(assert (not (str.< "b" "ab")))
(assert (str.< "\u{ffff}" "\u{10000}"))
(assert (str.<= "" ""))
(assert (str.<= "a" "a"))
(assert (not (str.<= "b" "a")))
(assert (not (str.<= "aa" "a")))

; str.at is empty outside of the word
(assert (= (str.at "abc" (- 1)) ""))
(assert (= (str.at "abc" 0) "a"))
(assert (= (str.at "abc" 2) "c"))
(assert (= (str.at "abc" 3) ""))
(assert (= (str.at "" 0) ""))
(assert (= (str.at "abc" 100000000000000000000) ""))

; str.substr takes as many characters as there are
(assert (= (str.substr "abc" (- 1) 2) ""))
(assert (= (str.substr "abc" 3 1) ""))
(assert (= (str.substr "abc" 1 0) ""))
(assert (= (str.substr "abc" 1 (- 1)) ""))
(assert (= (str.substr "" 0 1) ""))
(assert (= (str.substr "abc" 1 1) "b"))
(assert (= (str.substr "abc" 1 2) "bc"))
(assert (= (str.substr "abc" 1 99) "bc"))
(assert (= (str.substr "abc" 0 100000000000000000000) "abc"))
(assert (= (str.substr "abc" 100000000000000000000 1) ""))

; str.prefixof, str.suffixof: the part comes first
(assert (str.prefixof "" ""))
(assert (str.prefixof "" "abc"))
(assert (str.prefixof "ab" "abc"))
(assert (not (str.prefixof "abc" "ab")))
(assert (not (str.prefixof "b" "abc")))
(assert (str.suffixof "" "abc"))
(assert (str.suffixof "bc" "abc"))
(assert (not (str.suffixof "abc" "bc")))
(assert (not (str.suffixof "b" "abc")))

; str.contains: the whole comes first
(assert (str.contains "" ""))
(assert (str.contains "abc" ""))
(assert (str.contains "abc" "bc"))
(assert (not (str.contains "bc" "abc")))
(assert (not (str.contains "" "a")))
(assert (not (str.contains "abc" "ac")))

; str.indexof: the empty word occurs everywhere, also at the end; a start outside gives -1
(assert (= (str.indexof "abc" "" 0) 0))
(assert (= (str.indexof "abc" "" 3) 3))
(assert (= (str.indexof "abc" "" 4) (- 1)))
(assert (= (str.indexof "abc" "" (- 1)) (- 1)))
(assert (= (str.indexof "" "" 0) 0))
(assert (= (str.indexof "" "a" 0) (- 1)))
(assert (= (str.indexof "abcabc" "bc" 0) 1))
(assert (= (str.indexof "abcabc" "bc" 1) 1))
(assert (= (str.indexof "abcabc" "bc" 2) 4))
(assert (= (str.indexof "abcabc" "bc" 5) (- 1)))
(assert (= (str.indexof "abc" "d" 0) (- 1)))
(assert (= (str.indexof "aaab" "aab" 0) 1))
(assert (= (str.indexof "abc" "a" (- 1)) (- 1)))

; str.replace: the first occurrence only; an empty pattern puts the new word in front
(assert (= (str.replace "abc" "" "x") "xabc"))
(assert (= (str.replace "" "" "x") "x"))
(assert (= (str.replace "" "a" "x") ""))
(assert (= (str.replace "aba" "a" "x") "xba"))
(assert (= (str.replace "abc" "d" "x") "abc"))
(assert (= (str.replace "abc" "abc" "") ""))
(assert (= (str.replace "aab" "ab" "aab") "aaab"))

; str.replace_all: left to right, without looking at what was put in; an empty pattern changes nothing
(assert (= (str.replace_all "abc" "" "x") "abc"))
(assert (= (str.replace_all "" "" "x") ""))
(assert (= (str.replace_all "aaa" "a" "aa") "aaaaaa"))
(assert (= (str.replace_all "aaa" "aa" "b") "ba"))
(assert (= (str.replace_all "abab" "ab" "") ""))
(assert (= (str.replace_all "aabb" "ab" "") "ab"))
(assert (= (str.replace_all "abc" "d" "x") "abc"))

; str.is_digit: one of the ten ASCII digits and nothing else
(assert (not (str.is_digit "")))
(assert (str.is_digit "0"))
(assert (str.is_digit "9"))
(assert (not (str.is_digit "10")))
(assert (not (str.is_digit "a")))
(assert (not (str.is_digit "/")))
(assert (not (str.is_digit ":")))
(assert (not (str.is_digit "\u{661}")))

; str.to_code, str.from_code
(assert (= (str.to_code "") (- 1)))
(assert (= (str.to_code "aa") (- 1)))
(assert (= (str.to_code "a") 97))
(assert (= (str.to_code "\u{0}") 0))
(assert (= (str.to_code "\u{2ffff}") 196607))
(assert (= (str.from_code 97) "a"))
(assert (= (str.from_code 0) "\u{0}"))
(assert (= (str.from_code 196607) "\u{2ffff}"))
(assert (= (str.from_code 196608) ""))
(assert (= (str.from_code (- 1)) ""))
(assert (= (str.len (str.from_code 55296)) 1))

; str.to_int: digits only; leading zeros are fine, signs are not
(assert (= (str.to_int "") (- 1)))
(assert (= (str.to_int "0") 0))
(assert (= (str.to_int "007") 7))
(assert (= (str.to_int "-1") (- 1)))
(assert (= (str.to_int "-2") (- 1)))
(assert (= (str.to_int "+1") (- 1)))
(assert (= (str.to_int " 1") (- 1)))
(assert (= (str.to_int "1a") (- 1)))
(assert (= (str.to_int "\u{661}") (- 1)))
(assert (= (str.to_int "123456789012345678901234567890") 123456789012345678901234567890))

; str.from_int
(assert (= (str.from_int 0) "0"))
(assert (= (str.from_int 12) "12"))
(assert (= (str.from_int (- 1)) ""))
(assert (= (str.from_int 123456789012345678901234567890) "123456789012345678901234567890"))
(check-sat)
