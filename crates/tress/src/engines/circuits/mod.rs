//! Bounded circuits: a problem as a circuit over words and numbers of bounded size.
//!
//! Enters: a problem of truth values, whole numbers and strings. Leaves: a model, or no answer: that
//! there is none within the bounds says nothing. Only the symbols are free; what functions make of
//! them is computed, so the search decides a few dozen bits. Bounds grow round by round.

mod convert;
mod encode;
mod functions;
mod language;
mod text;

#[cfg(test)]
mod tests;

use tress_base::Stop;

use crate::engines::engine::{Claims, Engine, Task};
use crate::env::Env;
use crate::model::Model;
use crate::problem::{Outcome, Problem, Reason};
use crate::term::{Sort, TermStore};

use encode::{Bounds, Circuit};

/// The bounds of the rounds.
const ROUNDS: [Bounds; 5] = [
    Bounds { length: 4, bits: 5 },
    Bounds { length: 8, bits: 10 },
    Bounds { length: 16, bits: 20 },
    Bounds { length: 32, bits: 36 },
    Bounds { length: 64, bits: 64 },
];
/// The most steps of a round.
const ROUND_STEPS: u64 = 4_000_000;

/// The engine.
pub(super) struct Circuits;

impl Engine for Circuits {
    fn name(&self) -> &'static str {
        "circuits"
    }

    fn help(&self) -> &'static str {
        "only short words and numbers of few bits, as circuits"
    }

    fn claims(&self) -> Claims {
        Claims::Sat
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        problem.symbols.iter().all(|symbol| {
            let symbol = store.symbol(*symbol);
            symbol.arguments.is_empty() && matches!(symbol.result, Sort::Bool | Sort::Int | Sort::String)
        })
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let budget = env.budget;
        let share = (task.share / ROUNDS.len() as u64).min(ROUND_STEPS);
        for bounds in ROUNDS {
            let mut built = false;
            match budget.share(share, || search(env, task.problem, bounds, &mut built))? {
                Some(Some(model)) => return Ok(Outcome::Model(Box::new(model))),
                // What is too large, or has no circuit at all, is so in later rounds, too.
                _ if !built => break,
                _ => {}
            }
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// One round: a model, if there is one within the bounds. Tells whether there is a circuit.
fn search(
    env: &mut Env<'_>,
    problem: &Problem,
    bounds: Bounds,
    built: &mut bool,
) -> Result<Option<Model>, Stop> {
    let Some(mut circuit) = Circuit::new(env, problem, bounds)? else {
        return Ok(None);
    };
    *built = true;
    env.stats.add("circuit-rounds", 1);
    env.stats.add("circuit-gates", circuit.gates.size() as u64);
    Ok(circuit.gates.solve(&[])?.then(|| circuit.model()))
}
