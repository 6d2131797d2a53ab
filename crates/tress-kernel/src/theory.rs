//! What a theory is to the kernel.
//!
//! The kernel knows Boolean structure, equality and arithmetic. A theory adds meaning to operators
//! that are plain functions to the kernel: axioms when a term enters, conclusions while the search
//! goes on, and steps when an assignment is complete. All it says goes through the context's door
//! for inferences; what it leaves out costs answers, never their truth.

use tress_base::Stop;
use tress_sat::{Lit, Var};

use tress_rewrite::env::Env;
use tress_term::model::Model;
use tress_term::term::{Term, Value};

use super::Kernel;
use super::context::Context;
use super::egraph::Node;
use super::values::Choices;

/// How a step of the final check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing is wrong here.
    Fine,
    /// The search has something new to work on.
    Changed,
    /// The theories have: they know of equalities now that they had not been told.
    Again,
    /// Something is wrong that cannot be repaired here. Values may still fit: the evaluator decides.
    Stuck,
}

/// A theory besides equality and arithmetic.
pub trait Theory {
    /// A new decision level begins.
    fn push(&mut self);

    /// Everything that was learned above `level` is undone.
    fn backtrack(&mut self, level: usize);

    /// A term entered that the kernel gives no meaning: says what always holds of it.
    ///
    /// # Errors
    /// When the budget is used up. The search must not be asked again: axioms are missing.
    fn define(&mut self, term: Term, cx: &mut Context<'_>) -> Result<(), Stop>;

    /// A term got its node.
    ///
    /// # Errors
    /// As for [`Theory::define`].
    fn note_node(&mut self, term: Term, node: Node, cx: &mut Context<'_>) -> Result<(), Stop>;

    /// A predicate got its variable. True when the theory looks after its relevance.
    ///
    /// # Errors
    /// As for [`Theory::define`].
    fn note_atom(&mut self, term: Term, var: Var, cx: &mut Context<'_>) -> Result<bool, Stop>;

    /// A literal became true whose atom has this tag.
    fn assign(&mut self, tag: u32, literal: Lit);

    /// Draws cheap conclusions from what the graph has just learned. False when there was a
    /// conflict.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<bool, Stop>;

    /// The steps for a complete assignment whose numbers and functions are consistent.
    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop>;

    /// Adds the values that the steps have chosen.
    fn choose(&mut self, model: &mut Model, choices: &mut Choices, cx: &mut Context<'_>);

    /// The evaluator found some formulas false under the candidate: says why it was none.
    fn refine(
        &mut self,
        failing: &[Term],
        choices: &mut Choices,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop>;

    /// The value of a Skolem symbol under a model, by its role and the terms it belongs to. `None` if the
    /// role does not define it. Asked by the feature `check-everything`.
    fn skolem_value(&self, _role: &str, _of: &[Term], _model: &Model, _env: &mut Env<'_>) -> Option<Value> {
        None
    }

    /// Recomputes invariants after decisions were undone. Asked by the feature `check-everything`.
    ///
    /// # Errors
    /// A description of the broken invariant.
    fn check_invariants(&self, _kernel: &Kernel) -> Result<(), String> {
        Ok(())
    }
}

/// No theory: the kernel alone.
pub struct NoTheory;

impl Theory for NoTheory {
    fn push(&mut self) {}

    fn backtrack(&mut self, _level: usize) {}

    fn define(&mut self, _term: Term, _cx: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn note_node(&mut self, _term: Term, _node: Node, _cx: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn note_atom(&mut self, _term: Term, _var: Var, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(false)
    }

    fn assign(&mut self, _tag: u32, _literal: Lit) {}

    fn propagate(&mut self, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(true)
    }

    fn final_check(&mut self, _cx: &mut Context<'_>) -> Result<Progress, Stop> {
        Ok(Progress::Fine)
    }

    fn choose(&mut self, _model: &mut Model, _choices: &mut Choices, _cx: &mut Context<'_>) {}

    fn refine(
        &mut self,
        _failing: &[Term],
        _choices: &mut Choices,
        _cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        Ok(Progress::Stuck)
    }
}
