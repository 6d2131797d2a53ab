//! Every conversion, each way, with its counter.

use super::{conversion, sat_by, unsat_by};

#[test]
fn equality_and_its_negation() {
    conversion(
        "parray-equal",
        &["(= x y)", "(= (str.at x 1) \"b\")"],
        &["(= x y)", "(= (str.at x 1) \"b\")", "(= (str.at y 1) \"c\")"],
    );
    conversion("parray-not-equal", &["(not (= x y))", "(= (str.len x) (str.len y))"], &["(not (= x x))"]);
}

#[test]
fn concatenation_and_parts() {
    conversion(
        "parray-concat",
        &["(= (str.++ x y) \"abc\")", "(= (str.len x) 2)"],
        &["(= (str.++ x y) \"abc\")", "(= (str.len x) 2)", "(not (= y \"c\"))"],
    );
    conversion(
        "parray-substring",
        &["(= (str.substr x 1 m) \"bc\")", "(= (str.len x) 3)"],
        &["(= (str.substr x m n) \"bc\")", "(= m (- 1))"],
    );
    conversion(
        "parray-char-at",
        &["(= (str.at x m) \"b\")", "(> m 2)"],
        &["(= (str.at x m) \"b\")", "(>= m (str.len x))"],
    );
}

#[test]
fn a_part_may_be_empty() {
    // Printed with n1 < n2.
    sat_by("qelim", &["(= (str.substr x m 0) y)", "(= (str.len y) 0)", "(= (str.len x) 2)"], &[]);
    sat_by("qelim", &["(= (str.substr x m n) y)", "(= y \"\")", "(= m 1)", "(= (str.len x) 3)"], &[]);
}

#[test]
fn searching_a_character() {
    // Printed without excluding the character where nothing is found.
    let none = "(= (str.indexof x \"c\" 0) (- 1))";
    conversion("parray-index-of", &[none, "(> (str.len x) 2)"], &[none, "(= (str.at x 2) \"c\")"]);
    conversion(
        "parray-index-of",
        &["(= (str.indexof x \"c\" 1) 3)", "(= (str.at x 0) \"c\")"],
        &["(= (str.indexof x \"c\" 1) 3)", "(= (str.at x 2) \"c\")"],
    );
    conversion(
        "parray-last-index-of",
        &["(= (str.last_indexof x \"c\") 1)", "(= (str.len x) 4)"],
        &["(= (str.last_indexof x \"c\") 1)", "(= (str.at x 3) \"c\")"],
    );
    unsat_by("qelim", &["(= (str.indexof x \"c\" 5) 2)"], &[0], &[]);
    unsat_by("qelim", &["(= (str.indexof x y m) (- 1))", "(= y \"\")", "(= m (str.len x))"], &[0, 1, 2], &[]);
}

#[test]
fn searching_a_word() {
    // Printed with an implication inside of the search, which never excludes anything.
    conversion(
        "parray-index-of",
        &["(= (str.indexof x \"ab\" 0) 2)"],
        &["(= (str.indexof x \"ab\" 0) 2)", "(= (str.at x 0) \"a\")", "(= (str.at x 1) \"b\")"],
    );
    conversion(
        "parray-index-of",
        &["(= (str.indexof x y 0) 2)", "(= (str.len y) 2)"],
        &["(= (str.indexof x y 0) 2)", "(= (str.len y) 1)", "(= (str.at x 1) y)"],
    );
}

