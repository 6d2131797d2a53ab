//! Clauses and search: a CDCL solver with room for a theory. It knows nothing of terms.
mod analyze;
mod checker;
mod clause;
mod core;
mod decide;
mod forget;
mod heap;
mod lemma;
mod literal;
mod minimize;
mod propagate;
mod restart;
mod search;
mod simplify;
mod solver;
mod theory;
mod trace;
mod trail;

pub use crate::core::Statistics;
pub use checker::Checker;
pub use literal::{Lit, Var};
pub use solver::{Outcome, Solver, Unknown};
pub use theory::{Check, NoTheory, Search, Theory};
pub use trace::{Silent, Tracer};
