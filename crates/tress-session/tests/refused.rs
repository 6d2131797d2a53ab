//! Problems of which something was refused: no model of the rest is given out as an answer.

use tress_session::{Session, run};
use tress_solver::options::Options;

/// The replies to a script, without the texts of errors.
fn replies(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(&mut Session::new(Options::default()), script.as_bytes(), &mut output).expect("memory");
    let lines = String::from_utf8(output).expect("replies are text");
    let short = |line: &str| if line.starts_with("(error") { "error".to_owned() } else { line.to_owned() };
    lines.lines().map(short).collect()
}

fn check(script: &str, expected: &[&str]) {
    assert_eq!(replies(script), expected, "\nscript:\n{script}");
}

/// The only error of a script.
fn error(script: &str) -> String {
    let mut output = Vec::new();
    run(&mut Session::new(Options::default()), script.as_bytes(), &mut output).expect("memory");
    let lines = String::from_utf8(output).expect("replies are text");
    let errors: Vec<&str> = lines.lines().filter(|line| line.starts_with("(error")).collect();
    let [only] = errors.as_slice() else { panic!("{script}: {errors:?}") };
    (*only).to_owned()
}

#[test]
fn after_a_refused_assertion_sat_is_unknown() {
    for refused in [
        "(assert (= x y))",
        "(assert (= x \"a\"))",
        "(assert (str.prefixof x))",
        "(declare-const a (Set Int))(assert (set.member x a))",
        "(declare-fun g ((_ FloatingPoint 8 24)) Int)(assert (= (g x) 1))",
        "(assert (= x 1) (= x 2))",
        "(assert)",
        "(assert (! (= x 1) :named and))",
    ] {
        let got = replies(&format!("(declare-const x Int){refused}(check-sat)(get-model)"));
        let (last, before) = got.split_last().expect("replies");
        assert_eq!(
            (last.as_str(), before.last().map(String::as_str)),
            ("error", Some("unknown")),
            "{refused}"
        );
    }
}

#[test]
fn the_reason_names_the_place() {
    check(
        "(declare-const x Int)\n(assert\n  (= x y))(assert (> x z))(check-sat)(get-info :reason-unknown)
         (check-sat-assuming ((= x 1)))(get-info :reason-unknown)(get-value (x))(get-assignment)",
        &[
            "error",
            "error",
            "unknown",
            "(:reason-unknown \"an assertion was refused at 3:8\")",
            "unknown",
            "(:reason-unknown \"an assertion was refused at 3:8\")",
            "error",
            "error",
        ],
    );
}

#[test]
fn unsat_stays_unsat_with_its_core() {
    check(
        "(declare-const x Int)(assert (! (= x 1) :named a))(assert (= x y))(assert (! (= x 2) :named b))
         (check-sat)(get-unsat-core)(check-sat-assuming (false))",
        &["error", "unsat", "(a b)", "unsat"],
    );
}

#[test]
fn the_mark_goes_with_its_scope() {
    check(
        "(declare-const x Int)(push)(assert (foo))(push)(check-sat)(pop)(check-sat)(pop)(check-sat)(get-value (x))",
        &["error", "unknown", "unknown", "sat", "((x 0))"],
    );
    check("(assert (foo))(push)(check-sat)(pop)(check-sat)", &["error", "unknown", "unknown"]);
    check("(push)(assert (foo))(pop)(push)(check-sat)", &["error", "sat"]);
    check("(push 2)(assert (foo))(pop 2)(check-sat)", &["error", "sat"]);
    check("(assert (foo))(reset)(check-sat)", &["error", "sat"]);
    check("(assert (foo))(reset-assertions)(check-sat)", &["error", "sat"]);
}

#[test]
fn a_model_from_before_is_withdrawn() {
    check(
        "(declare-const x Int)(assert (= x 1))(check-sat)(get-value (x))(assert (= x y))(get-value (x))",
        &["sat", "((x 1))", "error", "error"],
    );
}

