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
/// The most steps of the first round; each that follows gets twice as many.
const FIRST_ROUND: u64 = 400_000;

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
        // All rounds together get the share.
        let first = (task.share >> ROUNDS.len()).min(FIRST_ROUND);
        for (round, bounds) in (0..).zip(ROUNDS) {
            match budget.share(first << round, || search(env, task.problem, bounds))? {
                Some(Round::Found(outcome)) => return Ok(outcome),
                // What has no circuit has none in a later round either.
                Some(Round::Impossible) => break,
                Some(Round::Nothing) | None => {}
            }
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// What a round found.
enum Round {
    Found(Outcome),
    Nothing,
    Impossible,
}

fn search(env: &mut Env<'_>, problem: &Problem, bounds: Bounds) -> Result<Round, Stop> {
    let Some(mut circuit) = Circuit::new(env, problem, bounds)? else {
        return Ok(Round::Impossible);
    };
    env.stats.add("circuit-rounds", 1);
    env.stats.add("circuit-gates", circuit.gates.size() as u64);
    Ok(if circuit.gates.solve(&[])? {
        Round::Found(Outcome::Model(Box::new(circuit.model())))
    } else {
        Round::Nothing
    })
}
