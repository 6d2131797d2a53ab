//! What checks of everything ask of bit-vectors.

use super::{Arc, Bits, Lit, Term, Var};

impl Bits {
    /// The bits of a term, the least first.
    pub(crate) fn vector_of(&self, term: Term) -> Option<Arc<[Lit]>> {
        self.vectors.get(term).cloned()
    }

    /// Variables with the numbers that are one when they are true.
    pub(crate) fn digit_list(&self) -> &[(Var, Term)] {
        &self.digit_list
    }
}
