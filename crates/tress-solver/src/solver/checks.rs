//! One check after the other: what they share, and what they leave for those that follow.
//!
//! A check works in a context of its own ([`SolveContext`]), which begins as a copy of the client's store:
//! the terms it makes never reach the client. The context stays for the next checks with all it remembers,
//! and is thrown away as a whole when it has grown out of proportion. Where a check has most of its formulas
//! in common with the one before it, it is given to a search that is kept, with all that it has learned;
//! formulas of the first level are asserted there for good, all others are assumed for one check.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use tress_base::{Budget, Stop};

use crate::ground::{CheckResult, Core, Covers, Query, checked};
use crate::preprocess::{Reduced, simplify};
use crate::quantifiers;
use crate::recursion;
use crate::sequences;
use crate::strategy::{Config, Deciders};
use tress_kernel::{Incremental, Mode};
use tress_rewrite::env::{Log, SolveContext};
use tress_rewrite::problem::{Fact, Outcome, Reason};
use tress_rewrite::stats::Stats;
use tress_strings::Strings;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, TermStore};

use super::limits::{MODELS, REGEXES};
use super::patience::Patience;
use super::translator::{Target, Translator};

/// A context has grown too big when it has this many times the terms it began with, and some.
const GROWTH: usize = 4;
const ALLOWANCE: usize = 8_000;
/// What a term takes in memory here and in the tables that go with it, about.
const BYTES_PER_TERM: usize = 64;

/// What a check is asked.
#[derive(Clone, Copy)]
pub(super) struct CheckRequest<'a> {
    /// How to decide.
    pub(super) config: Config,
    /// Assertions, then assumptions.
    pub(super) formulas: &'a [Term],
    /// The number of them that are asserted at the first level.
    pub(super) lasting: usize,
    /// The number of them that are assertions.
    pub(super) asserted: usize,
    /// Must a conflict name the assertions it needs?
    pub(super) exact: bool,
    /// The symbols that need values.
    pub(super) symbols: &'a [SymbolId],
    /// Decides between equals.
    pub(super) seed: u64,
}

/// What the client has and a check may read.
pub(super) struct Client<'a> {
    pub(super) terms: &'a TermStore,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) stats: &'a mut Stats,
    pub(super) log: &'a mut Log,
}

/// What checks leave for those that follow.
#[derive(Default)]
pub(super) struct Checks {
    context: SolveContext,
    translator: Translator,
    kept: Option<Box<Incremental<Strings>>>,
    /// What the last check was asked, as terms of the client.
    last: FxHashSet<Term>,
    /// The number of terms in the context when it began; zero when there is none.
    first_size: usize,
    patience: Patience,
}

impl Checks {
    /// Decides formulas of the client.
    pub(super) fn decide(
        &mut self,
        client: &mut Client<'_>,
        request: &CheckRequest<'_>,
        budget: &Budget,
    ) -> Result<CheckResult, Stop> {
        if self.first_size == 0 || self.is_too_big(budget) {
            budget.room_for((client.terms.len() * BYTES_PER_TERM) as u64)?;
            self.renew(client.terms);
        }
        budget.look()?;
        let symbols: Vec<SymbolId> = request
            .symbols
            .iter()
            .map(|symbol| self.translator.symbol(client.terms, &mut self.context.store, *symbol))
            .collect();
        let formulas = self.carried(client, request.formulas);
        let is_alike = self.is_alike(request.formulas);
        std::mem::swap(&mut self.context.log, client.log);
        let query = Query {
            config: request.config,
            formulas: &formulas,
            tracked_from: if request.exact { 0 } else { request.asserted },
            symbols: &symbols,
        };
        let result = self.decide_here(request, &query, is_alike, budget);
        std::mem::swap(&mut self.context.log, client.log);
        self.context.rewriter.count_into(&mut self.context.stats);
        for (name, count) in std::mem::take(&mut self.context.stats).iter() {
            client.stats.add(name, count);
        }
        Ok(match result? {
            CheckResult::Sat(model, by) => {
                let there = self.context.evaluator.regexes();
                let mut back = self.translator.model_back(&model, there, client.evaluator.regexes_mut());
                let Some(bodies) = self.translator.bodies_back(client.terms, request.formulas, &model) else {
                    return Ok(CheckResult::Unknown(Reason::Incomplete));
                };
                bodies.into_iter().for_each(|(symbol, body)| back.set_body(symbol, body));
                CheckResult::Sat(Box::new(back), by)
            }
            other => other,
        })
    }

    /// Forgets what was carried over of terms and symbols from these numbers on.
    pub(super) fn forget_from(&mut self, terms: usize, symbols: usize) {
        self.translator.forget_from(terms, symbols);
        self.last.retain(|term| term.index() < terms);
    }

    fn is_too_big(&self, budget: &Budget) -> bool {
        let regexes = self.context.evaluator.regexes().len();
        let terms = self.context.store.len();
        terms > GROWTH * self.first_size + ALLOWANCE || REGEXES.is_exceeded(regexes, budget)
    }

    /// Throws everything away that was made by checks, and begins with a copy of the client's store.
    fn renew(&mut self, terms: &TermStore) {
        // Languages in the client's store have their meaning elsewhere: terms are carried one by one.
        let (store, translator) = match terms.has_languages() {
            true => (TermStore::new(), Translator::default()),
            false => (terms.clone(), Translator::to_copy(terms)),
        };
        *self = Self {
            context: SolveContext { store, ..SolveContext::default() },
            translator,
            first_size: terms.len(),
            patience: self.patience,
            ..Self::default()
        };
    }

    fn carried(&mut self, client: &mut Client<'_>, formulas: &[Term]) -> Vec<Term> {
        let SolveContext { store, evaluator, .. } = &mut self.context;
        let mut there = Target { store, regexes: evaluator.regexes_mut() };
        self.translator.carry(client.terms, client.evaluator.regexes(), &mut there, formulas)
    }

