//! The engine alone, against the evaluator and against the truth about small problems.

use tress_base::{Budget, Stop};

use crate::{Engine, Task};
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_rewrite::testing::Terms;
use tress_term::term::{Term, Value};

use super::WAYS;

mod automata;
mod conversions;
mod paper;

/// What a variant of the engine answers to facts, and its counters.
fn solve_by(way: &str, facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    let problem = Problem::new(&terms.context.store, facts.collect());
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
    let engine = &WAYS.iter().find(|known| known.0 == way).expect("it stands in the table").1;
    let outcome = engine.solve(&mut terms.context.env(&budget, 0), &task);
    (outcome, terms)
}

/// Is there a model under which every fact is true? Were these counters counted?
fn sat_by(way: &str, facts: &[&str], counters: &[&str]) {
    let (outcome, mut terms) = solve_by(way, facts, None);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{way} {facts:?}: {outcome:?}") };
    for counter in counters {
        assert!(terms.context.stats.get(counter) > 0, "{facts:?}: {counter}");
    }
    for fact in facts {
        let (term, budget) = (terms.term(fact), Budget::unlimited());
        let value = terms.context.env(&budget, 0).eval(term, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}");
    }
}

/// Are these facts refuted, by the ones with these numbers?
fn unsat_by(way: &str, facts: &[&str], expected: &[u32], counters: &[&str]) {
    let (outcome, terms) = solve_by(way, facts, None);
    assert!(
        matches!(&outcome, Ok(Outcome::Conflict(core)) if core == expected),
        "{way} {facts:?}: {outcome:?}"
    );
    for counter in counters {
        assert!(terms.context.stats.get(counter) > 0, "{facts:?}: {counter}");
    }
}

/// A conversion by its counter, each way: facts that hold together, and facts that do not.
fn conversion(counter: &str, yes: &[&str], no: &[&str]) {
    let all: Vec<u32> = (0..u32::try_from(no.len()).expect("few facts")).collect();
    sat_by("qelim", yes, &[counter]);
    unsat_by("qelim", no, &all, &[counter]);
}
