//! The room of meaning: what every operator does to concrete values.
//!
//! Enters: terms, and a model with values for their symbols. Leaves: the terms' values. This is the
//! one definition of every operator; rewriting folds constants by calling it, and a model counts
//! only when the asserted formulas evaluate to true here. The meanings are those of the SMT-LIB
//! standard, and for extensions those of the solver that has them.
//!
//! A [`Plan`] fixes the order of work for some terms, an [`Evaluator`] runs it for any number of
//! models. Nothing recurses and nothing materialises what is not needed: chains of concatenations
//! are joined once, words are shared, values are dropped after their last use.
//!
//! An error is a value too: where a term has none, its slot says why, and so do the slots of the
//! terms around it, up to a connective that does not depend on it (see `logic.rs`). Only an
//! ended budget stops the run at once.
//!
//! This room must not know how terms are written, simplified or solved.

mod apply;
mod arrays;
mod bits;
mod calls;
mod datatypes;
mod digits;
mod error;
pub(crate) mod limits;
mod logic;
mod longest;
mod numbers;
mod plan;
mod regexes;
mod search;
mod sequences;
mod table;
mod words;

#[cfg(test)]
mod tests;

use smallvec::SmallVec;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Int, Stop};

use crate::model::Model;
use crate::term::{Head, Op, Term, TermMap, TermStore, Value};
use apply::Surroundings;
use plan::{ArgumentSlot, Step};
use regexes::Languages;

pub use error::EvalError;
pub use plan::Plan;
pub use words::LAST_BLANK;

/// A term's value, or why it has none.
pub type Outcome = Result<Value, EvalError>;

/// What an emptied slot holds.
const EMPTIED: Outcome = Ok(Value::Bool(false));

/// Evaluates the terms of one [`TermStore`].
///
/// It owns the store in which regular expressions are values, and remembers the expressions of
/// terms without symbols. Both persist, so that matching many words costs the states of an
/// expression once. Contract: all terms it is asked about belong to one term store, and all
/// [`Value::Regex`] values to this evaluator.
#[derive(Default)]
pub struct Evaluator {
    regexes: RegexStore,
    ground: TermMap<Result<Regex, EvalError>>,
    /// The slots of the last run, kept for their memory.
    slots: Vec<Outcome>,
}

impl Evaluator {
    /// An evaluator that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets what is remembered of terms from this number on: others may get their numbers.
    pub fn forget_from(&mut self, terms: usize) {
        self.ground.truncate(terms);
    }

    /// The store that gives [`Value::Regex`] values their meaning.
    #[must_use]
    pub fn regexes(&self) -> &RegexStore {
        &self.regexes
    }

    /// The same store, to ask questions that extend it.
    pub fn regexes_mut(&mut self) -> &mut RegexStore {
        &mut self.regexes
    }

