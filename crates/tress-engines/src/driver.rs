//! The shared driver of engines that work on conjunctions of literals.
//!
//! The kernel decides Boolean structure, equality and arithmetic; where an assignment is complete,
//! the literals that matter go to the engine as a [`Conjunction`]. Its model is a candidate, its
//! conflict a clause, its lemmas are axioms. What it cannot decide is no answer.

use tress_base::Stop;
use tress_sat::{Lit, Var};

use tress_kernel::{Choices, Context, Lifetime, Node, Progress, Rule, Theory, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Reason};
use tress_term::model::Model;
use tress_term::term::Term;

use super::conjunction::Conjunction;
use super::engine::Task;

/// Literals that an engine says cannot hold together.
const CONFLICT: Rule =
    Rule::new("engine-conflict", "own", "the engine has refuted the conjunction of these literals");

/// An engine that decides conjunctions of literals.
pub trait Conjunctive {
    /// Tries to decide a conjunction. Origins of a conflict are those of its literals.
    ///
    /// # Errors
    /// When the budget is used up.
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop>;
}

/// An engine on conjunctions, as a theory of the kernel.
pub struct Driver<'a> {
    engine: &'a dyn Conjunctive,
    /// The model of the last conjunction.
    found: Option<Box<Model>>,
}

impl<'a> Driver<'a> {
    /// Decides a whole problem with an engine on conjunctions. Values that do not fit, which the kernel
    /// leaves when the engine gave up, are no answer: another engine may have one.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn solve(engine: &'a dyn Conjunctive, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let outcome = decide(env, Self { engine, found: None }, task.problem, task.tracked)?;
        match &outcome {
            Outcome::Model(model) if !env.holds(task.problem.roots(), model)? => {
                Ok(Outcome::GaveUp(Reason::Incomplete))
            }
            _ => Ok(outcome),
        }
    }
}

/// The literals that matter under a complete assignment, with their formulas.
fn literals(cx: &Context<'_>) -> Vec<(Term, Lit)> {
    let mut vars: Vec<Var> = cx.relevant().into_iter().collect();
    vars.sort_unstable();
    let literal = |var: Var| {
        let term = cx.kernel.atoms.term_of(var)?;
        let own = *cx.kernel.atoms.literals.get(term)?;
        Some((term, if cx.sat.value(own)? { own } else { !own }))
    };
    vars.into_iter().filter_map(literal).collect()
}

impl Theory for Driver<'_> {
    fn push(&mut self) {}

    fn backtrack(&mut self, _level: usize) {}

    fn define(&mut self, _term: Term, _cx: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn note_node(&mut self, _term: Term, _node: Node, _cx: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn note_atom(&mut self, _term: Term, _var: Var, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        // Only what the assertions rest on is asked.
        Ok(true)
    }

    fn assign(&mut self, _tag: u32, _literal: Lit) {}

    fn propagate(&mut self, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(true)
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        self.found = None;
        let literals = literals(cx);
        let numbered: Vec<(Term, bool, u32)> = literals
            .iter()
            .zip(0..)
            .map(|((term, literal), origin)| {
                let own = cx.kernel.atoms.literals.get(*term).copied();
                (*term, own == Some(*literal), origin)
            })
            .collect();
        let conjunction = Conjunction::new(cx.env.store, &numbered);
        match self.engine.solve(&mut cx.env, &conjunction)? {
            Outcome::Model(model) => {
                self.found = Some(model);
                Ok(Progress::Fine)
            }
            Outcome::Conflict(origins) => {
                let premises = origins.iter().map(|origin| literals[*origin as usize].1).collect();
                cx.infer(CONFLICT, premises, &[], Lifetime::Permanent);
                Ok(Progress::Changed)
            }
            Outcome::GaveUp(_) => Ok(Progress::Stuck),
        }
    }

    fn choose(&mut self, model: &mut Model, _choices: &mut Choices, _cx: &mut Context<'_>) {
        if let Some(found) = &self.found {
            *model = Model::clone(found);
        }
    }

    fn refine(
        &mut self,
        failing: &[Term],
        _choices: &mut Choices,
        _cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        Ok(if failing.is_empty() { Progress::Fine } else { Progress::Stuck })
    }
}
