//! Instances of the schemas of the checker.

use tress_base::Stop;
use tress_rewrite::env::Env;
use tress_term::term::Term;

use crate::emit::Literal;

/// A clause of a schema for certain arguments.
pub(crate) struct Instance {
    pub(crate) schema: String,
    pub(crate) index: usize,
    pub(crate) args: Vec<Term>,
    pub(crate) literals: Vec<Literal>,
}

/// All schemas.
pub(crate) struct Schemas {}

impl Schemas {
    pub(crate) fn new() -> Self {
        Self {}
    }

    /// The instances that terms suggest.
    pub(crate) fn instances(&mut self, _env: &mut Env<'_>, _terms: &[Term]) -> Result<Vec<Instance>, Stop> {
        Ok(Vec::new())
    }
}
