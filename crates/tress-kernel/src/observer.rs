//! Who observes the clauses of a search, and what is noted of where they come from.
//!
//! Enters: clauses as the SAT solver gets them, with the rules behind them. Leaves: nothing; checks of
//! everything and records of refutations read it when the search has ended.

use rustc_hash::FxHashMap;
use tress_sat::{Lit, Solver, Trace, Tracer};

use tress_rewrite::env::Env;
use tress_term::model::Model;
use tress_term::term::Term;

use super::Kernel;
use super::inferences::Rule;
use super::theory::Theory;

/// What observes the clauses of a search.
pub trait Observer: Tracer + Default {
    /// A search has ended; `found` is a model of all facts, if it found one.
    fn after_search(
        _sat: &Solver<Self>,
        _kernel: &mut Kernel,
        _theory: &dyn Theory,
        _env: &mut Env<'_>,
        _found: Option<&Model>,
    ) where
        Self: Sized,
    {
    }
}

impl Observer for Trace {}

/// The rules and assertions behind clauses, by their sorted literals.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) rules: FxHashMap<Box<[Lit]>, Rule>,
    pub(crate) asserted: FxHashMap<Box<[Lit]>, Term>,
}

fn sorted(clause: &[Lit]) -> Box<[Lit]> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.into()
}

impl Recorder {
    /// A clause passed the door.
    pub(crate) fn note_inference(&mut self, rule: Rule, clause: &[Lit]) {
        self.rules.entry(sorted(clause)).or_insert(rule);
    }

    /// A formula was asserted as this clause.
    pub(crate) fn note_assertion(&mut self, formula: Term, clause: &[Lit]) {
        self.asserted.entry(sorted(clause)).or_insert(formula);
    }
}
