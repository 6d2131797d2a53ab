//! The engine alone, against the evaluator and against the truth about small problems.

use tress_base::{Budget, Stop};

use crate::engines::{Task, named};
use crate::problem::{Fact, Outcome, Problem};
use crate::term::{Term, Value};
use crate::testing::Terms;

/// What the engine says of facts, and its counters.
fn solve(facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    let problem = Problem::new(&terms.workshop.store, facts.collect());
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX };
    let engine = named("flat").expect("it stands in the table");
    let outcome = engine.solve(&mut terms.workshop.env(&budget, 0), &task);
    (outcome, terms)
}

/// Is there a model, under which every fact is true, found in so many rounds?
fn sat(facts: &[&str], rounds: u64) {
    let (outcome, mut terms) = solve(facts, None);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{facts:?}: {outcome:?}") };
    assert_eq!(terms.workshop.stats.get("flat-rounds"), rounds, "{facts:?}");
    for fact in facts {
        let (term, budget) = (terms.term(fact), Budget::unlimited());
        let value = terms.workshop.env(&budget, 0).eval(term, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}");
    }
}

/// Are these facts refuted, by the ones with these numbers?
fn unsat(facts: &[&str], expected: &[u32]) {
    let (outcome, _) = solve(facts, None);
    assert!(matches!(&outcome, Ok(Outcome::Conflict(core)) if core == expected), "{facts:?}: {outcome:?}");
}

/// Is there no conflict?
fn not_refuted(facts: &[&str]) {
    let (outcome, _) = solve(facts, Some(1_000_000));
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{facts:?}: {outcome:?}");
}

#[test]
fn loops_make_long_words() {
    let long = ["(= (str.++ \"0\" x) (str.++ x \"0\"))", "(= (str.to_int x) (str.to_int y))"];
    let lengths = ["(> (str.len y) (str.len x))", "(> (str.len x) 1)", "(< 1000 (str.len y))"];
    sat(&[long.as_slice(), &lengths].concat(), 1);
    sat(&["(str.in_re x (re.* (str.to_re \"b\")))", "(= (str.len x) 100000)"], 1);
    sat(&["(= (str.to_int x) (str.to_int y))", "(> (str.len y) 1000000)", "(not (= x y))"], 1);
}

#[test]
fn equations_are_paths() {
    let (_, terms) = solve(&["(= (str.++ x \"ab\") (str.++ y x))"], None);
    // A shape has three letters, a loop and three letters: 7 + 2 items against 7 + 7.
    assert_eq!(terms.workshop.stats.get("flat-product-states"), 150);
    sat(&["(= (str.++ x \"ab\") (str.++ y x))"], 1);
    sat(&["(= (str.++ x y) (str.++ y x))", "(not (= x y))", "(> (str.len x) 2)", "(> (str.len y) 2)"], 1);
    sat(&["(or (= x \"a\") (= (str.++ x y) \"bcd\"))", "(= (str.len y) 2)", "(not (= x \"a\"))"], 1);
}

#[test]
fn restrictions_grow_where_the_core_names_them() {
    // Thirty digits that no loop repeats.
    let (outcome, terms) = solve(&["(= (str.to_int x) 123456789012345678901234567890)"], None);
    assert!(matches!(outcome, Ok(Outcome::Model(_))), "{outcome:?}");
    assert_eq!(terms.workshop.stats.get("flat-rounds"), 4);
    assert_eq!(terms.workshop.stats.get("flat-m"), 40);
}

#[test]
fn conversions_are_sums_of_digits() {
    sat(&["(= (str.from_int m) (str.++ x \"7\"))", "(> m 100)", "(= (str.to_int x) n)", "(< n 20)"], 1);
    sat(&["(= (str.to_code x) 98)", "(= (str.++ y x) (str.++ (str.from_code (+ 1 (str.to_code x))) x))"], 1);
    sat(&["(= (str.to_int (str.at x m)) 4)", "(= m (- (str.len x) 2))", "(= (str.to_int x) (- 1))"], 1);
}

#[test]
fn functions_are_equations() {
    sat(&["(= (str.substr x 1 2) \"bc\")", "(str.prefixof y x)", "(= (str.len y) 2)"], 1);
    sat(&["(= (str.indexof x \"b\" 0) 3)", "(= (str.replace x \"b\" y) \"aaacc\")"], 1);
    sat(&["(str.contains x y)", "(= (str.len y) 3)", "(not (str.contains x \"a\"))"], 1);
    sat(&["(= (ite (= m 1) x y) \"ab\")", "(= (str.len x) 1)"], 1);
}

#[test]
fn what_needs_no_restriction_is_a_conflict() {
    unsat(&["(= (str.++ x y \"a\") (str.++ y x))"], &[0]);
    unsat(&["(= m 2)", "(> (str.len x) 5)", "(= (str.len (str.++ x y)) m)"], &[0, 1, 2]);
    unsat(&["(= (str.to_int x) 3)", "(= (str.len x) 0)"], &[0, 1]);
}

#[test]
fn a_bound_is_no_conflict() {
    // Satisfiable, but by no word of these shapes.
    not_refuted(&["(= (str.len x) 900)", "(str.in_re x (re.* (str.to_re \"abc\")))"]);
    // Unsatisfiable, but lengths do not tell.
    not_refuted(&["(= (str.++ x \"a\") (str.++ \"b\" x))"]);
}
