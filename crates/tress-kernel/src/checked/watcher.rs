//! What observes the clauses of a search: the checker of `tress-sat`, and a list of what the solver was
//! given.

use rustc_hash::FxHashSet;
use tress_sat::{Checker, Lit, Tracer};

use super::sorted;

/// Keeps all clauses that the solver was given, and checks those that it derives.
#[derive(Default)]
pub struct Watcher {
    checker: Checker,
    known: FxHashSet<Box<[Lit]>>,
    clauses: Vec<Box<[Lit]>>,
}

impl Watcher {
    /// The checker of derived clauses.
    pub(super) fn checker(&self) -> &Checker {
        &self.checker
    }

    /// All clauses that the solver was given, each once and sorted.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter().map(|clause| &**clause)
    }

    fn keep(&mut self, clause: &[Lit]) {
        let clause = sorted(clause);
        if self.known.insert(clause.clone()) {
            self.clauses.push(clause);
        }
    }
}

impl Tracer for Watcher {
    fn input(&mut self, clause: &[Lit]) {
        self.keep(clause);
        self.checker.input(clause);
    }

    fn lemma(&mut self, clause: &[Lit]) {
        self.keep(clause);
        self.checker.lemma(clause);
    }

    fn derived(&mut self, clause: &[Lit]) {
        self.checker.derived(clause);
    }

    fn deleted(&mut self, clause: &[Lit]) {
        self.checker.deleted(clause);
    }

    fn refuted(&mut self, assumptions: &[Lit]) {
        self.checker.refuted(assumptions);
    }
}
