//! The alphabet of a problem: every answer, model and language keeps to it.

use tress_session::{Session, run};
use tress_solver::options::Options;

fn replies(script: &str) -> String {
    let mut replies = Vec::new();
    run(&mut Session::new(Options::default()), script.as_bytes(), &mut replies)
        .expect("a vector can be written to");
    String::from_utf8(replies).expect("replies are text")
}

fn check(script: &str, expected: &str) {
    assert_eq!(replies(script), expected, "{script}");
}

#[test]
fn there_are_no_more_characters_than_the_alphabet_has() {
    let three = "(declare-const x String)(declare-const y String)(declare-const z String)\
        (assert (= 1 (str.len x) (str.len y) (str.len z)))(assert (distinct x y z))(check-sat)";
    check(&format!("(set-option :strings-alpha-card 2){three}"), "unsat\n");
    check(&format!("(set-option :strings-alpha-card 3){three}"), "sat\n");
    check(three, "sat\n");
}

#[test]
fn encodings_are_those_of_z3() {
    let beyond = |code| format!("(declare-const x String)(assert (>= (str.to_code x) {code}))(check-sat)");
    for (name, characters) in [("ascii", 256), ("bmp", 65_536), ("unicode", 196_608)] {
        check(&format!("(set-option :encoding {name}){}", beyond(characters)), "unsat\n");
        check(&format!("(set-option :encoding {name}){}", beyond(characters - 1)), "sat\n");
    }
}

#[test]
fn codes_outside_of_the_alphabet_have_no_character() {
    let script = "(set-option :encoding ascii)(declare-const n Int)(declare-const x String)\
        (assert (= x (str.from_code n)))(assert (= x \"\"))(assert (> n 0))(assert (< n 300))(check-sat)\
        (get-value ((str.from_code 255) (str.from_code 256) (> n 255)))";
    check(script, "sat\n(((str.from_code 255) \"\\u{ff}\") ((str.from_code 256) \"\") ((> n 255) true))\n");
}

#[test]
fn complements_are_within_the_alphabet() {
    let script = "(set-option :alphabet 2)(declare-const x String)\
        (assert (str.in_re x (re.++ re.allchar re.allchar)))\
        (assert (str.in_re x (re.comp (re.++ (str.to_re \"\\u{0}\") re.all))))\
        (assert (str.in_re x (re.comp (re.++ re.all (str.to_re \"\\u{1}\")))))(check-sat)(get-value (x))\
        (assert (not (= x \"\\u{1}\\u{0}\")))(check-sat)";
    check(script, "sat\n((x \"\\u{1}\\u{0}\"))\nunsat\n");
}

#[test]
fn languages_are_compared_within_the_alphabet() {
    let script = "(assert (= re.allchar (re.range \"\\u{0}\" \"\\u{7f}\")))(check-sat)";
    check(&format!("(set-option :alphabet ascii){script}"), "sat\n");
    check(script, "unsat\n");
}

#[test]
fn bound_strings_range_over_the_alphabet() {
    let script = "(assert (forall ((x String)) (< (str.to_code x) 128)))(check-sat)";
    check(&format!("(set-option :alphabet 128){script}"), "sat\n");
    check(&format!("(set-option :alphabet 129){script}"), "unsat\n");
}

#[test]
fn strings_inside_of_arrays_and_records_keep_to_it() {
    let script = "(set-option :alphabet 10)(declare-datatypes ((R 0)) (((r (name String) (n Int)))))\
        (declare-const a (Array Int String))(declare-const p R)(declare-fun f (Int) String)\
        (assert (or (> (str.to_code (select a 1)) 9) (> (str.to_code (name p)) 9) (> (str.to_code (f 2)) 9)))(check-sat)";
    check(script, "unsat\n");
}

#[test]
fn literals_outside_are_refused_where_they_stand() {
    let script =
        "(set-option :encoding ascii)\n(declare-const x String)\n(assert (= x \"\\u{100}\"))(check-sat)";
    let replies = replies(script);
    assert!(replies.starts_with("(error \"3:"), "{replies}");
    assert!(replies.contains("character U+100 is outside of the alphabet, which ends at U+FF"), "{replies}");
}

#[test]
fn operators_that_leave_the_alphabet_are_named() {
    let script = "(set-option :alphabet 10)(declare-const n Int)(assert (= (str.len (str.from_int n)) 2))(check-sat)\
        (get-info :reason-unknown)";
    let replies = replies(script);
    assert!(replies.starts_with("unknown\n") && replies.contains("str.from_int makes '9'"), "{replies}");
}

#[test]
fn it_is_set_before_the_first_term() {
    let replies = replies(
        "(declare-const x String)(assert (= x \"a\"))(set-option :encoding ascii)(reset)(set-option :encoding ascii)(get-option :alphabet)",
    );
    assert!(replies.contains("before the first term") && replies.ends_with("\n256\n"), "{replies}");
}

#[test]
fn maxima_and_soft_constraints_keep_to_it() {
    let script = "(set-option :alphabet ascii)(declare-const x String)(declare-const y String)\
        (assert-soft (> (str.to_code y) 127) :weight 1)(maximize (str.to_code x))(check-sat)(get-value ((str.to_code x)))\
        (get-value ((> (str.to_code y) 127)))";
    check(script, "sat\n(((str.to_code x) 127))\n(((> (str.to_code y) 127) false))\n");
}

#[test]
fn languages_of_strings_keep_to_it() {
    let replies = replies(
        "(set-option :alphabet 2)(declare-const x String)(assert (str.in_re x (re.comp (str.to_re \"\\u{0}\"))))\
         (check-sat)(get-language x)",
    );
    assert!(
        replies.starts_with("sat\n") && !replies.contains("allchar") && !replies.contains("re.all"),
        "{replies}"
    );
}

#[test]
fn cores_and_levels_know_nothing_of_it() {
    let script = "(set-option :alphabet 2)(set-option :produce-unsat-cores true)(declare-const x String)\
        (assert (! (= (str.len x) 1) :named one))(push 1)(assert (! (> (str.to_code x) 1) :named two))(check-sat)\
        (get-unsat-core)(get-assertions)(pop 1)(check-sat)";
    let replies = replies(script);
    assert!(replies.starts_with("unsat\n(one two)\n"), "{replies}");
    assert!(replies.contains("(> (str.to_code x) 1)") && !replies.contains("in_re"), "{replies}");
    assert!(replies.ends_with("sat\n"), "{replies}");
}

#[test]
fn options_that_change_the_meaning_are_refused() {
    let refused = replies("(set-option :global-negate true)");
    assert!(refused.starts_with("(error ") && refused.contains("negates the problem"), "{refused}");
    check("(set-option :global-negate false)(set-option :smt.mbqi true)(set-option :strings-exp true)", "");
    check("(set-option :no-such-option 1)", "unsupported\n");
}