    /// One operator on values. What only a model tells, such as a division by zero, is an error here.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn apply(
        &mut self,
        store: &TermStore,
        op: Op,
        indices: &[Int],
        args: &[Value],
        budget: &Budget,
    ) -> Outcome {
        let args: SmallVec<[&Value; 4]> = args.iter().collect();
        let languages = Languages { store: &mut self.regexes, budget };
        Surroundings { terms: store, languages, model: None }.strict(op, indices, &args)
    }

    /// The value of one term under a model.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn eval(&mut self, store: &TermStore, term: Term, model: &Model, budget: &Budget) -> Outcome {
        let values = self.run(store, &Plan::new(store, &[term]), model, budget)?;
        values.into_iter().next().ok_or(EvalError::Mismatch)
    }

    /// Are all formulas true under a model? Not where one has no value.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn holds(
        &mut self,
        store: &TermStore,
        formulas: impl IntoIterator<Item = Term>,
        model: &Model,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        for formula in formulas {
            match self.eval(store, formula, model, budget) {
                Ok(Value::Bool(true)) => {}
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The values of the plan's roots under a model.
    ///
    /// # Errors
    /// The first root's error, when one has no value.
    pub fn run(
        &mut self,
        store: &TermStore,
        plan: &Plan,
        model: &Model,
        budget: &Budget,
    ) -> Result<Vec<Value>, EvalError> {
        self.run_each(store, plan, model, budget)?.into_iter().collect()
    }

    /// The values of the plan's roots under a model, each with its own success.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn run_each(
        &mut self,
        store: &TermStore,
        plan: &Plan,
        model: &Model,
        budget: &Budget,
    ) -> Result<Vec<Outcome>, Stop> {
        if plan.has_calls || plan.applies_one_of(store, model) {
            let roots = plan.roots.iter().map(|root| plan.steps[*root as usize].term);
            return self.run_calls(store, roots, Some(model), budget);
        }
        if let Some(ground) = &plan.ground {
            self.remember_ground(store, ground, budget)?;
        }
        let mut slots = std::mem::take(&mut self.slots);
        let finished = self.fill(store, plan, model, budget, &mut slots);
        let outcomes = plan.roots.iter().filter_map(|root| slots.get(*root as usize).cloned()).collect();
        slots.clear();
        self.slots = slots;
        finished.map(|()| outcomes)
    }

    /// Computes the regular expressions without symbols that are not remembered yet.
    fn remember_ground(&mut self, store: &TermStore, plan: &Plan, budget: &Budget) -> Result<(), Stop> {
        let is_known = |root: &u32| self.ground.has(plan.steps[*root as usize].term);
        if plan.roots.iter().all(is_known) {
            return Ok(());
        }
        let mut slots = Vec::with_capacity(plan.len());
        self.fill(store, plan, &Model::new(), budget, &mut slots)?;
        for root in &plan.roots {
            let regex = match &slots[*root as usize] {
                Ok(Value::Regex(regex)) => Ok(*regex),
                Ok(_) => Err(EvalError::Mismatch),
                Err(error) => Err(*error),
            };
            self.ground.set(plan.steps[*root as usize].term, regex);
        }
        Ok(())
    }

    /// Runs all steps, each into its slot.
    fn fill(
        &mut self,
        store: &TermStore,
        plan: &Plan,
        model: &Model,
        budget: &Budget,
        slots: &mut Vec<Outcome>,
    ) -> Result<(), Stop> {
        slots.clear();
        for step in &plan.steps {
            budget.poll()?;
            let arguments = plan.arguments(*step);
            let outcome = self.step(store, *step, arguments, slots, model, budget);
            if let Err(EvalError::Stop(stop)) = outcome {
                return Err(stop);
            }
            slots.push(outcome);
            for argument in arguments.iter().filter(|argument| argument.is_last_use) {
                slots[argument.slot as usize] = EMPTIED;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        store: &TermStore,
        step: Step,
        arguments: &[ArgumentSlot],
        slots: &[Outcome],
        model: &Model,
        budget: &Budget,
    ) -> Outcome {
        if step.is_ground_regex {
            let known = self.ground.get(step.term).copied();
            return known.unwrap_or(Err(EvalError::Mismatch)).map(Value::Regex);
        }
        let values = || arguments.iter().map(|argument| slots[argument.slot as usize].as_ref());
        match store.head(step.term) {
            Head::Value(_) => store.as_value(step.term).cloned().ok_or(EvalError::Mismatch),
            Head::Quantifier(..) => Err(EvalError::Quantifier),
            Head::Symbol(symbol) if arguments.is_empty() => {
                model.get(symbol).cloned().ok_or(EvalError::NoValue(symbol))
            }
            Head::Symbol(symbol) => {
                let args = values().map(|value| value.cloned()).collect::<Result<SmallVec<[_; 4]>, _>>();
                let args = args.map_err(|error| *error)?;
                let function = model.function(symbol).ok_or(EvalError::NoValue(symbol))?;
                Ok(function.get(&args).clone())
            }
            Head::Op(op, _) if logic::is_lenient(op) => {
                logic::lenient(op, values().map(|value| value.map_err(|error| *error)))
            }
            Head::Op(op, indices) => {
                let args = values().collect::<Result<SmallVec<[&Value; 4]>, _>>().map_err(|error| *error)?;
                let languages = Languages { store: &mut self.regexes, budget };
                let mut surroundings = Surroundings {
                    terms: store,
                    languages,
                    model: Some(model).filter(|model| model.tells_partial()),
                };
                surroundings.strict(op, store.indices(indices), &args)
            }
        }
    }
}
