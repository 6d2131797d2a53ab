//! Sanitizers: what must go in, when this comes out. Each problem is decided within a second.

use tress_session::{Session, run};
use tress_solver::options::Options;

/// Declarations, assertions and the answer.
fn check(script: &str, expected: &str) {
    let mut output = Vec::new();
    let limited = format!("(set-option :timeout 1000){script}(check-sat)");
    run(&mut Session::new(Options::default()), limited.as_bytes(), &mut output).expect("memory");
    let reply = String::from_utf8(output).expect("replies are text");
    assert_eq!(reply.trim(), expected, "{script}");
}

#[test]
fn what_is_removed_can_come_back() {
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<b>" "") "<b>"))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<script>" "") "<script>"))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<b>" "") "<b>"))(assert (<= (str.len x) 6))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<b>" "") "<b>"))(assert (<= (str.len x) 5))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<script>" "") "<script>"))(assert (<= (str.len x) 16))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<script>" "") "<script>"))(assert (<= (str.len x) 15))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "../" "") "../"))"#,
        "sat",
    );
}

#[test]
fn letters_are_exchanged_or_removed() {
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "[" "a") "qwertazu"))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.replace_re_all x (re.range "0" "9") "") "root"))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.replace_re_all x (re.range "0" "9") "") "root"))(assert (not (= x "root")))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.len (str.replace_re_all x (re.union (re.range "A" "Z") (re.range "0" "9")) "")) 5))(assert (= (str.len x) 9))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.len (str.replace_re_all x (re.union (re.range "A" "Z") (re.range "0" "9")) "")) 12))(assert (= (str.len x) 9))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.in_re (str.replace_re_all x (re.++ (str.to_re "<") (re.* (re.diff re.allchar (str.to_re ">"))) (str.to_re ">")) "") (re.++ re.all (re.++ (str.to_re "<") (re.* (re.diff re.allchar (str.to_re ">"))) (str.to_re ">")) re.all)))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all x "<" "&lt;") "<"))"#,
        "unsat",
    );
}

#[test]
fn html_is_escaped_in_the_right_order() {
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all (str.replace_all (str.replace_all x "&" "&amp;") "<" "&lt;") ">" "&gt;") "<"))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all (str.replace_all (str.replace_all x "<" "&lt;") ">" "&gt;") "&" "&amp;") "&amp;lt;"))(assert (not (str.contains x "&")))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.replace_all (str.replace_all (str.replace_all x "&" "&amp;") "<" "&lt;") ">" "&gt;") "&amp;lt;"))(assert (not (str.contains x "&")))"#,
        "unsat",
    );
}

#[test]
fn quotes_hold_what_was_escaped_in_the_right_order() {
    check(
        r#"(declare-const x String)
         (assert (not (str.in_re (str.replace_all (str.replace_all x "\" "\\") "'" "\'") (re.* (re.union (re.inter re.allchar (re.comp (re.union (str.to_re "\") (str.to_re "'")))) (re.++ (str.to_re "\") re.allchar))))))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (not (str.in_re (str.replace_all (str.replace_all x "'" "\'") "\" "\\") (re.* (re.union (re.inter re.allchar (re.comp (re.union (str.to_re "\") (str.to_re "'")))) (re.++ (str.to_re "\") re.allchar))))))"#,
        "sat",
    );
}

#[test]
fn case_does_not_hide_a_tag() {
    check(
        r#"(declare-const x String)
         (assert (str.contains (str.to_lower x) "<script"))(assert (not (str.contains x "<script")))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (str.in_re (str.to_lower (str.replace_all x "A" "b")) (re.++ re.all (re.range "A" "Z") re.all)))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (not (= (str.to_lower (str.to_upper x)) (str.to_lower x))))"#,
        "unsat",
    );
}

#[test]
fn lengths_of_values_hang_together_with_those_of_inputs() {
    check(
        r#"(declare-const x String)
         (assert (str.in_re x (re.* (str.to_re "a"))))(assert (= (str.len (str.replace_all x "a" "bb")) 7))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)(declare-const n Int)
         (assert (str.in_re x (re.* (str.to_re "a"))))(assert (= (str.len (str.replace_all x "a" "bb")) (+ 1 (* 2 n))))"#,
        "unsat",
    );
}

#[test]
fn two_functions_of_one_string() {
    check(
        r#"(declare-const x String)
         (assert (not (= (str.replace_all x "a" "b") (str.replace_all x "b" "a"))))"#,
        "sat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.replace_all x "a" "b") (str.replace_all x "b" "a")))(assert (str.contains x "a"))(assert (not (str.contains x "b")))"#,
        "unsat",
    );
}

#[test]
fn a_replacement_may_be_a_variable_with_a_value() {
    check(
        r#"(declare-const x String)(declare-const z String)
         (assert (= (str.replace_all x "a" z) "bcbcb"))(assert (= z "bc"))(assert (str.contains x "a"))"#,
        "sat",
    );
}

#[test]
fn white_space_is_dropped_in_the_middle_of_a_chain() {
    check(
        r#"(declare-const x String)
         (assert (str.prefixof " " (str.trim (str.replace_all x "a" "b"))))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.replace_all (str.trim (str.to_lower x)) " " "-") "a-b"))(assert (> (str.len x) 9))"#,
        "sat",
    );
}

#[test]
fn a_part_of_a_value_tells_something_of_the_input() {
    check(
        r#"(declare-const x String)
         (assert (str.in_re (str.substr (str.replace_all x "a" "bb") 1 2) (re.+ (str.to_re "a"))))"#,
        "unsat",
    );
    check(
        r#"(declare-const x String)
         (assert (= (str.at (str.replace_all x "<" "&lt;") 3) ";"))(assert (not (str.contains x ";")))"#,
        "sat",
    );
}
