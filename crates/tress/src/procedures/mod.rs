//! The room of procedures: methods that decide a conjunction of facts.
//!
//! Enters: a [`crate::problem::Problem`]. Leaves: an [`Outcome`]. All procedures come in through one door, the
//! trait [`Procedure`]; [`ENGINES`] says which of them `--engine` runs, in which order. A new
//! procedure is one folder and one row there.
//!
//! A procedure knows problems, terms and the evaluator. It must not know another procedure, the
//! Boolean search, or the session.

mod engines;
mod guess;
mod procedure;

pub use engines::{ENGINES, Engine, glance, run_engine};
pub use procedure::{Outcome, Procedure, Reason};
