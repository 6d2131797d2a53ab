//! Answers that a second engine confirms.

use tress_session::{Session, run};
use tress_solver::options::Options;
use tress_solver::{Confirmation, Trail};

/// The replies to a script under `cross-check`, and who confirmed the last answer.
fn checked(script: &str) -> (String, Confirmation) {
    let mut options = Options::default();
    options.set("cross-check", "true").expect("an option");
    let (mut session, mut replies) = (Session::new(options), Vec::new());
    run(&mut session, script.as_bytes(), &mut replies).expect("nothing fails");
    (String::from_utf8(replies).expect("text"), session.solver.trail().confirmation)
}

#[test]
fn another_engine_gives_the_same_answer() {
    let begin =
        "(declare-const x String)(declare-const y String)(assert (= (str.++ x \"b\") (str.++ \"a\" y)))";
    let (replies, by) = checked(&format!("{begin}(check-sat)"));
    assert_eq!(replies, "sat\n");
    assert!(matches!(by, Confirmation::By(_)), "{by:?}");
    let (replies, by) = checked(&format!("{begin}(assert (= (str.len x) (+ (str.len y) 1)))(check-sat)"));
    assert_eq!(replies, "unsat\n");
    assert!(matches!(by, Confirmation::By(_)), "{by:?}");
}

#[test]
fn parts_have_their_own_deciders_and_none_of_them_confirms() {
    let script = "(set-option :cross-check true)(declare-const a Int)(declare-const b Int)
        (assert (> a 0))(assert (> b 0))(assert (> (* a b) 99))(assert (< (+ a b) 21))
        (declare-const x String)(declare-const y String)
        (assert (= (str.++ x \"ab\" y) (str.++ y \"ba\" x)))(assert (> (str.len x) 2))(check-sat)";
    let (mut session, mut replies) = (Session::new(Options::default()), Vec::new());
    run(&mut session, script.as_bytes(), &mut replies).expect("nothing fails");
    assert_eq!(replies, b"sat\n");
    let Trail { decided_by, confirmation, .. } = session.solver.trail();
    assert_eq!(decided_by.names(), ["calculus", "kernel"]);
    assert_eq!(decided_by.only_engine(), None);
    let Confirmation::By(other) = confirmation else { panic!("{confirmation:?}") };
    assert!(!decided_by.rest_on(other), "{other}");
}

#[test]
fn what_nobody_else_answers_in_the_time_left_stays_an_answer() {
    let script = |steps| {
        format!("(set-option :rlimit {steps})(declare-const x String)(assert (= (str.len x) 2))(check-sat)")
    };
    let limits = (1..400).chain([1 << 20]);
    let all: Vec<(String, Confirmation)> = limits.map(|steps| checked(&script(steps))).collect();
    assert!(all.contains(&("sat\n".to_owned(), Confirmation::Missing)), "{all:?}");
    assert!(matches!(all.last(), Some((_, Confirmation::By(_)))), "{all:?}");
}

#[test]
fn models_and_cores_are_those_of_the_first_answer() {
    let script = "(set-option :produce-unsat-cores true)(declare-const x String)\
        (assert (! (= x \"a\") :named one))(check-sat)(get-value (x))(assert (! (= x \"b\") :named two))(check-sat)(get-unsat-core)";
    assert_eq!(checked(script).0, "sat\n((x \"a\"))\nunsat\n(one two)\n");
}

#[test]
fn without_the_option_nobody_is_asked() {
    let (mut session, mut replies) = (Session::new(Options::default()), Vec::new());
    run(&mut session, &b"(check-sat)"[..], &mut replies).expect("nothing fails");
    assert_eq!(session.solver.trail().confirmation, Confirmation::NotAsked);
}
