//! The order in which methods are tried on a problem.
//!
//! Enters: a preprocessed problem. Leaves: an outcome. A fact that is plainly false decides
//! everything; guessing is cheap and finds most easy models; the search is for the rest.

use tress_base::Stop;

use crate::problem::Problem;
use crate::procedures::{Context, Outcome, run_engine};
use crate::search::{is_native, search};
use crate::term::TermStore;

/// Decides a problem with the methods that `engine` names. `tracked` says for which facts a
/// conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn decide(
    engine: &str,
    context: &mut Context<'_>,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    if let Some(fact) = problem.facts.iter().find(|fact| fact.term == TermStore::FALSE) {
        return Ok(Outcome::Conflict(vec![fact.origin]));
    }
    if engine != "auto" {
        return run_engine(engine, context, problem);
    }
    if !is_native(context.store, problem)
        && let Outcome::Model(model) = run_engine("guess", context, problem)?
    {
        return Ok(Outcome::Model(model));
    }
    search(context, problem, tracked)
}
