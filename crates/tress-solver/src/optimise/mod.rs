//! Optimisation: the best of all models.
//!
//! Enters: a model, objectives in their order, and an `Oracle` that decides formulas. Leaves: for every
//! objective the numbers between which its best value lies ([`ObjectiveBounds`]), and a model that has the
//! best values found. The bounds are proved: no model is better than `low` (for a minimum), and the model
//! that is left behind is as good as `high`. When the budget ends, or the oracle does not know, the two
//! differ.

mod bounds;
mod cell;
mod implicant;
mod lengths;
mod limits;
mod linear;
mod search;
mod soft;

use std::sync::Arc;

use tress_base::{Budget, Rational, Stop};
use tress_lia::Goal;

use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Term, TermStore};

pub use bounds::{Limit, ObjectiveBounds};
pub(crate) use implicant::implicant;
pub(crate) use limits::CAPS;
use search::Cost;

/// Something that models are compared by, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// A number that should be small or large, and what it is called.
    Number(Term, Goal, String),
    /// A formula that should hold, what it costs when it does not, and its group.
    Soft(Term, Rational, String),
}

/// What the objectives mean for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// The first decides; among its best models the second, and so on.
    Lexicographic,
    /// Each is asked alone; the model is the best one for the first.
    Box,
}

/// What an oracle reports of formulas.
pub(crate) enum Reply {
    /// All hold under this model; that was evaluated.
    Model(Arc<Model>),
    /// The indices of assumptions that cannot hold together.
    Conflict(Vec<usize>),
    /// Neither is known.
    Open,
}

/// Decides formulas on top of those that are given.
pub(crate) trait Oracle {
    /// Terms, their meaning, and the limits of the work.
    fn tools(&mut self) -> (&mut TermStore, &mut Evaluator, &Budget);
    /// What holds in any case.
    fn given(&self) -> Vec<Term>;
    /// Can all of these hold, too?
    ///
    /// # Errors
    /// When the budget is used up.
    fn ask(&mut self, assumptions: &[Term]) -> Result<Reply, Stop>;
}

/// Where the objectives stand, and a model that has the best values found.
pub(crate) struct Best {
    pub(crate) objective_bounds: Vec<ObjectiveBounds>,
    pub(crate) model: Arc<Model>,
}

/// An objective with all that belongs to it.
enum Task {
    Number(Term, Goal),
    Soft(Vec<(Term, Rational)>),
}

/// Improves a model of what is given. Never fails: when the budget ends, less is proved.
pub(crate) fn optimise(
    oracle: &mut dyn Oracle,
    objectives: &[Objective],
    priority: Priority,
    model: Arc<Model>,
) -> Best {
    let mut best = Best { objective_bounds: Vec::new(), model: model.clone() };
    // Formulas that hold in the best models for the objectives so far; `None` when those are not known.
    let mut fixed = Some(Vec::new());
    for (index, (name, task)) in tasks(objectives).into_iter().enumerate() {
        let mut own = match priority {
            Priority::Lexicographic => best.model.clone(),
            Priority::Box => model.clone(),
        };
        let (low, high) = match &fixed {
            None => (Limit::MinusInfinity, Limit::Infinity),
            Some(before) => {
                let (outcome, kept) = solve(oracle, &task, before, &mut own);
                if priority == Priority::Lexicographic {
                    fixed = kept.map(|kept| before.iter().copied().chain(kept).collect());
                }
                outcome
            }
        };
        if priority == Priority::Lexicographic || index == 0 {
            best.model = own;
        }
        best.objective_bounds.push(ObjectiveBounds { name, low, high });
    }
    best
}

/// Soft formulas of one group are one objective, which stands where its first formula does.
fn tasks(objectives: &[Objective]) -> Vec<(String, Task)> {
    let mut found: Vec<(String, Task)> = Vec::new();
    for objective in objectives {
        match objective {
            Objective::Number(term, goal, name) => found.push((name.clone(), Task::Number(*term, *goal))),
            Objective::Soft(formula, weight, group) => {
                let known = found.iter_mut().find_map(|(name, task)| match task {
                    Task::Soft(parts) if name == group => Some(parts),
                    _ => None,
                });
                match known {
                    Some(parts) => parts.push((*formula, weight.clone())),
                    None => found.push((group.clone(), Task::Soft(vec![(*formula, weight.clone())]))),
                }
            }
        }
    }
    found
}

type Outcome = ((Limit, Limit), Option<Vec<Term>>);

/// The numbers between which the best value lies, and formulas that hold exactly when it is reached.
fn solve(oracle: &mut dyn Oracle, task: &Task, before: &[Term], model: &mut Arc<Model>) -> Outcome {
    match task {
        Task::Number(term, goal) => {
            let cost = Cost::new(oracle.tools().0, *term, *goal);
            let mut search = search::Search::new(cost, before, model.clone());
            // What was found before the end of the budget counts.
            let _ = search.run(oracle);
            *model = search.model.clone();
            (search.limits(), search.fix(oracle.tools().0))
        }
        Task::Soft(parts) => {
            let mut search = soft::Search::new(oracle.tools().0, parts, before, model.clone());
            let _ = search.run(oracle);
            *model = search.model.clone();
            (search.limits(), search.fix())
        }
    }
}
