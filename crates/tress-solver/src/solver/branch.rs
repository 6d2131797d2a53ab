//! Paths of conditions: a tree that a client walks, paying only for what is new.
//!
//! A [`Branch`] represents the assertions of a solver and some conditions, one after the other. Extending it
//! costs nothing and leaves it as it is, so both sides of a test can be followed. A check of a branch begins
//! with the model of the branch it extends: when that makes the new condition true, nothing else is looked
//! at. All other checks share what was learned. A branch belongs to the solver whose terms its conditions
//! are.
//!
//! ```
//! use tress_solver::{Answer, Solver};
//! use tress_term::term::{Op, Sort, Value};
//!
//! let mut solver = Solver::new();
//! let input = solver.constant("input", Sort::String);
//! let slash = solver.terms.value(Value::text("/"));
//! let absolute = solver.terms.app(Op::PrefixOf, &[slash, input]).unwrap();
//! let relative = solver.terms.not(absolute);
//!
//! let start = solver.branch();
//! let one = start.extend(absolute);
//! let other = start.extend(relative);
//! assert_eq!(solver.check_branch(&one), Answer::Sat);
//! assert_eq!(solver.check_branch(&other), Answer::Sat);
//! assert_eq!(solver.check_branch(&one.extend(relative)), Answer::Unsat);
//! ```

use std::sync::{Arc, Mutex};

use tress_term::model::Model;
use tress_term::term::Term;

use super::{Answer, Solver, Stack, State, Trail};
use crate::strategy::Deciders;

/// Some conditions, one after the other, on top of what is asserted.
#[derive(Clone, Debug, Default)]
pub struct Branch(Option<Arc<Condition>>);

#[derive(Debug)]
struct Condition {
    condition: Term,
    before: Branch,
    /// A model of the whole branch, and the assertions it was found under.
    model: Mutex<Option<Known>>,
}

/// A model, whose solver it is of, and when it was found.
#[derive(Debug)]
struct Known {
    solver: Arc<()>,
    epoch: u64,
    model: Arc<Model>,
}

impl Branch {
    /// The same with one more condition.
    #[must_use]
    pub fn extend(&self, condition: Term) -> Branch {
        Branch(Some(Arc::new(Condition { condition, before: self.clone(), model: Mutex::new(None) })))
    }

    /// The conditions, the first one first.
    #[must_use]
    pub fn conditions(&self) -> Vec<Term> {
        let mut found = Vec::new();
        let mut at = self;
        while let Some(step) = &at.0 {
            found.push(step.condition);
            at = &step.before;
        }
        found.reverse();
        found
    }

    /// A model of this branch that is known, if the solver is the same and its assertions have not
    /// changed since.
    fn known(&self, stack: &Stack) -> Option<Arc<Model>> {
        let known = self.0.as_ref()?.model.lock().ok()?;
        let is_same =
            |known: &&Known| Arc::ptr_eq(&known.solver, &stack.identity) && known.epoch == stack.epoch;
        known.as_ref().filter(is_same).map(|known| known.model.clone())
    }

    fn remember(&self, stack: &Stack, model: &Arc<Model>) {
        if let Some(step) = &self.0
            && let Ok(mut known) = step.model.lock()
        {
            *known = Some(Known { solver: stack.identity.clone(), epoch: stack.epoch, model: model.clone() });
        }
    }
}

impl Solver {
    /// The branch without conditions: what is asserted.
    #[must_use]
    pub fn branch(&self) -> Branch {
        Branch::default()
    }

    /// Decides whether the assertions can hold together with the conditions of a branch. Model,
    /// values and core can be asked for afterwards, as after [`Solver::check`].
    pub fn check_branch(&mut self, branch: &Branch) -> Answer {
        let model = match branch.known(&self.stack) {
            // A model that is known need not be a best one.
            _ if !self.stack.objectives.is_empty() => None,
            Some(model) => Some(model),
            None => self.model_before(branch),
        };
        match model {
            Some(model) => {
                self.stats.add("checks", 1);
                self.stats.add("models-remembered", 1);
                // They have a meaning: the model was found for them, or makes them true.
                self.trail = Trail { decided_by: Deciders::one(Deciders::EARLIER_MODEL), ..Trail::default() };
                self.assumptions = self.assumed_over_all(&branch.conditions()).unwrap_or_default();
                self.state = State::Sat(model);
            }
            None => {
                self.check(&branch.conditions());
            }
        }
        if let State::Sat(model) = &self.state {
            branch.remember(&self.stack, model);
        }
        self.answer()
    }

    /// The model of the branch that this one extends, when it makes the new condition true.
    fn model_before(&mut self, branch: &Branch) -> Option<Arc<Model>> {
        let step = branch.0.as_ref()?;
        let model = step.before.known(&self.stack)?;
        let budget = self.budget();
        let condition = self.alphabet.formula(&mut self.terms, step.condition).ok()?;
        let holds = self.evaluator.holds(&self.terms, [condition], &model, &budget);
        (holds == Ok(true)).then_some(model)
    }
}
