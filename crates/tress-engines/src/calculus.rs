//! The search with the theory of strings, as an engine.

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::Outcome;
use tress_strings::search;

use super::engine::{Claims, Engine, Task};

/// The engine.
pub(super) struct Calculus;

impl Engine for Calculus {
    fn name(&self) -> &'static str {
        "calculus"
    }

    fn help(&self) -> &'static str {
        "only the search: clauses, equality, arithmetic and the calculus of strings"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        search(env, task.problem, task.tracked)
    }
}
