//! Formulas without quantifiers, from preprocessing to a checked answer.
//!
//! Enters: formulas. Leaves: a model that was completed and under which the evaluator found every
//! formula true, the numbers of formulas that cannot hold together, or no answer. This is the only
//! way from a belief of an engine to an answer.

use tress_base::Stop;

use crate::preprocess::{Reduced, preprocess, simplify};
use crate::strategy::{Decided, Deciders, Method, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Reason, incomplete};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, Value};

/// A question.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// How to decide.
    pub(crate) method: Method,
    /// What should hold.
    pub(crate) formulas: &'a [Term],
    /// A conflict must tell exactly which formulas from this number on it needs.
    pub(crate) tracked_from: usize,
    /// Symbols that must have a value even where no formula needs one.
    pub(crate) symbols: &'a [SymbolId],
}

/// Which formulas the core of a conflict covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Covers {
    /// All: formulas that are not in the core are not needed.
    All,
    /// The tracked ones: of the others the core names only some, and the conflict may need more.
    Tracked,
}

/// Formulas that cannot hold together.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    /// Their numbers, ascending.
    pub(crate) formulas: Vec<usize>,
    /// Of which formulas it is exact.
    pub(crate) covers: Covers,
}

impl Core {
    /// The core among the formulas from number `first` on, counted from there. What stood before follows from the
    /// meaning of operators and is nobody's assertion.
    pub(crate) fn behind(self, first: usize) -> Self {
        let formulas = self.formulas.into_iter().filter_map(|number| number.checked_sub(first)).collect();
        Self { formulas, ..self }
    }
}

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// All formulas hold under this model.
    Sat(Box<Model>, Deciders),
    /// These formulas cannot hold together.
    Unsat(Core, Deciders),
    /// Neither was shown.
    Unknown(Reason),
}

/// Answers a question about formulas without quantifiers.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, question: &Question<'_>) -> Result<Verdict, Stop> {
    let reduce = if question.method.preprocess { preprocess } else { simplify };
    env.budget.progress().enter("preprocess");
    let reduced = reduce(env, question.formulas)?;
    let tracked = |origin| reduced.origins.newest(origin) as usize >= question.tracked_from;
    let Decided { outcome, by } = decide(question.method, env, &reduced.problem, tracked)?;
    let verdict = match outcome {
        Outcome::Model(model) => checked(env, question, &reduced, *model, by)?,
        Outcome::Conflict(origins) => {
            let core = reduced.origins.assertions(&origins);
            let plain = reduced.problem.refuted().is_some();
            let formulas = core.into_iter().map(|number| number as usize).collect();
            let covers = if plain || question.tracked_from == 0 { Covers::All } else { Covers::Tracked };
            Verdict::Unsat(Core { formulas, covers }, by)
        }
        Outcome::GaveUp(reason) => Verdict::Unknown(reason),
    };
    Ok(match verdict {
        Verdict::Unknown(Reason::Incomplete) => Verdict::Unknown(incomplete(env.store, &reduced.problem)),
        verdict => verdict,
    })
}

/// Completes a model and evaluates every formula under it. Only a model that makes all of them
/// true is an answer.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn checked(
    env: &mut Env<'_>,
    question: &Question<'_>,
    reduced: &Reduced,
    model: Model,
    by: Deciders,
) -> Result<Verdict, Stop> {
    let model = model.with_defaults(env.store, question.symbols);
    let Some(model) = reduced.complete(env, model)? else { return Ok(Verdict::Unknown(Reason::Incomplete)) };
    for term in question.formulas {
        match env.eval(*term, &model) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => {
                env.stats.add("models-refuted", 1);
                return Ok(Verdict::Unknown(Reason::Incomplete));
            }
            Err(EvalError::Stop(stop)) => return Err(stop),
            Err(EvalError::Quantifier) => return Ok(Verdict::Unknown(Reason::Quantifiers)),
            Err(_) => return Ok(Verdict::Unknown(Reason::Incomplete)),
        }
    }
    Ok(Verdict::Sat(Box::new(model), by))
}
