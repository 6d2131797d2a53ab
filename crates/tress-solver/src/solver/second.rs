//! A second opinion: an answer is confirmed by an engine that did not give it.
//!
//! Enters: an answer. Leaves: the same answer with the engine that gave it too, if one did in its share of work; or, when
//! one says the contrary, no answer.

use tress_base::Budget;

use super::{Solver, State};
use crate::registry::{self, Choice, second_opinions};
use crate::strategy::Method;
use tress_rewrite::problem::Reason;

/// Steps for each of them.
const SHARE: u64 = 1_000_000;

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

/// Who confirmed the last answer of a solver.
#[must_use]
pub fn confirmation(solver: &Solver) -> Confirmation {
    solver.checks.confirmation
}

/// Asks other engines about what has been answered, until one answers too. Assertions are only rewritten for them.
pub(super) fn confirmed(solver: &mut Solver, state: State, budget: &Budget) -> State {
    let is_sat = match state {
        State::Sat(_) => true,
        State::Unsat(..) => false,
        State::Unknown(_) | State::Asserting => return state,
    };
    let stage = budget.progress().glance().map_or("", |glance| glance.stage);
    // The kept search is one of the calculus; what is no engine belongs to the usual way.
    let stage = if stage == "kept search" { "calculus" } else { stage };
    let first = match registry::named(stage) {
        Some(registry::Row { choice: Choice::Engine(_), name, .. }) => name,
        _ => registry::AUTO,
    };
    solver.checks.confirmation = Confirmation::Missing;
    for engine in second_opinions().into_iter().filter(|engine| engine.name() != first) {
        let name = engine.name();
        budget.progress().enter(name);
        let method = Method { choice: Choice::Engine(engine), preprocess: false };
        let said = match budget.share(SHARE, || solver.decide(method, budget, false)) {
            Ok(Some(State::Sat(_))) => true,
            Ok(Some(State::Unsat(..))) => false,
            Ok(_) => continue,
            Err(_) => break,
        };
        if said != is_sat {
            let (sat, unsat) = if said { (name, first) } else { (first, name) };
            return State::Unknown(Reason::Contradiction { sat, unsat });
        }
        solver.checks.confirmation = Confirmation::By(name);
        break;
    }
    state
}
