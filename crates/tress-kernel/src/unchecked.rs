//! Replaces `checked` in programs without the feature `check-everything`: keeps nothing, checks nothing.

use tress_sat::Lit;
use tress_term::term::Term;

use super::Kernel;
use super::inferences::Rule;
use super::observer::Observer;
use super::theory::Theory;

/// What observes the clauses of a search, unless another observer is asked for.
pub type Watcher = tress_sat::Silent;

impl Observer for Watcher {}

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

/// Decisions were undone.
#[inline]
pub(crate) fn after_backtrack(_kernel: &mut Kernel, _theory: &dyn Theory) {}
