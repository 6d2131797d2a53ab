//! Which procedures each engine runs, in which order.

use tress_base::Stop;

use crate::problem::Problem;

use super::guess::Guess;
use super::procedure::{Outcome, Procedure, Reason};
use crate::env::Env;

/// A named list of procedures.
pub struct Engine {
    /// The value of `--engine`.
    pub name: &'static str,
    /// One sentence for the help page.
    pub help: &'static str,
    /// The procedures, in the order they are asked.
    pub procedures: &'static [&'static (dyn Procedure + Sync)],
}

/// Steps of work for guessing that leaves nothing undone.
const LONG_GUESS: u64 = 5_000_000;
/// Steps of work for a glance.
const GLANCE: u64 = 300_000;

/// Every engine; the first is the default.
pub static ENGINES: &[Engine] = &[
    Engine {
        name: "auto",
        help: "all procedures, the cheap ones first",
        procedures: &[&Guess { steps: LONG_GUESS }],
    },
    Engine {
        name: "guess",
        help: "only values from the problem's constants and short words",
        procedures: &[&Guess { steps: LONG_GUESS }],
    },
    Engine { name: "calculus", help: "only the search, without guessing first", procedures: &[] },
];

/// Asks an engine's procedures one after the other, until one has an answer.
///
/// # Errors
/// When the budget is used up.
pub fn run_engine(name: &str, env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
    let engine = ENGINES.iter().find(|engine| engine.name == name).unwrap_or(&ENGINES[0]);
    let mut reason = Reason::Incomplete;
    for procedure in engine.procedures {
        if !procedure.applies(env.store, problem) {
            continue;
        }
        match procedure.solve(env, problem)? {
            Outcome::GaveUp(why) => reason = why,
            outcome => return Ok(outcome),
        }
    }
    Ok(Outcome::GaveUp(reason))
}

/// Guesses only as long as it takes to find the models of easy problems.
///
/// # Errors
/// When the budget is used up.
pub fn glance(env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
    let guess = Guess { steps: GLANCE };
    if guess.applies(env.store, problem) {
        guess.solve(env, problem)
    } else {
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ENGINE_NAMES;

    #[test]
    fn the_names_are_those_of_the_engines() {
        let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
        assert_eq!(names, ENGINE_NAMES);
    }
}