#[test]
fn ends_and_occurrences() {
    conversion(
        "parray-begins-with",
        &["(str.prefixof y x)", "(= (str.len y) 2)", "(= x \"abc\")"],
        &["(str.prefixof y x)", "(= (str.at y 0) \"b\")", "(= (str.at x 0) \"a\")"],
    );
    conversion(
        "parray-not-begins-with",
        &["(not (str.prefixof y x))", "(= (str.len y) (str.len x))"],
        &["(not (str.prefixof y x))", "(= x y)"],
    );
    conversion(
        "parray-ends-with",
        &["(str.suffixof y x)", "(= y \"bc\")"],
        &["(str.suffixof y x)", "(= y \"bc\")", "(= (str.at x (- (str.len x) 1)) \"b\")"],
    );
    conversion(
        "parray-not-ends-with",
        &["(not (str.suffixof \"a\" x))", "(= (str.at x 0) \"a\")"],
        &["(not (str.suffixof \"a\" x))", "(= x \"ba\")"],
    );
    conversion(
        "parray-contains",
        &["(str.contains x \"ab\")", "(str.contains x \"bc\")", "(= (str.len x) 3)"],
        &["(str.contains x \"ab\")", "(= (str.len x) 1)"],
    );
    conversion(
        "parray-not-contains",
        &["(not (str.contains x \"ab\"))", "(= (str.at x 0) \"a\")", "(= (str.len x) 4)"],
        &["(not (str.contains x \"ab\"))", "(= (str.substr x m 2) \"ab\")"],
    );
    unsat_by("qelim", &["(not (str.contains x y))", "(= y \"\")"], &[0, 1], &[]);
}

#[test]
fn characters_one_by_one() {
    // Printed with a sum where there must be a difference.
    conversion(
        "parray-letterwise",
        &["(= (str.to_upper x) \"AB1\")", "(not (= x \"AB1\"))"],
        &["(= (str.to_upper x) \"AB1\")", "(= (str.at x 0) \"b\")"],
    );
    conversion(
        "parray-letterwise",
        &["(= (str.to_lower x) y)", "(= (str.at x 0) \"Q\")"],
        &["(= (str.to_lower x) y)", "(= (str.at y 0) \"Q\")"],
    );
    conversion(
        "parray-reverse",
        &["(= (str.rev x) \"abc\")"],
        &["(= (str.rev x) \"abc\")", "(= (str.at x 0) \"a\")"],
    );
}

#[test]
fn trimming() {
    // Printed so that a word of blanks contradicts itself.
    conversion(
        "parray-trim",
        &["(= (str.trim x) \"\")", "(= (str.len x) 3)"],
        &["(= (str.trim x) \"a\")", "(= x \" b\")"],
    );
    conversion(
        "parray-trim",
        &["(= (str.trim x) \"a b\")", "(> (str.len x) 5)"],
        &["(= (str.trim x) y)", "(= (str.at y 0) \" \")"],
    );
}

#[test]
fn the_order() {
    // Printed without a look at the length of the larger word.
    conversion("parray-greater", &["(str.< x y)", "(str.prefixof x y)"], &["(str.< x y)", "(= y \"\")"]);
    conversion(
        "parray-at-least",
        &["(str.<= x y)", "(= x \"ab\")", "(= (str.len y) 2)"],
        &["(str.<= x y)", "(= x \"ab\")", "(= y \"a\")"],
    );
    unsat_by("qelim", &["(str.< x y)", "(= x y)"], &[0, 1], &[]);
    sat_by("qelim", &["(not (str.< x y))", "(not (= x y))", "(= (str.len x) 1)"], &[]);
}

#[test]
fn numerals() {
    // Printed without a test for digits, and for ten characters at most.
    conversion(
        "parray-parse-int",
        &["(= (str.to_int x) 12)", "(= (str.len x) 14)"],
        &["(= (str.to_int x) 12)", "(= (str.at x 0) \"a\")"],
    );
    conversion(
        "parray-parse-int",
        &["(= (str.to_int x) (- 1))", "(= (str.len x) 2)"],
        &["(= (str.to_int x) (- 1))", "(= x \"07\")"],
    );
    conversion(
        "parray-to-string",
        &["(= (str.from_int m) x)", "(= (str.len x) 3)"],
        &["(= (str.from_int m) x)", "(= (str.at x 0) \"0\")", "(> (str.len x) 1)"],
    );
    sat_by("qelim", &["(> (str.to_int x) 123456789012345)"], &[]);
    unsat_by("qelim", &["(= (str.from_int m) \"\")", "(> m 5)"], &[0, 1], &[]);
}