#[test]
fn refused_questions_leave_answers_as_they_are() {
    check(
        "(declare-const x Int)(get-value (y))(check-sat-assuming (y))(simplify (foo))(get-info)(get-proof)
         (get-abduct a)(set-option :timeout soon)(pop 3)(echo)(check-sat)",
        &["error", "error", "error", "error", "error", "error", "error", "error", "error", "sat"],
    );
}

/// A refused declaration only matters when its name means something else.
#[test]
fn refused_declarations_matter_where_the_name_means_something_else() {
    check("(declare-const x (Set Int))(check-sat)", &["error", "sat"]);
    check("(declare-const x Int)(declare-const x String)(check-sat)", &["error", "unknown"]);
    check("(declare-fun str.trim (Foo) Int)(check-sat)", &["error", "unknown"]);
    check("(define-fun f () Int true)(check-sat)", &["error", "sat"]);
    check("(define-sort Int () String)(check-sat)", &["error", "unknown"]);
    check("(declare-const x Int)(push)(declare-const x Bool)(pop)(check-sat)", &["error", "sat"]);
    check(
        "(set-option :global-declarations true)(declare-const x Int)(push)(declare-const x Bool)(pop)(check-sat)
         (reset-assertions)(check-sat)(reset)(check-sat)",
        &["error", "unknown", "unknown", "sat"],
    );
}

#[test]
fn text_that_is_not_understood_counts_as_refused() {
    check("(asert false)(check-sat)", &["error", "unknown"]);
    check("assert false)(check-sat)", &["error", "unknown"]);
    check(
        "(())(check-sat)(get-info :reason-unknown)",
        &["error", "unknown", "(:reason-unknown \"a command was refused at 1:2\")"],
    );
    check("(push)(push 2000000)(pop)(check-sat)", &["error", "unknown"]);
}

#[test]
fn recursive_definitions_with_errors_are_refused() {
    let wrong = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (str.len (f (- n 1)))))";
    assert_eq!(error(wrong), "(error \"1:49: argument 1 of str.len has sort Int, expected String\")");
    check(
        &format!("{wrong}(check-sat)(get-info :reason-unknown)"),
        &["error", "unknown", "(:reason-unknown \"a recursive definition was refused at 1:49\")"],
    );
    for (text, message) in [
        ("(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) (n))", "1:58: expected the body of g"),
        ("(define-funs-rec ((f ((n Int)) Int) (f ((n Int)) Int)) (n n))", "1:38: f is defined twice"),
        ("(define-funs-rec () ())", "1:19: expected at least one function"),
        ("(define-funs-rec ((f ((n Int)) Int)) (n n))", "1:41: expected ), the end of the bodies"),
        ("(define-fun-rec f ((n Int)) Int (f n n))", "1:33: f takes 1 argument, not 2"),
        ("(define-fun-rec f ((n Int)) Int (g n))", "1:34: unknown symbol g"),
        (
            "(define-fun-rec f ((r RegLan)) Int (f r))",
            "1:23: recursive functions over RegLan are not supported",
        ),
        ("(define-fun-rec f ((n Int)) Bool (f n)", "1:1: the input ends inside of this command"),
    ] {
        assert!(error(text).contains(message), "{text}: {}", error(text));
    }
    check("(define-fun-rec f ((n Int)) Int (+ n 1))(assert (= (f 1) 2))(check-sat)", &["sat"]);
    check("(define-fun-rec f ((f Int)) Int (+ f 1))(assert (= (f 1) 2))(check-sat)", &["sat"]);
}

#[test]
fn refused_objectives_leave_no_sat() {
    for command in ["(minimize true)", "(maximize (+ x \"a\"))", "(assert-soft (= x 1) :weight heavy)"] {
        check(&format!("(declare-const x Int){command}(check-sat)"), &["error", "unknown"]);
        check(&format!("(declare-const x Int)(push){command}(pop)(check-sat)"), &["error", "sat"]);
        check(&format!("(declare-const x Int){command}(assert false)(check-sat)"), &["error", "unsat"]);
    }
    check(
        "(minimize true)(check-sat)(get-info :reason-unknown)",
        &["error", "unknown", "(:reason-unknown \"an objective was refused at 1:11\")"],
    );
}
