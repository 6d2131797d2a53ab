; The meaning of the operators that the standard does not have. Each group names the solver that
; defined them; z3 and cvc5 agree with the groups that are theirs.
; Read by crates/tress/tests/eval_cases.rs.
(set-logic ALL)

; cvc5: str.rev
(assert (= (str.rev "") ""))
(assert (= (str.rev "abc") "cba"))

; cvc5: str.to_lower, str.to_upper change the ASCII letters only
(assert (= (str.to_lower "") ""))
(assert (= (str.to_lower "aBZ@[\u{c9}") "abz@[\u{c9}"))
(assert (= (str.to_upper "Abz`{\u{e9}") "ABZ`{\u{e9}"))

; cvc5: str.update overwrites and never changes the length
(assert (= (str.update "abcd" 1 "xy") "axyd"))
(assert (= (str.update "abcd" 3 "xy") "abcx"))
(assert (= (str.update "abcd" 4 "xy") "abcd"))
(assert (= (str.update "abcd" (- 1) "xy") "abcd"))
(assert (= (str.update "abcd" 1 "") "abcd"))
(assert (= (str.update "" 0 "x") ""))
(assert (= (str.update "abc" 0 "wxyz") "wxy"))

; cvc5: str.indexof_re; empty matches count
(assert (= (str.indexof_re "abc" (str.to_re "") 0) 0))
(assert (= (str.indexof_re "abc" (str.to_re "") 3) 3))
(assert (= (str.indexof_re "abc" (str.to_re "") 4) (- 1)))
(assert (= (str.indexof_re "abc" re.all (- 1)) (- 1)))
(assert (= (str.indexof_re "abc" re.none 0) (- 1)))
(assert (= (str.indexof_re "xaab" (re.+ (str.to_re "a")) 0) 1))
(assert (= (str.indexof_re "xaab" (re.+ (str.to_re "a")) 2) 2))
(assert (= (str.indexof_re "xaab" (re.+ (str.to_re "a")) 3) (- 1)))

; z3: seq.last_indexof; also read as str.last_indexof
(assert (= (str.last_indexof "abcabc" "bc") 4))
(assert (= (seq.last_indexof "aaa" "aa") 1))
(assert (= (seq.last_indexof "abc" "") 3))
(assert (= (seq.last_indexof "" "") 0))
(assert (= (seq.last_indexof "abc" "d") (- 1)))
(assert (= (seq.last_indexof "" "d") (- 1)))

; OSTRICH: leftmost, then longest
(assert (= (str.replace_re_longest "baaab" (re.+ (str.to_re "a")) "x") "bxb"))
(assert (= (str.replace_re_longest "abc" (str.to_re "") "x") "xabc"))
(assert (= (str.replace_re_longest "abc" (re.* (str.to_re "b")) "x") "xabc"))
(assert (= (str.replace_re_longest "abc" re.none "x") "abc"))
(assert (= (str.replace_re_longest "aab" (re.union (str.to_re "a") (str.to_re "aab")) "x") "x"))
(assert (= (str.replace_re_longest_all "aabaa" (re.+ (str.to_re "a")) "x") "xbx"))
(assert (= (str.replace_re_longest_all "abc" (re.* (str.to_re "b")) "x") "axc"))
(assert (= (str.replace_re_longest_all "abc" (str.to_re "") "x") "abc"))
(assert (= (str.replace_re_longest_all "" re.all "x") ""))
(assert (= (str.replace_re_longest_all "aaaa" (re.union (str.to_re "a") (str.to_re "aaa")) "x") "xx"))

; tress: str.trim drops the characters up to the space, like Java's
(assert (= (str.trim "") ""))
(assert (= (str.trim " \u{9}\u{a} ") ""))
(assert (= (str.trim " a b\u{0}") "a b"))
(assert (= (str.trim "\u{a0}a\u{7f}") "\u{a0}a\u{7f}"))

; tress: str.count
(assert (= (str.count "aaaa" "aa") 2))
(assert (= (str.count "abab" "ab") 2))
(assert (= (str.count "abc" "") 0))
(assert (= (str.count "" "a") 0))

; tress: str.repeat
(assert (= (str.repeat "ab" 3) "ababab"))
(assert (= (str.repeat "ab" 1) "ab"))
(assert (= (str.repeat "ab" 0) ""))
(assert (= (str.repeat "ab" (- 1)) ""))
(assert (= (str.repeat "" 100000000000000000000) ""))

; tress: numbers with a sign
(assert (= (str.to_int_signed "-12") (- 12)))
(assert (= (str.to_int_signed "12") 12))
(assert (= (str.to_int_signed "-007") (- 7)))
(assert (= (str.to_int_signed "-0") 0))
(assert (= (str.to_int_signed "") 0))
(assert (= (str.to_int_signed "-") 0))
(assert (= (str.to_int_signed "+1") 0))
(assert (= (str.to_int_signed "--1") 0))
(assert (= (str.to_int_signed "1-") 0))
(assert (= (str.from_int_signed (- 12)) "-12"))
(assert (= (str.from_int_signed 12) "12"))
(assert (= (str.from_int_signed 0) "0"))

; tress: numbers with a point
(assert (= (str.to_real "12") 12.0))
(assert (= (str.to_real "12.5") 12.5))
(assert (= (str.to_real "007.250") 7.25))
(assert (= (str.to_real "0.001") 0.001))
(assert (= (str.to_real "") (- 1.0)))
(assert (= (str.to_real ".5") (- 1.0)))
(assert (= (str.to_real "5.") (- 1.0)))
(assert (= (str.to_real "1.2.3") (- 1.0)))
(assert (= (str.to_real "-1.5") (- 1.0)))
(assert (= (str.to_real "1.x") (- 1.0)))

; tress: str.compare
(assert (= (str.compare "a" "b") (- 1)))
(assert (= (str.compare "b" "a") 1))
(assert (= (str.compare "ab" "ab") 0))
(assert (= (str.compare "" "a") (- 1)))
(assert (= (str.compare "ab" "a") 1))
(check-sat)

; tress: str.replace_table replaces all patterns at once: leftmost, then longest
(assert (= (str.replace_table "a<b>&c" "&" "&amp;" "<" "&lt;" ">" "&gt;") "a&lt;b&gt;&amp;c"))
(assert (= (str.replace_table "abab") "abab"))
(assert (= (str.replace_table "" "a" "b") ""))
(assert (= (str.replace_table "aba" "a" "b" "b" "a") "bab"))
(assert (= (str.replace_table "abcd" "a" "1" "ab" "2" "abc" "3") "3d"))
(assert (= (str.replace_table "abcd" "bcd" "1" "ab" "2") "2cd"))
(assert (= (str.replace_table "abd" "abc" "1" "b" "2") "a2d"))
(assert (= (str.replace_table "aaa" "aa" "a") "aa"))
(assert (= (str.replace_table "a" "a" "1" "a" "2") "1"))
(assert (= (str.replace_table "ab" "" "x" "b" "") "a"))
(assert (= (str.replace_table "ab" "" "x") "ab"))
(assert (= (str.replace_table "aab" "ab" "a" "aa" "b") "bb"))
