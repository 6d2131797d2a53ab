//! Objectives of a solver: they come and go with levels, and a check that answers sat optimises them.

use std::sync::Arc;

use tress_base::{Budget, Rational, Stop};
use tress_lia::Goal;

use super::{Misuse, Solver, State};
use crate::optimise::{Objective, ObjectiveBounds, Oracle, Priority, Reply, implicant, optimise};
use crate::options::Opt;
use tress_term::eval::{EvalError, Evaluator};
use tress_term::term::{Sort, Term, TermStore, Value};

impl Solver {
    /// From the current level on, models with a small or large value of a number are better. The name is what
    /// [`Solver::objective_bounds`] calls it.
    ///
    /// # Panics
    /// When the term is no number.
    pub fn add_objective(&mut self, term: Term, goal: Goal, name: String) {
        let sort = self.terms.sort(term);
        assert!(matches!(sort, Sort::Int | Sort::Real), "objectives are numbers");
        self.stack.objectives.push(Objective::Number(term, goal, name));
        self.changed();
    }

    /// From the current level on, models are better by this weight when the formula holds. The weights of a
    /// group are added up; each group is an objective.
    ///
    /// # Panics
    /// When the term is not of sort Bool.
    pub fn assert_soft(&mut self, formula: Term, weight: Rational, group: String) {
        assert_eq!(self.terms.sort(formula), Sort::Bool, "soft constraints are Bool");
        self.stack.objectives.push(Objective::Soft(formula, weight, group));
        self.changed();
    }

    /// Where the objectives stand under the model of the last check.
    ///
    /// # Errors
    /// When the last check did not answer sat.
    pub fn objective_bounds(&self) -> Result<&[ObjectiveBounds], Misuse> {
        match self.state {
            State::Sat(_) => Ok(&self.objective_bounds),
            _ => Err(Misuse::NoObjectives),
        }
    }

    /// Literals that hold under the model of the last check, and make the assertions true.
    ///
    /// # Errors
    /// When there is no model, or a formula has no value under it.
    pub fn literals(&mut self) -> Result<Result<Vec<(Term, bool)>, EvalError>, Misuse> {
        let model = self.shared_model()?.clone();
        let budget = self.budget();
        let Self { terms, evaluator, stack, .. } = self;
        Ok(implicant(terms, &stack.assertions, |term| {
            Ok(evaluator.eval(terms, term, &model, &budget)? == Value::Bool(true))
        }))
    }

    /// The objectives over all characters of SMT-LIB, and that their strings are words over the alphabet.
    fn objectives_over_all(&mut self) -> Result<(Vec<Objective>, Vec<Term>), String> {
        let mut objectives = self.stack.objectives.clone();
        let Self { alphabet, terms, .. } = self;
        let mut written = Vec::new();
        for objective in &mut objectives {
            let (Objective::Number(term, ..) | Objective::Soft(term, ..)) = objective;
            written.push(*term);
            *term = alphabet.term(terms, *term)?;
        }
        Ok((objectives, alphabet.memberships(terms, &written)))
    }

    /// Makes the model of a check that answered sat as good as possible.
    pub(super) fn optimise(&mut self, budget: &Budget) {
        self.objective_bounds.clear();
        let State::Sat(model) = &self.state else { return };
        let model = model.clone();
        let priority = match self.options.word(Opt::Priority) {
            "box" => Priority::Box,
            _ => Priority::Lexicographic,
        };
        let Ok((objectives, words)) = self.objectives_over_all() else { return };
        let (client, by) = (self.assumptions.clone(), self.trail.decided_by.clone());
        let assumed: Vec<Term> = client.iter().copied().chain(words).collect();
        let mut oracle = SolverOracle { solver: self, assumed: &assumed, budget };
        let best = optimise(&mut oracle, &objectives, priority, model);
        // Questions about better models have other deciders.
        (self.assumptions, self.trail.decided_by) = (client, by);
        self.objective_bounds = best.objective_bounds;
        self.models.add(&best.model, self.stack.assertions.len(), budget);
        self.state = State::Sat(best.model);
    }
}

/// A solver that is asked about formulas on top of its assertions and the client's assumptions.
struct SolverOracle<'a> {
    solver: &'a mut Solver,
    assumed: &'a [Term],
    budget: &'a Budget,
}

impl Oracle for SolverOracle<'_> {
    fn tools(&mut self) -> (&mut TermStore, &mut Evaluator, &Budget) {
        (&mut self.solver.terms, &mut self.solver.evaluator, self.budget)
    }

    fn given(&self) -> Vec<Term> {
        self.solver.stack.assertions.iter().chain(self.assumed).copied().collect()
    }

    fn ask(&mut self, assumptions: &[Term]) -> Result<Reply, Stop> {
        self.solver.assumptions = self.assumed.iter().chain(assumptions).copied().collect();
        self.solver.stats.add("objective-questions", 1);
        let first = self.solver.stack.assertions.len() + self.assumed.len();
        Ok(match self.solver.decide_anew_or_again(self.budget, false)? {
            State::Sat(model) => Reply::Model(Arc::clone(&model)),
            State::Unsat(core) => Reply::Conflict(
                core.formulas.into_iter().filter_map(|number| number.checked_sub(first)).collect(),
            ),
            State::Unknown(_) | State::Asserting => Reply::Open,
        })
    }
}
