//! The door through which procedures come in.

use std::fmt;

use tress_base::Stop;

use crate::env::Env;
use crate::model::Model;
use crate::problem::Problem;
use crate::term::{Term, TermStore};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The work had to stop.
    Stopped(Stop),
    /// The procedures that were asked cannot decide this problem.
    Incomplete,
    /// A quantifier occurs, and no procedure decides those.
    Quantifiers,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(stop) => write!(f, "{stop}"),
            Reason::Incomplete => f.write_str("incomplete"),
            Reason::Quantifiers => f.write_str("(incomplete quantifiers)"),
        }
    }
}

/// What a procedure found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Values under which, the procedure believes, all facts hold. The caller checks them.
    Model(Box<Model>),
    /// Origins of facts that cannot hold together. Only steps that keep every solution may lead
    /// here.
    Conflict(Vec<u32>),
    /// Clauses that follow from the theory alone. They may speak of new terms.
    Lemmas(Vec<Vec<Term>>),
    /// No answer, and why.
    GaveUp(Reason),
}

/// A method that decides conjunctions of facts.
pub trait Procedure {
    /// The name under which it is counted.
    fn name(&self) -> &'static str;

    /// Could it say anything about this problem? Must be cheap.
    fn applies(&self, store: &TermStore, problem: &Problem) -> bool;

    /// Tries to decide the problem.
    ///
    /// # Errors
    /// When the budget is used up.
    fn solve(&self, env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop>;
}
