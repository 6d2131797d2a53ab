//! The order in which methods are tried on a problem.
//!
//! Enters: a preprocessed problem. Leaves: an outcome. A fact that is plainly false decides
//! everything; parts without common symbols are decided one by one, where one conflict is enough;
//! a glance at small values finds most easy models, the search is for the rest. What it does not
//! decide soon is guessed at for longer; then the search begins again with other choices, each time for
//! longer.

use tress_base::Stop;

use crate::env::Env;
use crate::model::{Model, ZeroDivision};
use crate::preprocess::independent_parts;
use crate::problem::Problem;
use crate::procedures::{Outcome, Reason, glance, run_engine};
use crate::search::{is_native, search};
use crate::term::TermStore;

/// Steps of work for the search before it begins again.
const FIRST_SEARCH: u64 = 1_000_000;

/// Decides a problem with the methods that `engine` names. `tracked` says for which facts a
/// conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn decide(
    engine: &str,
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    if let Some(fact) = problem.facts.iter().find(|fact| fact.term == TermStore::FALSE) {
        return Ok(Outcome::Conflict(vec![fact.origin]));
    }
    match engine {
        "auto" => {}
        "calculus" => return search(env, problem, tracked),
        other => return run_engine(other, env, problem),
    }
    let parts = independent_parts(env.store, problem);
    let (mut whole, mut gave_up) = (Model::new(), None);
    for part in &parts {
        match decide_part(env, part, &tracked)? {
            Outcome::Model(model) if parts.len() == 1 => return Ok(Outcome::Model(model)),
            Outcome::Model(model) => join(env.store, &mut whole, part, &model),
            Outcome::Conflict(origins) => return Ok(Outcome::Conflict(origins)),
            Outcome::GaveUp(reason) => gave_up = Some(reason),
            Outcome::Lemmas(_) => gave_up = Some(Reason::Incomplete),
        }
    }
    Ok(gave_up.map_or_else(|| Outcome::Model(Box::new(whole)), Outcome::GaveUp))
}

/// Decides a problem that has only one part.
fn decide_part(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    if is_native(env.store, problem) {
        return search(env, problem, tracked);
    }
    if let Outcome::Model(model) = glance(env, problem)? {
        return Ok(Outcome::Model(model));
    }
    let seed = env.seed;
    let outcome = search_again_and_again(env, problem, tracked);
    env.seed = seed;
    outcome
}

/// Searches with growing shares of work. Many problems are decided soon by most choices and late by
/// a few, so beginning again is better than going on.
fn search_again_and_again(
    env: &mut Env<'_>,
    problem: &Problem,
    tracked: &impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    let budget = env.budget;
    let mut share = FIRST_SEARCH;
    loop {
        let outcome = budget.within(share, || search(env, problem, tracked));
        let gave_up = match outcome {
            Ok(Outcome::GaveUp(reason)) => Some(reason),
            Err(Stop::Steps) => {
                budget.look()?;
                None
            }
            decided => return decided,
        };
        if share == FIRST_SEARCH
            && let Outcome::Model(model) = run_engine("guess", env, problem)?
        {
            return Ok(Outcome::Model(model));
        }
        if let Some(reason) = gave_up {
            return Ok(Outcome::GaveUp(reason));
        }
        env.seed = env.seed.wrapping_add(1);
        share = share.saturating_add(share / 2);
    }
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