#[test]
fn codes_digits_and_replacing() {
    conversion(
        "parray-to-code",
        &["(= (str.to_code x) 65)"],
        &["(= (str.to_code x) 65)", "(not (= x \"A\"))"],
    );
    conversion(
        "parray-from-code",
        &["(= (str.from_code m) \"A\")"],
        &["(= (str.from_code m) \"A\")", "(> m 70)"],
    );
    conversion(
        "parray-is-digit",
        &["(str.is_digit x)", "(not (= x \"0\"))"],
        &["(str.is_digit x)", "(= (str.to_code x) 65)"],
    );
    conversion(
        "parray-replace",
        &["(= (str.replace x \"b\" \"cd\") \"acda\")", "(= (str.len x) 3)"],
        &["(= (str.replace x \"b\" \"cd\") y)", "(= x \"ab\")", "(not (= y \"acd\"))"],
    );
    conversion(
        "parray-update",
        &["(= (str.update x 1 \"z\") \"azc\")", "(not (= (str.at x 1) \"z\"))"],
        &["(= (str.update x 1 \"z\") y)", "(= x \"abc\")", "(not (= y \"azc\"))"],
    );
}

#[test]
fn numerals_with_a_sign() {
    conversion(
        "parray-parse-signed",
        &["(= (str.to_int_signed x) (- 12))", "(= (str.len x) 5)"],
        &["(= (str.to_int_signed x) (- 12))", "(= (str.at x 0) \"1\")"],
    );
    conversion(
        "parray-parse-signed",
        &["(= (str.to_int_signed x) 0)", "(= (str.at x 0) \"-\")", "(= (str.at x 1) \"-\")"],
        &["(= (str.to_int_signed x) m)", "(= x \"-07\")", "(> m (- 7))"],
    );
    conversion(
        "parray-to-signed-string",
        &["(= (str.from_int_signed m) x)", "(= (str.at x 0) \"-\")", "(= (str.len x) 3)"],
        &["(= (str.from_int_signed m) x)", "(> m 0)", "(= (str.at x 0) \"-\")"],
    );
}

#[test]
fn numbers_with_a_point() {
    conversion(
        "parray-parse-float",
        &["(= (str.to_real x) 12.25)", "(= (str.len x) 7)"],
        &["(= (str.to_real x) 12.25)", "(= (str.len x) 4)"],
    );
    conversion(
        "parray-parse-float",
        &["(< 0.5 (str.to_real x))", "(< (str.to_real x) 0.52)"],
        &["(< 3.0 (str.to_real x))", "(< (str.to_real x) 4.0)", "(not (str.contains x \".\"))"],
    );
    conversion(
        "parray-parse-float",
        &["(= (str.to_real x) (- 1.0))", "(str.suffixof \".\" x)", "(> (str.len x) 2)"],
        &["(= (str.to_real x) (- 1.0))", "(= x \"0.5\")"],
    );
    // Any number of digits may be behind the point.
    sat_by("qelim", &["(= (str.to_real x) 0.0000000001)"], &["parray-more-digits"]);
}

#[test]
fn comparing() {
    conversion(
        "parray-compare",
        &["(= (str.compare x y) 1)", "(= x \"ab\")", "(= (str.len y) 2)"],
        &["(= (str.compare x y) 1)", "(str.prefixof x y)"],
    );
    conversion(
        "parray-compare",
        &["(= (str.compare x y) 0)", "(= (str.at x 1) \"b\")"],
        &["(= (str.compare x y) 0)", "(< (str.len x) (str.len y))"],
    );
    unsat_by("qelim", &["(= (str.compare x y) m)", "(> m 1)"], &[0, 1], &[]);
    unsat_by("qelim", &["(< (str.compare x y) 0)", "(= y \"\")"], &[0, 1], &[]);
}
