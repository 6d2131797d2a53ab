//! What a check answers, and what can be asked after it: the model and values, cores, reasons, and who
//! decided.

use std::fmt;
use std::sync::Arc;

use super::{Confirmation, Solver, State};
use crate::strategy::Deciders;
use tress_rewrite::problem::Reason;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Term, Value};

/// The answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The assertions hold under the model that [`Solver::model`] returns; this was evaluated.
    Sat,
    /// No values make all assertions true.
    Unsat,
    /// Neither was shown, and why.
    Unknown(Reason),
}

/// Why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// There is no model: the last check did not answer sat, or something changed since.
    NoModel,
    /// There is no core: the last check did not answer unsat, or something changed since.
    NoCore,
    /// There is nothing to certify: the last check did not answer unsat, or something changed since.
    NoCertificate,
    /// Nothing was optimised: the last check did not answer sat, or something changed since.
    NoObjectives,
    /// More levels should be popped than were pushed.
    NoLevel,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misuse::NoModel => "model is not available",
            Misuse::NoCore => "unsat core is not available",
            Misuse::NoCertificate => "certificate is not available: the last check did not answer unsat",
            Misuse::NoObjectives => "objectives are not available: the last check did not answer sat",
            Misuse::NoLevel => "pop goes below the first level",
        })
    }
}

impl std::error::Error for Misuse {}

/// How the last check came to its answer.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// Who decided, part by part. Nobody after an unknown.
    pub decided_by: Deciders,
    /// Who else gave the same answer, if others were asked.
    pub confirmation: Confirmation,
    /// The caps at which methods gave up on the way, by name, and how often.
    pub caps: Vec<(&'static str, u64)>,
}

impl Solver {
    /// Takes back what the last check found, for this reason.
    pub fn withhold(&mut self, reason: Reason) -> Answer {
        self.state = State::Unknown(reason);
        self.trail.decided_by = Deciders::default();
        self.answer()
    }

    /// The answer that the present state represents.
    pub(super) fn answer(&self) -> Answer {
        match &self.state {
            State::Sat(_) => Answer::Sat,
            State::Unsat(..) => Answer::Unsat,
            State::Unknown(reason) => Answer::Unknown(reason.clone()),
            State::Asserting => Answer::Unknown(Reason::Incomplete),
        }
    }

    /// The model of the last check.
    ///
    /// # Errors
    /// When the last check did not answer sat.
    pub fn model(&self) -> Result<&Model, Misuse> {
        self.shared_model().map(Arc::as_ref)
    }

    /// The same, to be kept.
    pub fn shared_model(&self) -> Result<&Arc<Model>, Misuse> {
        match &self.state {
            State::Sat(model) => Ok(model),
            _ => Err(Misuse::NoModel),
        }
    }

    /// The value of any term under the model of the last check.
    ///
    /// # Errors
    /// When there is no model, or the term has no value under it.
    pub fn value(&mut self, term: Term) -> Result<Result<Value, EvalError>, Misuse> {
        let model = self.shared_model()?.clone();
        Ok(self.value_under(term, &model))
    }

    /// The value of any term under a model of this solver.
    pub fn value_under(&mut self, term: Term, model: &Model) -> Result<Value, EvalError> {
        let budget = self.budget();
        let term = self.alphabet.term(&mut self.terms, term).unwrap_or(term);
        self.evaluator.eval(&self.terms, term, model, &budget)
    }

    /// How the last check came to its answer.
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Why the last check was not answered.
    #[must_use]
    pub fn reason_unknown(&self) -> Option<&Reason> {
        match &self.state {
            State::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}
