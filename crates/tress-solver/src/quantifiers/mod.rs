//! Quantifiers: formulas with them become formulas without, model by model.
//!
//! Enters: a question that may hold quantifiers. Leaves: its answer. A truth value represents every outermost
//! quantified formula ([`table`]); what is left is answered by [`crate::recursion`].
//!
//! Before that, formulas that only define a function give way to the definition ([`macros`]).
//!
//! - Where the truth value is false, the formula fails for some new constants: a lemma.
//! - Where it is true under a model, the negated body is asked under the model's values, with the bound
//!   symbols as constants ([`examine`]). When that is unsat for all of them, the model is one of the whole
//!   question. Otherwise the body holds for the values that were found, and for terms that denote such
//!   values: more lemmas ([`pool`]), and another round.
//!
//! Lemmas follow from what their truth values represent, so a conflict is one of the question, and a core
//! needs no lemmas. `sat` rests on conflicts alone: a value or a term that is badly chosen costs a round and
//! nothing else.

mod examine;
mod fixed;
mod limits;
mod macros;
mod pool;
mod table;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;
use tress_base::Stop;

use crate::ground::{CheckResult, Query};
use crate::recursion;
use examine::Examined;
pub(crate) use limits::CAPS;
use limits::{DEPTH, EXAMINE_STEPS, INNER_ROUNDS, NESTED, ROUNDS};
use macros::Macros;
use pool::Pool;
use table::Table;
use tress_rewrite::env::Env;
use tress_rewrite::problem::Reason;
use tress_term::eval::{EvalError, Plan};
use tress_term::model::Model;
use tress_term::term::{Head, SymbolId, Term, TermMap, TermStore, Value, post_order};

/// Steps for the first look at a formula under a model; they double when too few brought an answer, up to
/// [`EXAMINE_STEPS`].
const FIRST_SHARE: u64 = 200_000;

/// Where a question stands.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// How many questions asked it.
    depth: usize,
    /// Are the elements of declared sorts those of a model? Then they can be named.
    has_elements: bool,
}

/// Answers a question.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn answer(env: &mut Env<'_>, query: &Query<'_>) -> Result<CheckResult, Stop> {
    let level = Level { depth: 0, has_elements: false };
    match Stop::unless_gave_up(Macros::of(env, query))?.flatten() {
        Some(macros) => {
            let result = macros.answer(env, query, |env, query| answer_at(env, query, level));
            CheckResult::unless_gave_up(result)
        }
        None => answer_at(env, query, level),
    }
}

/// Does a quantifier occur?
pub(crate) fn occur(store: &TermStore, formulas: &[Term]) -> bool {
    let is_quantifier = |term: Term| matches!(store.head(term), Head::Quantifier(..));
    store.has_quantifiers() && post_order(store, formulas).into_iter().any(is_quantifier)
}

/// How many quantifiers stand one below the other.
fn nested(store: &TermStore, formula: Term) -> usize {
    let mut depths: TermMap<usize> = TermMap::new();
    for term in post_order(store, &[formula]) {
        let below = store.args(term).iter().filter_map(|arg| depths.get(*arg).copied()).max().unwrap_or(0);
        depths.set(term, below + usize::from(matches!(store.head(term), Head::Quantifier(..))));
    }
    depths.get(formula).copied().unwrap_or(0)
}

/// Calls itself through [`Rounds`], at most [`DEPTH`] times.
fn answer_at(env: &mut Env<'_>, query: &Query<'_>, level: Level) -> Result<CheckResult, Stop> {
    if !occur(env.store, query.formulas) {
        return recursion::answer(env, query);
    }
    if DEPTH.is_exceeded(level.depth + 1, env.budget) {
        return Ok(CheckResult::Unknown(Reason::Quantifiers));
    }
    let mut rounds = Rounds {
        env,
        query,
        level,
        table: Table::default(),
        given: Vec::new(),
        lemmas: Vec::new(),
        pool: Pool::default(),
        share: FIRST_SHARE,
    };
    CheckResult::unless_gave_up(rounds.run())
}

