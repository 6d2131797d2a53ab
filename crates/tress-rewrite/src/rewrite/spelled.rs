//! Languages as terms.

use tress_automata::Regex;

use super::context::Context;
use tress_term::term::{Term, language_term};

impl Context<'_> {
    /// The language as a term, when it takes no more than `most` parts to write it.
    pub(super) fn spell(&mut self, language: Regex, most: usize) -> Option<Term> {
        language_term(self.store, self.evaluator.regexes(), language, most)
    }
}
