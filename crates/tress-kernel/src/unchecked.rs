//! Replaces `checked` in programs without the feature `check-everything`: keeps nothing, checks nothing.

use tress_rewrite::env::Env;
use tress_sat::{Lit, Solver};
use tress_term::model::Model;
use tress_term::term::Term;

use super::Kernel;
use super::inferences::Rule;
use super::theory::Theory;

/// What observes the clauses of a search.
pub(crate) type Watcher = tress_sat::Silent;

/// What a check of everything needs to know.
#[derive(Default)]
pub(crate) struct Checks {}

impl Checks {
    /// A clause passed the door.
    #[inline]
    pub(crate) fn note_inference(&mut self, _rule: Rule, _clause: &[Lit]) {}

    /// A clause was asserted.
    #[inline]
    pub(crate) fn note_assertion(&mut self, _clause: &[Lit]) {}

    /// A term got its bits.
    #[inline]
    pub(crate) fn note_vector(&mut self, _term: Term) {}
}

/// A search has ended.
#[inline]
pub(crate) fn after_search(
    _sat: &Solver<Watcher>,
    _kernel: &mut Kernel,
    _theory: &dyn Theory,
    _env: &mut Env<'_>,
    _found: Option<&Model>,
) {
}

/// Decisions were undone.
#[inline]
pub(crate) fn after_backtrack(_kernel: &mut Kernel, _theory: &dyn Theory) {}