/// The work on one question.
struct Rounds<'c, 'a> {
    env: &'c mut Env<'a>,
    query: &'c Query<'c>,
    level: Level,
    table: Table,
    /// The formulas of the question, without quantifiers.
    given: Vec<Term>,
    /// What follows from the meaning of the truth values, without quantifiers.
    lemmas: Vec<Term>,
    pool: Pool,
    /// Steps for one look at a formula under a model.
    share: u64,
}

impl Rounds<'_, '_> {
    fn run(&mut self) -> Result<CheckResult, Stop> {
        for formula in self.query.formulas {
            let formula = self.simplified(*formula)?;
            if NESTED.is_exceeded(nested(self.env.store, formula), self.env.budget) {
                return Ok(CheckResult::Unknown(Reason::Quantifiers));
            }
            let image = self.image(formula)?;
            self.given.push(image);
        }
        let (budget, most) = (self.env.budget, if self.level.depth == 0 { &ROUNDS } else { &INNER_ROUNDS });
        for round in 1.. {
            if most.is_exceeded(round, budget) {
                break;
            }
            self.settle()?;
            self.env.stats.add("quantifier-rounds", 1);
            let (mut model, by) = match self.ground_answer()? {
                CheckResult::Sat(model, by) => (model, by),
                decided => return Ok(decided),
            };
            self.relax(&mut model)?;
            match self.examine_all(&model)? {
                Examined::Holds => return Ok(CheckResult::Sat(model, by)),
                Examined::Fails => {}
                Examined::Open if self.share < EXAMINE_STEPS.most(budget) => {
                    self.share = self.share.saturating_mul(2);
                }
                Examined::Open => {
                    budget.hit(EXAMINE_STEPS.name());
                    break;
                }
            }
        }
        Ok(CheckResult::Unknown(Reason::Quantifiers))
    }

    fn simplified(&mut self, formula: Term) -> Result<Term, Stop> {
        self.env.rewrite(formula)
    }

    /// The formula with truth values in place of quantified formulas.
    fn image(&mut self, formula: Term) -> Result<Term, Stop> {
        let formula = self.simplified(formula)?;
        let Env { store, budget, .. } = &mut *self.env;
        let image = self.table.image(store, budget, formula)?;
        self.pool.read(store, image, budget);
        Ok(image)
    }

    /// Adds the lemmas of formulas that may be false: they fail for some constants.
    fn settle(&mut self) -> Result<(), Stop> {
        while let Some(index) = self.table.unsettled() {
            let Env { store, budget, .. } = &mut *self.env;
            let lemma = self.table.settle(store, index);
            self.pool.read_below(store, self.table.entry(index), budget);
            let lemma = self.image(lemma)?;
            self.lemmas.push(lemma);
        }
        Ok(())
    }

    /// The answer without looking at quantified formulas.
    fn ground_answer(&mut self) -> Result<CheckResult, Stop> {
        let extended = self.query.with_prefix(self.lemmas.iter().copied(), &self.given);
        let mut symbols: Vec<SymbolId> = self.query.symbols.to_vec();
        symbols.extend(self.table.symbols());
        Ok(match recursion::answer(self.env, &extended.query(self.query.config, &symbols))? {
            CheckResult::Unsat(core, by) => CheckResult::Unsat(extended.own_core(core), by),
            other => other,
        })
    }

    /// Makes truth values false where nothing needs them to be true: those formulas need no look.
    fn relax(&mut self, model: &mut Model) -> Result<(), Stop> {
        let Env { store, evaluator, budget, .. } = &mut *self.env;
        let formulas: Vec<Term> = self.given.iter().chain(&self.lemmas).copied().collect();
        let plan = Plan::new(store, &formulas);
        let asserted: FxHashSet<Term> = self.given.iter().copied().collect();
        for symbol in self.table.positive() {
            let is_asserted = asserted.contains(&store.constant(symbol));
            if is_asserted || model.get(symbol) != Some(&Value::Bool(true)) {
                continue;
            }
            model.set(symbol, Value::Bool(false));
            match evaluator.run(store, &plan, model, budget) {
                Ok(values) if values.iter().all(|value| *value == Value::Bool(true)) => {}
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => model.set(symbol, Value::Bool(true)),
            }
        }
        Ok(())
    }
}
