//! Guessing: values from the problem's own constants, then short words and small numbers.
//!
//! Enters: any problem without uninterpreted regular expressions. Leaves: a model that the
//! evaluator found true, a conflict when the problem has no symbols and a fact is false, or no
//! answer. A guess that fails says nothing, so this procedure never refutes anything else.

mod candidates;
mod search;

use tress_base::Stop;

use crate::eval::{EvalError, Plan};
use crate::model::Model;
use crate::problem::Problem;
use crate::term::{Sort, Term, TermStore, Value};

use super::procedure::{Outcome, Procedure, Reason};
use crate::env::Env;
use search::Search;

/// The procedure.
pub(super) struct Guess {
    /// Steps of work for each of its walks.
    pub(super) steps: u64,
}

impl Procedure for Guess {
    fn name(&self) -> &'static str {
        "guess"
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        problem.symbols.iter().all(|symbol| store.symbol(*symbol).result != Sort::RegLan)
    }

    fn solve(&self, env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
        if let Some(fact) = problem.facts.iter().find(|fact| fact.term == TermStore::FALSE) {
            return Ok(Outcome::Conflict(vec![fact.origin]));
        }
        if problem.symbols.is_empty() {
            return ground(env, problem);
        }
        match Search::new(env, problem).run(self.steps)? {
            Some(model) => Ok(Outcome::Model(Box::new(model))),
            None => Ok(Outcome::GaveUp(Reason::Incomplete)),
        }
    }
}

/// A problem without symbols is decided by evaluating it. Division by zero is a symbol in
/// disguise: with it, a false fact refutes nothing.
fn ground(env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
    for fact in &problem.facts {
        match env.evaluator.eval(env.store, fact.term, &Model::new(), env.budget) {
            Ok(Value::Bool(true)) => {}
            Ok(_) if !divides(env.store, fact.term) => return Ok(Outcome::Conflict(vec![fact.origin])),
            Err(EvalError::Stop(stop)) => return Err(stop),
            Err(EvalError::Quantifier) => return Ok(Outcome::GaveUp(Reason::Quantifiers)),
            _ => return Ok(Outcome::GaveUp(Reason::Incomplete)),
        }
    }
    Ok(Outcome::Model(Box::default()))
}

/// Does a division occur whose value a model must choose?
fn divides(store: &TermStore, term: Term) -> bool {
    use crate::term::{Op, post_order};
    let parts = post_order(store, &[term]);
    parts.into_iter().any(|part| matches!(store.op(part), Some(Op::IntDiv | Op::Mod | Op::RealDiv)))
}

/// How many roots of a plan are true; `None` when one has no value.
fn score(env: &mut Env<'_>, plan: &Plan, model: &Model) -> Result<Option<usize>, Stop> {
    match env.evaluator.run(env.store, plan, model, env.budget) {
        Ok(values) => Ok(Some(values.iter().filter(|value| **value == Value::Bool(true)).count())),
        Err(EvalError::Stop(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}
