//! The kernel without a theory, as an engine: strings are only functions of their arguments.

use tress_base::Stop;

use tress_kernel::{NoTheory, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::Outcome;

use super::engine::{Claims, Engine, Task};

/// The engine.
pub(super) struct Kernel;

impl Engine for Kernel {
    fn name(&self) -> &'static str {
        "kernel"
    }

    fn help(&self) -> &'static str {
        "only clauses, equality and arithmetic; functions of strings have no meaning"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        decide(env, NoTheory, task.problem, task.tracked)
    }
}
