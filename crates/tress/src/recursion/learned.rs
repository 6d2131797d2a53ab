//! What is known of recursive functions for all arguments.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use crate::env::Env;
use crate::ground::Question;
use crate::term::{SymbolId, Term, TermStore};

/// What was learned of functions.
#[derive(Default)]
pub(super) struct Learned {
    closed: FxHashMap<SymbolId, Term>,
}

impl Learned {
    /// Learns of the functions that are called in a question.
    pub(super) fn learn(&mut self, _env: &mut Env<'_>, _question: &Question<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// What a function computes, in terms of its parameters and without calls.
    pub(super) fn closed_form(&self, function: SymbolId) -> Option<Term> {
        self.closed.get(&function).copied()
    }

    /// What holds of one call.
    pub(super) fn facts(
        &self,
        _store: &mut TermStore,
        _function: SymbolId,
        _args: &[Term],
        _call: Term,
    ) -> Vec<Term> {
        Vec::new()
    }
}
