//! What tests of several crates share: engines that are asked about facts.

use tress_base::{Budget, Stop};

use tress_rewrite::testing::Terms;

use crate::{Engine, Task, named};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, Value};

/// What the engine with this name answers to facts, as [`ask_engine`] does.
pub fn ask(engine: &str, facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    ask_engine(named(engine).expect("it stands in the table"), facts, steps)
}

/// What an engine answers to facts, whose origins are their indices, and the context with its counters.
pub fn ask_engine(engine: &dyn Engine, facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    let problem = Problem::new(&terms.context.store, facts.collect());
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
    let outcome = engine.solve(&mut terms.context.env(&budget, 0), &task);
    (outcome, terms)
}

/// An engine finds a model under which every fact is true.
pub fn expect_model(engine: &str, facts: &[&str], steps: u64) {
    let (outcome, mut terms) = ask(engine, facts, Some(steps));
    let Ok(Outcome::Model(model)) = outcome else { panic!("{facts:?}: {outcome:?}") };
    for fact in facts {
        let (term, budget) = (terms.term(fact), Budget::unlimited());
        let value = terms.context.env(&budget, 0).eval(term, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}: {model:?}");
    }
}

/// An engine refutes facts, by the ones with these numbers.
pub fn expect_conflict(engine: &str, facts: &[&str], expected: &[u32], steps: u64) {
    let (outcome, _) = ask(engine, facts, Some(steps));
    assert!(matches!(&outcome, Ok(Outcome::Conflict(core)) if core == expected), "{facts:?}: {outcome:?}");
}

/// The words of a and b up to a length.
pub fn short_words(longest: usize) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for length in 0..longest {
        let longer: Vec<String> = words.iter().filter(|word| word.len() == length).cloned().collect();
        words.extend(longer.iter().flat_map(|word| ["a", "b"].map(|character| format!("{word}{character}"))));
    }
    words
}

/// A model of these words for facts.
pub fn short_model(
    env: &mut Env<'_>,
    symbols: [SymbolId; 3],
    words: &[String],
    facts: &[Term],
) -> Option<Model> {
    let pairs = || words.iter().flat_map(|x| words.iter().map(move |y| (x, y)));
    for (x, y, z) in pairs().flat_map(|(x, y)| words.iter().map(move |z| (x, y, z))) {
        let mut model = Model::new();
        for (symbol, word) in symbols.into_iter().zip([x, y, z]) {
            model.set(symbol, Value::text(word));
        }
        // Memberships come last and fail most.
        if facts.iter().rev().all(|fact| matches!(env.eval(*fact, &model), Ok(Value::Bool(true)))) {
            return Some(model);
        }
    }
    None
}