    /// Has this check most of its formulas in common with the one before?
    fn is_alike(&mut self, formulas: &[Term]) -> bool {
        let common = formulas.iter().filter(|formula| self.last.contains(formula)).count();
        let is_alike = common > 0 && 2 * common >= formulas.len();
        self.last = formulas.iter().copied().collect();
        is_alike
    }

    /// Decides formulas of the context: by the kept search, or from scratch.
    fn decide_here(
        &mut self,
        request: &CheckRequest<'_>,
        query: &Query<'_>,
        is_alike: bool,
        budget: &Budget,
    ) -> Result<CheckResult, Stop> {
        self.patience.begin_check();
        let auto = request.config.choice.is_auto() && request.config.preprocess;
        let store = &self.context.store;
        let unplain = [quantifiers::occur, recursion::occur, sequences::occur]
            .iter()
            .any(|occur| occur(store, query.formulas));
        if is_alike && auto && !request.exact && self.patience.allows() && !unplain {
            if let Some(result) = Stop::unless_gave_up(self.decide_again(request, query, budget))?.flatten() {
                self.patience.succeed();
                return Ok(result);
            }
            if self.patience.fail() {
                self.kept = None;
            }
        }
        let used = budget.used();
        let result = quantifiers::answer(&mut self.context.env(budget, request.seed), query)?;
        self.patience.measure(budget.used() - used);
        Ok(result)
    }

    /// Decides formulas with what earlier checks have learned. Returns `None` if that brings no answer in its
    /// share of work.
    fn decide_again(
        &mut self,
        request: &CheckRequest<'_>,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Option<CheckResult>, Stop> {
        let mut env = self.context.env(budget, request.seed);
        let reduced = simplify(&mut env, query.formulas)?;
        let facts = &reduced.problem.facts;
        if let Some(fact) = reduced.problem.refuted() {
            return Ok(Some(conflict(&reduced, &[fact.origin], Deciders::PREPROCESSING)));
        }
        let mode = |fact: &Fact| match reduced.origins.newest(fact.origin) as usize {
            number if number < request.lasting => Mode::Asserted,
            number if number < request.asserted => Mode::Assumed,
            _ => Mode::Tracked,
        };
        let asserted = facts.iter().filter(|fact| mode(fact) == Mode::Asserted).map(|fact| fact.term);
        let kept = self.kept.take().filter(|kept| kept.fits(asserted));
        env.stats.add("searches-reused", u64::from(kept.is_some()));
        let mut kept = kept.unwrap_or_else(|| Box::new(Incremental::new(Strings::default(), request.seed)));
        budget.progress().enter(Deciders::KEPT_SEARCH);
        let outcome = budget.share(self.patience.steps(), || kept.decide(&mut env, &reduced.problem, mode));
        let outcome = Stop::unless_gave_up(outcome)?.flatten();
        let by = Deciders::KEPT_SEARCH;
        let result = match outcome {
            Some(Outcome::Model(model)) => {
                Some(checked(&mut env, query, &reduced, *model, Deciders::one(by))?)
            }
            Some(Outcome::Conflict(origins)) => Some(conflict(&reduced, &origins, by)),
            Some(Outcome::GaveUp(_)) | None => None,
        };
        let result = result.filter(|result| !matches!(result, CheckResult::Unknown(_)));
        self.kept = Some(kept);
        Ok(result)
    }
}

/// The formulas behind a conflict of facts.
fn conflict(reduced: &Reduced, origins: &[u32], by: &'static str) -> CheckResult {
    let core = reduced.origins.assertions(origins);
    let formulas = core.into_iter().map(|number| number as usize).collect();
    CheckResult::Unsat(Core { formulas, covers: Covers::Tracked }, Deciders::one(by))
}

/// Models of earlier checks, the last one at the end.
#[derive(Default)]
pub(super) struct Models {
    all: Vec<Remembered>,
}

struct Remembered {
    model: Arc<Model>,
    /// The number of assertions that are known to be true under it.
    holds: usize,
}

impl Models {
    /// Remembers a model under which the first `holds` assertions are true. Skips one in which terms of the
    /// assertions define functions: these may end before the model does.
    pub(super) fn add(&mut self, model: &Arc<Model>, holds: usize, budget: &Budget) {
        if model.bodies().len() > 0 {
            return;
        }
        if MODELS.is_exceeded(self.all.len() + 1, budget) && !self.all.is_empty() {
            self.all.remove(0);
        }
        self.all.push(Remembered { model: model.clone(), holds });
    }

    /// Assertions from this number on are gone.
    pub(super) fn truncate(&mut self, assertions: usize) {
        for remembered in &mut self.all {
            remembered.holds = remembered.holds.min(assertions);
        }
    }

    /// Forgets the values of symbols from this number on: others may get their numbers.
    pub(super) fn forget_symbols_from(&mut self, symbols: usize) {
        for remembered in &mut self.all {
            Arc::make_mut(&mut remembered.model).forget_from(symbols);
        }
    }

    /// The last model for which all assertions that are not known to be true under it, and all
    /// assumptions, pass the test; it comes to the end.
    pub(super) fn find(
        &mut self,
        assertions: usize,
        mut holds_under: impl FnMut(&Model, std::ops::Range<usize>) -> Result<bool, Stop>,
    ) -> Result<Option<Arc<Model>>, Stop> {
        for index in (0..self.all.len()).rev() {
            let Remembered { model, holds } = &mut self.all[index];
            if holds_under(model, *holds..assertions)? {
                *holds = assertions;
                let found = model.clone();
                self.all[index..].rotate_left(1);
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
