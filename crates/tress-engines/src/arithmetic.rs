//! The formulas about numbers that represent a conjunction, and the search that decides them.
//!
//! What rests on literals has a guard among its premises: a truth value that is assumed. The guards that a
//! conflict needs name its literals.

use tress_automata::lengths::{LengthSet, LengthTerm};
use tress_base::Stop;

use tress_kernel::{Incremental, Mode, NoTheory};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_strings::in_progression;
use tress_term::model::Model;
use tress_term::term::{Sort, Term, TermSet, TermStore, Value};

use super::formulas::{at_most, or, unknown};

/// What the search answers.
pub(super) enum Answer {
    Model(Box<Model>),
    /// The literals that exclude each other.
    Conflict(Vec<u32>),
    Nothing,
}

/// Formulas and their search.
///
/// Invariant: facts with origin 0 hold whatever is asserted; every other fact is the guard of that number.
pub(super) struct Arithmetic {
    search: Incremental<NoTheory>,
    facts: Vec<Fact>,
    known: TermSet,
    /// The literals of each guard; the first has none.
    guards: Vec<Vec<u32>>,
}

impl Arithmetic {
    pub(super) fn new(seed: u64) -> Self {
        let search = Incremental::new(NoTheory, seed);
        Self { search, facts: Vec::new(), known: TermSet::new(), guards: vec![Vec::new()] }
    }

    /// A truth value that holds because these literals do.
    pub(super) fn guard(&mut self, env: &mut Env<'_>, origins: Vec<u32>) -> Term {
        if origins.is_empty() {
            return TermStore::bool(true);
        }
        let term = unknown(env, "guard", Sort::Bool);
        let origin = u32::try_from(self.guards.len()).expect("few literals");
        self.facts.push(Fact { term, origin });
        self.guards.push(origins);
        term
    }

    /// Asserts: some premise is false, or the conclusion holds.
    pub(super) fn tell(
        &mut self,
        env: &mut Env<'_>,
        premises: &[Term],
        conclusion: Term,
    ) -> Result<(), Stop> {
        let mut parts: Vec<Term> = premises.iter().map(|&premise| env.store.not(premise)).collect();
        parts.push(conclusion);
        let whole = or(env, &parts);
        let term = env.rewrite(whole)?;
        if term != TermStore::bool(true) && self.known.add(term) {
            self.facts.push(Fact { term, origin: 0 });
        }
        Ok(())
    }

    /// Decides all that was added.
    pub(super) fn solve(&mut self, env: &mut Env<'_>) -> Result<Answer, Stop> {
        let problem = Problem::new(env.store, self.facts.clone());
        let mode = |fact: &Fact| if fact.origin == 0 { Mode::Asserted } else { Mode::Tracked };
        Ok(match self.search.decide(env, &problem, mode)? {
            Outcome::Model(model) => Answer::Model(model),
            Outcome::Conflict(core) => {
                let literals = core.iter().flat_map(|origin| self.guards[*origin as usize].iter().copied());
                let mut literals: Vec<u32> = literals.collect();
                literals.sort_unstable();
                literals.dedup();
                Answer::Conflict(literals)
            }
            Outcome::GaveUp(_) => Answer::Nothing,
        })
    }
}

/// A number is in a set of lengths.
pub(super) fn in_set(env: &mut Env<'_>, number: Term, set: &LengthSet) -> Term {
    let choices: Vec<Term> = set.terms().iter().map(|term| in_term(env, number, term)).collect();
    or(env, &choices)
}

fn in_term(env: &mut Env<'_>, number: Term, term: &LengthTerm) -> Term {
    if term.period == 1 && term.repeats.is_none() {
        let low = env.store.int(term.low);
        return at_most(env, low, number);
    }
    let times = (term.period > 0).then(|| unknown(env, "times", Sort::Int));
    in_progression(env, number, term, times)
}

/// Does a model make a truth value true? One that it leaves open is not needed.
pub(super) fn is_true(env: &Env<'_>, model: &Model, truth: Term) -> bool {
    truth == TermStore::bool(true)
        || env.store.as_constant(truth).is_some_and(|symbol| model.get(symbol) == Some(&Value::Bool(true)))
}

/// The value of a number in a model, when it is a length.
pub(super) fn length_in(env: &Env<'_>, model: &Model, number: Term) -> Option<usize> {
    match model.get(env.store.as_constant(number)?) {
        Some(Value::Int(value)) => value.to_usize(),
        _ => Some(0),
    }
}
