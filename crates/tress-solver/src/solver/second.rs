//! A second opinion: an answer is confirmed by an engine that did not give it.
//!
//! Enters: an answer. Leaves: the same answer with the engine that gave it too, if one did in its share of
//! work; or, when one contradicts it, no answer.

use tress_base::{Budget, Stop};

use super::limits::CONFIRM_STEPS;
use super::{Solver, State};
use crate::registry::{self, EngineChoice, second_opinions};
use crate::strategy::{Config, Deciders};
use tress_rewrite::problem::Reason;

/// What became of the last answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// Nobody else was asked.
    #[default]
    NotAsked,
    /// Nobody else answered in the time left.
    Missing,
    /// This engine gives the same answer.
    By(&'static str),
}

/// Asks other engines about what has been answered, until one answers too. Assertions are only rewritten for
/// them.
pub(super) fn confirmed(solver: &mut Solver, state: State, budget: &Budget) -> State {
    let is_sat = match state {
        State::Sat(_) => true,
        State::Unsat(_) => false,
        State::Unknown(_) | State::Asserting => return state,
    };
    let by = solver.trail.decided_by.clone();
    solver.trail.confirmation = Confirmation::Missing;
    for engine in second_opinions().into_iter().filter(|engine| !by.rest_on(engine.name())) {
        let name = engine.name();
        budget.progress().enter(name);
        let config = Config { choice: EngineChoice::Engine(engine), preprocess: false };
        let said = match CONFIRM_STEPS.share(budget, || solver.decide(config, budget, false)) {
            Ok(Some((State::Sat(_), _))) => true,
            Ok(Some((State::Unsat(_), _))) => false,
            Ok(_) | Err(Stop::GaveUp(_)) => continue,
            Err(_) => break,
        };
        if said != is_sat {
            solver.trail.decided_by = Deciders::default();
            let first = by.only_engine().unwrap_or(registry::AUTO);
            let (sat, unsat) = if said { (name, first) } else { (first, name) };
            return State::Unknown(Reason::Contradiction { sat, unsat });
        }
        solver.trail.confirmation = Confirmation::By(name);
        break;
    }
    state
}
