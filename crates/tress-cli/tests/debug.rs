//! `tress debug rewritten`: what it prints, and that it can be read and solved again.

use std::fs;
use std::process::Command;

/// What the program prints, given a file that holds the script.
fn tress(flags: &[&str], name: &str, script: &str) -> String {
    let file = std::env::temp_dir().join(format!("tress-debug-{}-{name}.smt2", std::process::id()));
    fs::write(&file, script).expect("a file");
    let run =
        Command::new(env!("CARGO_BIN_EXE_tress")).args(flags).arg(&file).output().expect("tress starts");
    fs::remove_file(&file).expect("the file is ours");
    assert!(run.stderr.is_empty() && run.status.success());
    String::from_utf8(run.stdout).expect("text")
}

/// What is printed for a script.
fn rewritten(name: &str, script: &str) -> String {
    tress(&["debug", "rewritten"], name, script)
}

#[test]
fn what_is_left_is_printed_with_its_declarations() {
    let text = rewritten(
        "one",
        "(declare-const x String)(declare-const y String)(declare-const n Int)(assert (= y (str.++ \"a\" x)))
         (assert (and (= n 3) (= (str.len y) n)))(assert (str.in_re x (re.+ (re.range \"b\" \"d\"))))(check-sat)",
    );
    let expected = "(set-logic ALL)\n(declare-fun x () String)\n; y is (str.++ \"a\" x)\n; n is 3\n\
                    (assert (= (str.len x) 2))\n(assert (str.in_re x (re.+ (re.range \"b\" \"d\"))))\n(check-sat)\n";
    assert_eq!(text, expected);
    assert_eq!(tress(&[], "one-again", &text), "sat\n");
}

#[test]
fn every_check_is_a_problem_of_its_own() {
    let text = rewritten(
        "two",
        "(declare-sort S 0)(declare-fun f (S) Int)(declare-const |a b| S)(assert (= (* 2 (f |a b|)) (f |a b|)))
         (push 1)(assert (> (f |a b|) 0))(check-sat)(pop 1)(check-sat)(get-model)(exit)",
    );
    assert_eq!(text.matches("(check-sat)").count(), 2);
    assert!(
        text.contains("(reset)\n(set-logic ALL)\n(declare-sort S 0)\n(declare-fun f (S) Int)\n"),
        "{text}"
    );
    assert_eq!(tress(&[], "two-again", &text), "unsat\nsat\n");
}
