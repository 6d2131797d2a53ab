//! Formulas without quantifiers, from preprocessing to a checked answer.
//!
//! Enters: formulas. Leaves: a model that was completed and under which the evaluator found every
//! formula true, the numbers of formulas that cannot hold together, or no answer. This is the only
//! way from a belief of an engine to an answer.

use std::ops::Range;

use tress_base::Stop;

use crate::preprocess::{Reduced, preprocess, simplify};
use crate::strategy::{Config, Decided, Deciders, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Reason, incomplete};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, Value};

/// A question.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    /// How to decide.
    pub(crate) config: Config,
    /// What should hold.
    pub(crate) formulas: &'a [Term],
    /// A conflict must name exactly the formulas from this number on that it needs.
    pub(crate) tracked_from: usize,
    /// Symbols that must have a value even where no formula needs one.
    pub(crate) symbols: &'a [SymbolId],
}

impl Query<'_> {
    /// The images of this question's formulas, one for one, behind formulas that are known to be satisfied
    /// with them. So the numbers of tracked formulas are the largest.
    pub(crate) fn with_prefix(&self, prefix: impl IntoIterator<Item = Term>, images: &[Term]) -> Extended {
        debug_assert_eq!(images.len(), self.formulas.len());
        let mut formulas: Vec<Term> = prefix.into_iter().collect();
        let first = formulas.len();
        formulas.extend(images);
        let tracked_from = match self.tracked_from {
            // Where all formulas are tracked, those in front are too: a core is exact then.
            0 => 0,
            from => from + first,
        };
        Extended { formulas, own: first..first + images.len(), tracked_from }
    }
}

/// The formulas of a question with others in front and behind.
///
/// Invariant: `own` are the numbers of what represents the formulas of the question, in their order.
#[derive(Debug)]
pub(crate) struct Extended {
    formulas: Vec<Term>,
    own: Range<usize>,
    tracked_from: usize,
}

impl Extended {
    /// Adds formulas behind all others.
    pub(crate) fn with_suffix(mut self, suffix: &[Term]) -> Self {
        self.formulas.extend(suffix);
        self
    }

    /// All formulas.
    pub(crate) fn formulas(&self) -> &[Term] {
        &self.formulas
    }

    /// The question about all formulas.
    pub(crate) fn query<'f>(&'f self, config: Config, symbols: &'f [SymbolId]) -> Query<'f> {
        Query { config, formulas: &self.formulas, tracked_from: self.tracked_from, symbols }
    }

    /// Restricts a core of all formulas to the question's own. The prefix holds in any case, and the suffix
    /// is for the caller to look at first.
    pub(crate) fn own_core(&self, core: Core) -> Core {
        let own = core.formulas.into_iter().filter(|number| self.own.contains(number));
        Core { formulas: own.map(|number| number - self.own.start).collect(), ..core }
    }

    /// Which formulas of the suffix are in a core, counted from the first one.
    pub(crate) fn suffix_in(&self, core: &Core) -> Vec<usize> {
        core.formulas.iter().filter_map(|number| number.checked_sub(self.own.end)).collect()
    }
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

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum CheckResult {
    /// All formulas hold under this model.
    Sat(Box<Model>, Deciders),
    /// These formulas cannot hold together.
    Unsat(Core, Deciders),
    /// Neither was shown.
    Unknown(Reason),
}

impl CheckResult {
    /// The result of a method. Neither was shown if the method gave up at a cap.
    ///
    /// # Errors
    /// The limit of the caller that ended the work.
    pub(crate) fn unless_gave_up(result: Result<CheckResult, Stop>) -> Result<CheckResult, Stop> {
        match result {
            Err(stop @ Stop::GaveUp(_)) => Ok(CheckResult::Unknown(Reason::of_stop(stop))),
            result => result,
        }
    }
}

/// Answers a question about formulas without quantifiers. A cap of preprocessing or of evaluation is no
/// limit: those who ask get no answer, and may go on.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    CheckResult::unless_gave_up(reduced_answer(env, query))
}

fn reduced_answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    let reduce = if query.config.preprocess { preprocess } else { simplify };
    env.budget.progress().enter("preprocess");
    let reduced = reduce(env, query.formulas)?;
    let tracked = |origin| reduced.origins.newest(origin) as usize >= query.tracked_from;
    let Decided { outcome, by } = decide(query.config, env, &reduced.problem, tracked)?;
    let result = match outcome {
        Outcome::Model(model) => checked(env, query, &reduced, *model, by)?,
        Outcome::Conflict(origins) => {
            let core = reduced.origins.assertions(&origins);
            let plain = reduced.problem.refuted().is_some();
            let formulas = core.into_iter().map(|number| number as usize).collect();
            let covers = if plain || query.tracked_from == 0 { Covers::All } else { Covers::Tracked };
            CheckResult::Unsat(Core { formulas, covers }, by)
        }
        Outcome::GaveUp(reason) => CheckResult::Unknown(reason),
    };
    Ok(match result {
        CheckResult::Unknown(Reason::Incomplete) => {
            CheckResult::Unknown(incomplete(env.store, &reduced.problem))
        }
        result => result,
    })
}

/// Completes a model and evaluates every formula under it. Only a model that makes all of them
/// true is an answer.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn checked(
    env: &mut Env<'_>,
    query: &Query<'_>,
    reduced: &Reduced,
    model: Model,
    by: Deciders,
) -> Result<CheckResult, Stop> {
    let model = model.with_defaults(env.store, query.symbols);
    let Some(model) = reduced.complete(env, model)? else {
        return Ok(CheckResult::Unknown(Reason::Incomplete));
    };
    for term in query.formulas {
        match env.eval(*term, &model) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => {
                env.stats.add("models-refuted", 1);
                return Ok(CheckResult::Unknown(Reason::Incomplete));
            }
            Err(EvalError::Stop(stop)) => return Err(stop),
            Err(EvalError::Quantifier) => return Ok(CheckResult::Unknown(Reason::Quantifiers)),
            Err(_) => return Ok(CheckResult::Unknown(Reason::Incomplete)),
        }
    }
    Ok(CheckResult::Sat(Box::new(model), by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use tress_rewrite::testing::Terms;

    #[test]
    fn cores_are_counted_from_the_formulas_of_the_question() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "(= m n)"].map(|text| terms.term(text));
        let config = Config::of(&Options::default());
        for (tracked_from, expected) in [(0, 0), (1, 3), (2, 4)] {
            let query = Query { config, formulas: &[a, b], tracked_from, symbols: &[] };
            let extended = query.with_prefix([c, d], &[a, b]).with_suffix(&[d, c]);
            assert_eq!(extended.formulas(), [c, d, a, b, d, c]);
            assert_eq!(extended.query(config, &[]).tracked_from, expected);
            let core = Core { formulas: vec![0, 3, 5], covers: Covers::All };
            assert_eq!(extended.suffix_in(&core), [1]);
            let own = extended.own_core(core);
            assert_eq!((own.formulas, own.covers), (vec![1], Covers::All));
        }
    }
}
