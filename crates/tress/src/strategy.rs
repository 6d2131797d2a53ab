//! The order in which methods are tried on a problem.
//!
//! Enters: a preprocessed problem. Leaves: an outcome. A fact that is plainly false decides
//! everything; parts without common symbols are decided one by one, where one conflict is enough;
//! a glance at small values finds most easy models, the search is for the rest. What it does not
//! decide soon is guessed at for longer, before the search begins again without an end.

use tress_base::Stop;

use crate::model::{Model, ZeroDivision};
use crate::preprocess::independent_parts;
use crate::problem::Problem;
use crate::procedures::{Context, Outcome, Reason, glance, run_engine};
use crate::search::{is_native, search};
use crate::term::TermStore;

/// Steps of work for the search before more is guessed.
const FIRST_SEARCH: u64 = 2_000_000;

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
    match engine {
        "auto" => {}
        "calculus" => return search(context, problem, tracked),
        other => return run_engine(other, context, problem),
    }
    let parts = independent_parts(context.store, problem);
    let (mut whole, mut gave_up) = (Model::new(), None);
    for part in &parts {
        match decide_part(context, part, &tracked)? {
            Outcome::Model(model) if parts.len() == 1 => return Ok(Outcome::Model(model)),
            Outcome::Model(model) => join(context.store, &mut whole, part, &model),
            Outcome::Conflict(origins) => return Ok(Outcome::Conflict(origins)),
            Outcome::GaveUp(reason) => gave_up = Some(reason),
            Outcome::Lemmas(_) => gave_up = Some(Reason::Incomplete),
        }
    }
    Ok(gave_up.map_or_else(|| Outcome::Model(Box::new(whole)), Outcome::GaveUp))
}

/// Decides a problem that has only one part.
fn decide_part(
    context: &mut Context<'_>,
    problem: &Problem,
    tracked: &impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    if is_native(context.store, problem) {
        return search(context, problem, tracked);
    }
    if let Outcome::Model(model) = glance(context, problem)? {
        return Ok(Outcome::Model(model));
    }
    let budget = context.budget;
    match budget.within(FIRST_SEARCH, || search(context, problem, tracked)) {
        Ok(Outcome::GaveUp(_)) => {}
        Err(Stop::Steps) => budget.look()?,
        decided => return decided,
    }
    if let Outcome::Model(model) = run_engine("guess", context, problem)? {
        return Ok(Outcome::Model(model));
    }
    search(context, problem, tracked)
}

/// Adds the values of a part's symbols, and of division by zero where the part has some.
fn join(store: &TermStore, whole: &mut Model, part: &Problem, model: &Model) {
    for symbol in &part.symbols {
        if store.symbol(*symbol).arguments.is_empty() {
            if let Some(value) = model.get(*symbol) {
                whole.set(*symbol, value.clone());
            }
        } else if let Some(value) = model.function(*symbol) {
            whole.set_function(*symbol, value.clone());
        }
    }
    for division in ZeroDivision::ALL {
        if model.zero_division(division).cases().len() > 0 {
            *whole.zero_division_mut(division) = model.zero_division(division).clone();
        }
    }
}
