//! What products decide, and what they leave open.

use tress_base::{Budget, Int, Stop};
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_rewrite::testing::Terms;
use tress_term::term::{Term, Value};

use super::powers::floor_root;
use crate::{NoTheory, decide};

const STEPS: u64 = 2_000_000;

/// What the kernel alone makes of facts, and the terms they were made of.
fn ask(facts: &[&str]) -> (Result<Outcome, Stop>, Vec<Term>, Terms) {
    let mut terms = Terms::new();
    let formulas: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = formulas.iter().zip(0..).map(|(term, origin)| Fact { term: *term, origin });
    let problem = Problem::new(&terms.context.store, facts.collect());
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let outcome = decide(&mut terms.context.env(&budget, 0), NoTheory, &problem, |_| true);
    (outcome, formulas, terms)
}

fn refuted(facts: &[&str]) {
    let (outcome, ..) = ask(facts);
    assert!(matches!(&outcome, Ok(Outcome::Conflict(_))), "{facts:?}: {outcome:?}");
}

fn satisfied(facts: &[&str]) {
    let (outcome, formulas, mut terms) = ask(facts);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{facts:?}: {outcome:?}") };
    for (fact, formula) in facts.iter().zip(formulas) {
        let value = terms.context.env(&Budget::unlimited(), 0).eval(formula, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}: {model:?}");
    }
}

/// No answer is fine, a conflict is not.
fn not_refuted(facts: &[&str]) {
    let (outcome, ..) = ask(facts);
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{facts:?}: {outcome:?}");
}

#[test]
fn squares_are_not_negative() {
    refuted(&["(< (* m m) 0)"]);
    satisfied(&["(<= (* m m) 0)"]);
    refuted(&["(= (* r r) (- 1.0))"]);
}

#[test]
fn numbers_between_squares_are_no_squares() {
    refuted(&["(= (* m m) 143)"]);
    satisfied(&["(= (* m m) 144)"]);
    satisfied(&["(= (* m m) 144)", "(< m 0)"]);
    refuted(&["(= (* m m m) 28)"]);
    satisfied(&["(= (* m m m) (- 27))"]);
}

#[test]
fn sums_of_squares() {
    satisfied(&["(= (+ (* m m) (* n n)) 25)", "(< 0 m n)"]);
    refuted(&["(= (+ (* m m) (* n n)) 7)"]);
    refuted(&["(= (* m m) (+ (* 3 n) 2))"]);
}

#[test]
fn remainders_of_products() {
    refuted(&["(= (mod (* m m) 4) 3)"]);
    refuted(&["(= (mod (* m m) 8) 5)", "(= (mod m 2) 1)"]);
    refuted(&["(= (mod (+ (* m m) (* n n)) 4) 3)"]);
    refuted(&["(= (mod (* m (+ m 1)) 2) 1)"]);
    refuted(&["(= (mod (* 5 m m m) 7) 1)", "(> n 0)"]);
    refuted(&["((_ divisible 3) (+ (* m m) 1))"]);
    satisfied(&["(= (mod (* m m) 4) 1)", "(> m 10)"]);
    satisfied(&["(= (mod (* m m) 7) 2)", "(> m 10)"]);
    not_refuted(&["(= (mod (* m n) 4) 3)", "(= (mod m 4) 3)"]);
}

#[test]
fn signs_of_products() {
    refuted(&["(> (* m n) 0)", "(< m 0)", "(> n 0)"]);
    satisfied(&["(> (* m n) 0)", "(< m 0)", "(< n 0)"]);
    refuted(&["(= (* m n) 0)", "(> m 0)", "(not (= n 0))"]);
}

#[test]
fn factors_are_divisors() {
    satisfied(&["(= (* m n) 35)", "(> m 1)", "(> n 1)"]);
    refuted(&["(= (* m n) 37)", "(> m 1)", "(> n 1)"]);
    refuted(&["(= (+ (* m n) (* 2 m)) 7)", "(> m 1)", "(< m 7)"]);
    refuted(&["(= (* (str.len x) (str.len y)) 35)", "(> (str.len x) 35)", "(>= (str.len y) 0)"]);
}

#[test]
fn order_of_factors_does_not_matter() {
    refuted(&["(= (* m n) k)", "(not (= (* n m) k))"]);
    refuted(&["(not (= (* (+ m 1) (- m 1)) (- (* m m) 1)))"]);
    refuted(&["(= m k)", "(not (= (* m n) (* k n)))"]);
}

#[test]
fn euclidean_division_by_unknowns() {
    refuted(&["(> m 0)", "(>= (mod 5 m) m)"]);
    refuted(&["(not (= (+ (* (div m n) n) (mod m n)) m))", "(not (= n 0))"]);
    refuted(&["(not (= n 0))", "(< (mod m n) 0)"]);
    satisfied(&["(> n 3)", "(= (mod m n) 3)", "(= (div m n) 2)"]);
    satisfied(&["(= n 0)", "(= (mod m n) (- 5))", "(= (div m n) 7)"]);
    refuted(&["(= n 0)", "(= m k)", "(not (= (div m n) (div k n)))"]);
}

#[test]
fn truncated_division() {
    let quotient = "(ite (>= m 0) (div m n) (- (div (- m) n)))";
    refuted(&["(not (= n 0))", &format!("(>= (abs (- m (* n {quotient}))) (abs n))")]);
}

#[test]
fn fractions() {
    refuted(&["(< (* r r) r)", "(> r 1.0)"]);
    satisfied(&["(< (* r r) r)", "(> r 0.0)"]);
    not_refuted(&["(= (* r r) 2.0)"]);
    satisfied(&["(= (* r s) 2.0)", "(> r s)"]);
    refuted(&["(not (= s 0.0))", "(not (= (* s (/ r s)) r))"]);
}

#[test]
fn what_no_schema_decides_stays_open() {
    not_refuted(&["(= (* m m) (* 2 n n))", "(> m 0)"]);
}

#[test]
fn roots_are_rounded_down() {
    for (number, power, root) in
        [(143, 2, 11), (144, 2, 12), (0, 2, 0), (28, 3, 3), (-27, 3, -3), (-28, 3, -4)]
    {
        assert_eq!(floor_root(&Int::from(number), power), Int::from(root), "{number}");
    }
}
