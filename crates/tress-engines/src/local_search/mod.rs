//! Guessing: values from the problem's own constants, then short words and small numbers.
//!
//! Enters: any problem without uninterpreted regular expressions. Leaves: a model that the
//! evaluator found true, or no answer: a guess that fails has no meaning.

mod candidates;
mod characters;
mod definitions;
pub(super) mod limits;
mod search;

#[cfg(test)]
mod tests;

use tress_base::Stop;

use crate::engine::{Claims, Engine, Task};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::eval::{EvalError, Plan};
use tress_term::model::Model;
use tress_term::term::{Sort, TermStore, Value};

use definitions::Computed;
use search::Walks;

/// The engine.
pub(super) struct LocalSearch;

impl Engine for LocalSearch {
    fn name(&self) -> &'static str {
        "local-search"
    }

    fn help(&self) -> &'static str {
        "only values from the problem's constants and short words"
    }

    fn claims(&self) -> Claims {
        Claims::Sat
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        problem.symbols.iter().all(|symbol| store.symbol(*symbol).result != Sort::RegLan)
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        if task.problem.symbols.is_empty() {
            return ground(env, task.problem);
        }
        // Half of the work for what is left when symbols are computed, if any can be.
        let mut share = task.share;
        if let Some(computed) = Computed::new(env.store, task.problem, env.budget) {
            share /= 2;
            if let Some(model) = Walks::new(env, &computed.problem).run(share / 2)?
                && let Some(model) = computed.complete(env, model)?
            {
                return Ok(Outcome::Model(Box::new(model)));
            }
        }
        // Half of the rest for each of the two walks.
        match Walks::new(env, task.problem).run(share / 2)? {
            Some(model) => Ok(Outcome::Model(Box::new(model))),
            None => Ok(Outcome::GaveUp(Reason::Incomplete)),
        }
    }
}

/// A problem without symbols is evaluated.
fn ground(env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
    Ok(match env.holds(problem.roots(), &Model::new())? {
        true => Outcome::Model(Box::default()),
        false => Outcome::GaveUp(Reason::Incomplete),
    })
}

/// How many roots of a plan are true; `None` when one has no value.
fn score(env: &mut Env<'_>, plan: &Plan, model: &Model) -> Result<Option<usize>, Stop> {
    match env.evaluator.run(env.store, plan, model, env.budget) {
        Ok(values) => Ok(Some(values.iter().filter(|value| **value == Value::Bool(true)).count())),
        Err(EvalError::Stop(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}
