//! The checker's reader and evaluator next to those of the solver.
//!
//! Enters: the text of a problem, terms that the solver has read or evaluated. Leaves: whether the checker
//! reads and evaluates them alike. For experiments; certificates do not need it.

use tress_term::term::{Term, TermStore};

use crate::emit::Reason;
use crate::proof::Proof;

/// The checker, asked about one problem.
pub struct Twin<'text>(Proof<'text>);

impl<'text> Twin<'text> {
    /// The checker with this problem.
    ///
    /// # Errors
    /// Why it does not understand it.
    pub fn new(problem: &'text [u8]) -> Result<Self, String> {
        Ok(Self(Proof::new(problem)?))
    }

    /// Does the checker read the assertion of this number as this term?
    pub fn reads(&mut self, store: &TermStore, number: usize, term: Term) -> bool {
        self.0.has_assertion(store, number, term).is_some()
    }

    /// Does the checker find that a ground formula has this truth value?
    pub fn evaluates(&mut self, store: &TermStore, formula: Term, truth: bool) -> bool {
        self.0.add(store, &[(formula, truth)], Reason::Plain("eval")).is_some()
    }
}
