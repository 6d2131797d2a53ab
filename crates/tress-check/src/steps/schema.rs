//! The rule `ax`: instances of schemas.

use crate::budget::{Checked, refuse};
use crate::clause::{Context, Literal};
use crate::term::Term;

/// The schemas that were used.
#[derive(Debug)]
pub(crate) struct Schemas {}

impl Schemas {
    pub(crate) fn new() -> Self {
        Self {}
    }

    /// Accepts an instance.
    pub(crate) fn check(
        &mut self,
        _: &mut Context,
        _: &[Literal],
        _: &str,
        _: u64,
        _: &[Term],
    ) -> Checked<()> {
        refuse("no such schema")
    }

    /// The symbols that an existential schema promises.
    pub(crate) fn witnesses(&mut self, _: &mut Context, _: &str, _: &[Term]) -> Checked<Vec<Term>> {
        refuse("no such schema")
    }
}
