//! The solver: assertions in, answers out.
//!
//! ```text
//!            assert, push, pop, declare          check
//!   ┌──────────────────────────────────┐   ┌──────────────────────────────┐
//!   ▼                                  │   ▼                              │
//! Asserting ───────────── check ───────┴─► Sat(model) │ Unsat(core) │ Unknown(reason)
//! ```
//!
//! Every method that changes the assertions leads back to `Asserting`; a model, a core and a
//! reason can be asked for only in the state that has one.

use std::time::Duration;

use tress_base::{Budget, Cancel, Stop};

use crate::engines;
use crate::env::{Env, Log};
use crate::eval::{EvalError, Evaluator};
use crate::ground::{Question, Verdict, checked, with_defaults};
use crate::kernel::{Incremental, Mode, is_native};
use crate::model::Model;
use crate::options::{Opt, Options};
use crate::preprocess::{Reduced, preprocess, simplify};
use crate::problem::Fact;
use crate::problem::{Outcome, Reason};
use crate::quantifiers;
use crate::rewrite::Rewriter;
use crate::stats::Stats;
use crate::strategy::Method;
use crate::strings::Strings;
use crate::term::{Sort, SymbolId, Term, TermStore, Value};

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

/// What the last check left behind.
#[derive(Debug)]
enum State {
    Asserting,
    Sat(Box<Model>),
    /// Numbers of assertions, then of assumptions (counted on from the assertions). The flag says
    /// that the assertions among them are only those that are known to matter, not all.
    Unsat(Vec<usize>, bool),
    Unknown(Reason),
}

impl From<Verdict> for State {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Sat(model) => State::Sat(model),
            Verdict::Unsat(core, exact) => State::Unsat(core, exact),
            Verdict::Unknown(reason) => State::Unknown(reason),
        }
    }
}

/// Why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// There is no model: the last check did not answer sat, or something changed since.
    NoModel,
    /// There is no core: the last check did not answer unsat, or something changed since.
    NoCore,
    /// More levels should be popped than were pushed.
    NoLevel,
}

/// What is open at a level, so that `pop` can go back.
#[derive(Clone, Copy, Debug)]
struct Level {
    assertions: usize,
    declared: usize,
}

/// A solver with its terms, assertions and options.
pub struct Solver {
    /// All terms.
    pub terms: TermStore,
    /// The options; changes hold from the next check on.
    pub options: Options,
    /// What happened so far.
    pub stats: Stats,
    evaluator: Evaluator,
    rewriter: Rewriter,
    /// Where inferences are written down.
    pub log: Log,
    assertions: Vec<Term>,
    declared: Vec<SymbolId>,
    levels: Vec<Level>,
    assumptions: Vec<Term>,
    state: State,
    cancel: Cancel,
    reuse: Reuse,
}

/// What checks after the first one may build on.
#[derive(Default)]
struct Reuse {
    kept: Option<Box<Incremental<Strings>>>,
    /// Models of earlier checks, the last one at the end.
    models: Vec<Model>,
    /// Checks so far.
    checks: u64,
    /// How often the kept search did not answer.
    failures: u32,
    /// Steps of the last check that was made from scratch.
    steps: u64,
}

/// How many models are remembered.
const MOST_MODELS: usize = 4;
/// A kept search that fails this often is not asked any more.
const MOST_FAILURES: u32 = 3;
/// How many steps a kept search gets, as a multiple of those of a check from scratch, and how many
/// in any case.
const PATIENCE: u64 = 4;
const LEAST_STEPS: u64 = 1_000_000;

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver without assertions.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(Options::default())
    }

    /// A solver without assertions, with these options.
    #[must_use]
    pub fn with_options(options: Options) -> Self {
        Self {
            terms: TermStore::new(),
            options,
            stats: Stats::default(),
            evaluator: Evaluator::new(),
            rewriter: Rewriter::new(),
            log: Log::default(),
            assertions: Vec::new(),
            declared: Vec::new(),
            levels: Vec::new(),
            assumptions: Vec::new(),
            state: State::Asserting,
            cancel: Cancel::new(),
            reuse: Reuse::default(),
        }
    }

    /// A handle that stops a check from another thread.
    #[must_use]
    pub fn cancel_handle(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Declares a constant or function; models will give it a value. With `global` it outlives
    /// the current level.
    pub fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort, global: bool) -> SymbolId {
        let symbol = self.terms.declare(name, arguments, result);
        self.state = State::Asserting;
        if global {
            let base = self.levels.first().map_or(self.declared.len(), |level| level.declared);
            self.declared.insert(base, symbol);
            for level in &mut self.levels {
                level.declared += 1;
            }
        } else {
            self.declared.push(symbol);
        }
        symbol
    }

    /// Declares a constant of this level, as a term.
    pub fn constant(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.declare(name, &[], sort, false);
        self.terms.constant(symbol)
    }

    /// Adds an assertion, which must be of sort Bool, at the current level.
    pub fn assert(&mut self, term: Term) {
        debug_assert_eq!(self.terms.sort(term), Sort::Bool, "assertions are Bool");
        self.assertions.push(term);
        self.state = State::Asserting;
    }

    /// The assertions of all open levels.
    #[must_use]
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// How many levels are open.
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(Level { assertions: self.assertions.len(), declared: self.declared.len() });
        self.state = State::Asserting;
    }

    /// Closes levels, with their assertions and declarations.
    ///
    /// # Errors
    /// When fewer levels are open; nothing changes then.
    pub fn pop(&mut self, levels: usize) -> Result<(), Misuse> {
        let kept = self.levels.len().checked_sub(levels).ok_or(Misuse::NoLevel)?;
        if let Some(level) = self.levels.get(kept).copied() {
            self.assertions.truncate(level.assertions);
            self.declared.truncate(level.declared);
            self.levels.truncate(kept);
        }
        self.state = State::Asserting;
        Ok(())
    }

    /// Closes all levels and forgets all assertions; declarations too, unless `keep_declared`.
    pub fn reset_assertions(&mut self, keep_declared: bool) {
        self.levels.clear();
        self.assertions.clear();
        if !keep_declared {
            self.declared.clear();
        }
        self.state = State::Asserting;
    }

    /// Decides whether the assertions can hold together with the assumptions.
    pub fn check(&mut self, assumptions: &[Term]) -> Answer {
        let budget = self.budget();
        self.assumptions = assumptions.to_vec();
        self.stats.add("checks", 1);
        let exact = self.options.flag(Opt::ProduceUnsatCores);
        self.reuse.checks += 1;
        self.state = match self.decide_anew_or_again(&budget, exact) {
            Ok(state) => state,
            Err(stop) => State::Unknown(Reason::Stopped(stop)),
        };
        self.stats.add("steps", budget.used());
        self.rewriter.count_into(&mut self.stats);
        match &self.state {
            State::Sat(_) => Answer::Sat,
            State::Unsat(..) => Answer::Unsat,
            State::Unknown(reason) => Answer::Unknown(reason.clone()),
            State::Asserting => Answer::Unknown(Reason::Incomplete),
        }
    }

    /// The limits of one check, one value and one simplification.
    fn budget(&self) -> Budget {
        Budget::unlimited()
            .with_time(self.options.limit(Opt::Timeout).map(Duration::from_millis))
            .with_memory(self.options.limit(Opt::Memory).map(|mebibytes| mebibytes << 20))
            .with_steps(self.options.limit(Opt::Steps))
            .with_cancel(&self.cancel)
    }

    /// How the options want problems to be decided.
    fn method(&self) -> Method {
        let engine = engines::named(self.options.word(Opt::Engine));
        Method { engine, preprocess: self.options.flag(Opt::Preprocess) }
    }

    /// Lends what a piece of work needs.
    fn env<'a>(&'a mut self, budget: &'a Budget) -> Env<'a> {
        Env {
            store: &mut self.terms,
            evaluator: &mut self.evaluator,
            rewriter: &mut self.rewriter,
            budget,
            stats: &mut self.stats,
            log: &mut self.log,
            seed: self.options.number(Opt::RandomSeed),
        }
    }

    /// Decides what is asserted and assumed: by a model of an earlier check, by what was learned
    /// there, or from scratch.
    fn decide_anew_or_again(&mut self, budget: &Budget, exact: bool) -> Result<State, Stop> {
        if let Some(state) = self.remembered(budget)? {
            return Ok(state);
        }
        let state = match self.decide_again(budget, exact)? {
            Some(state) => state,
            None => self.decide(budget, exact)?,
        };
        if let State::Sat(model) = &state {
            if self.reuse.models.len() == MOST_MODELS {
                self.reuse.models.remove(0);
            }
            self.reuse.models.push(Model::clone(model));
        }
        Ok(state)
    }

    /// Does a model of an earlier check make everything true? What came last is looked at first:
    /// the rest was true before.
    fn remembered(&mut self, budget: &Budget) -> Result<Option<State>, Stop> {
        for place in (0..self.reuse.models.len()).rev() {
            let model = with_defaults(&self.terms, &self.declared, self.reuse.models[place].clone());
            let mut holds = true;
            for term in self.assertions.iter().chain(&self.assumptions).rev() {
                match self.evaluator.eval(&self.terms, *term, &model, budget) {
                    Ok(Value::Bool(true)) => {}
                    Err(EvalError::Stop(stop)) => return Err(stop),
                    _ => {
                        holds = false;
                        break;
                    }
                }
            }
            if holds {
                self.stats.add("models-remembered", 1);
                self.reuse.models[place..].rotate_left(1);
                return Ok(Some(State::Sat(Box::new(model))));
            }
        }
        Ok(None)
    }

    /// Decides what is asserted and assumed with what earlier checks have learned. `None` when that
    /// is not possible or brings no answer: strings are decided from scratch, and so is the first
    /// check, for which preprocessing can do more.
    fn decide_again(&mut self, budget: &Budget, exact: bool) -> Result<Option<State>, Stop> {
        let auto = self.method().engine.is_none();
        if exact || !auto || self.reuse.checks == 1 || self.reuse.failures == MOST_FAILURES {
            return Ok(None);
        }
        let asked: Vec<Term> = self.assertions.iter().chain(&self.assumptions).copied().collect();
        if quantifiers::occur(&self.terms, &asked) {
            return Ok(None);
        }
        let reduced = simplify(&mut self.env(budget), &asked)?;
        let facts = &reduced.problem.facts;
        if facts.iter().any(|fact| fact.term == TermStore::FALSE) || !is_native(&self.terms, &reduced.problem)
        {
            return Ok(None);
        }
        let lasting = self.levels.first().map_or(self.assertions.len(), |level| level.assertions);
        let mode = |fact: &Fact| match reduced.origins.newest(fact.origin) as usize {
            number if number < lasting => Mode::Asserted,
            number if number < self.assertions.len() => Mode::Assumed,
            _ => Mode::Tracked,
        };
        let (seed, method) = (self.options.number(Opt::RandomSeed), self.method());
        let asserted = facts.iter().filter(|fact| mode(fact) == Mode::Asserted).map(|fact| fact.term);
        let kept = self.reuse.kept.take().filter(|kept| kept.fits(asserted));
        self.stats.add("searches-reused", u64::from(kept.is_some()));
        let mut kept = kept.unwrap_or_else(|| Box::new(Incremental::new(Strings::default(), seed)));
        let mut env = Env {
            store: &mut self.terms,
            evaluator: &mut self.evaluator,
            rewriter: &mut self.rewriter,
            budget,
            stats: &mut self.stats,
            log: &mut self.log,
            seed,
        };
        let steps = LEAST_STEPS.max(PATIENCE * self.reuse.steps);
        let outcome = budget.within(steps, || kept.decide(&mut env, &reduced.problem, mode));
        let state = match outcome {
            Ok(Outcome::Model(model)) => {
                let symbols = &self.declared;
                let question = Question { method, formulas: &asked, tracked_from: 0, symbols };
                match checked(&mut env, &question, &reduced, *model)? {
                    Verdict::Sat(model) => Some(State::Sat(model)),
                    _ => None,
                }
            }
            Ok(Outcome::Conflict(origins)) => {
                let core = reduced.origins.assertions(&origins);
                Some(State::Unsat(core.into_iter().map(|number| number as usize).collect(), false))
            }
            Ok(Outcome::Lemmas(_) | Outcome::GaveUp(_)) => None,
            Err(Stop::Steps) => {
                budget.poll()?;
                None
            }
            Err(stop) => return Err(stop),
        };
        match state {
            Some(_) => self.reuse.kept = Some(kept),
            None => self.reuse.failures += 1,
        }
        Ok(state)
    }

    /// Decides what is asserted and assumed. With `exact`, a conflict tells which assertions it
    /// needs; without, only which assumptions.
    fn decide(&mut self, budget: &Budget, exact: bool) -> Result<State, Stop> {
        let asked: Vec<Term> = self.assertions.iter().chain(&self.assumptions).copied().collect();
        let question = Question {
            method: self.method(),
            formulas: &asked,
            tracked_from: if exact { 0 } else { self.assertions.len() },
            symbols: &self.declared,
        };
        let mut env = Env {
            store: &mut self.terms,
            evaluator: &mut self.evaluator,
            rewriter: &mut self.rewriter,
            budget,
            stats: &mut self.stats,
            log: &mut self.log,
            seed: self.options.number(Opt::RandomSeed),
        };
        let used = budget.used();
        let verdict = quantifiers::answer(&mut env, &question)?;
        self.reuse.steps = budget.used() - used;
        Ok(verdict.into())
    }

    /// What preprocessing makes of the assertions together with the assumptions.
    ///
    /// # Errors
    /// When the limits end the work.
    pub fn reduced(&mut self, assumptions: &[Term]) -> Result<Reduced, Stop> {
        let budget = self.budget();
        let asked: Vec<Term> = self.assertions.iter().chain(assumptions).copied().collect();
        let reduced = preprocess(&mut self.env(&budget), &asked);
        self.stats.add("steps", budget.used());
        self.rewriter.count_into(&mut self.stats);
        reduced
    }

    /// The store that gives values of sort RegLan their meaning.
    #[must_use]
    pub fn regexes(&self) -> &tress_automata::RegexStore {
        self.evaluator.regexes()
    }

    /// The model of the last check.
    ///
    /// # Errors
    /// When the last check did not answer sat.
    pub fn model(&self) -> Result<&Model, Misuse> {
        match &self.state {
            State::Sat(model) => Ok(model),
            _ => Err(Misuse::NoModel),
        }
    }

    /// The declared symbols of all open levels, in the order of their declaration.
    #[must_use]
    pub fn declared(&self) -> &[SymbolId] {
        &self.declared
    }

    /// The value of any term under the model of the last check.
    ///
    /// # Errors
    /// When there is no model, or the term has no value under it.
    pub fn value(&mut self, term: Term) -> Result<Result<Value, EvalError>, Misuse> {
        let State::Sat(model) = &self.state else { return Err(Misuse::NoModel) };
        let budget = self.budget();
        Ok(self.evaluator.eval(&self.terms, term, model, &budget))
    }

    /// The numbers of assertions that cannot hold together with the assumptions of
    /// [`Solver::unsat_assumptions`]. When the check was not asked to prepare for this, it is done
    /// again; should that end without answer, all assertions are the core.
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_core(&mut self) -> Result<Vec<usize>, Misuse> {
        let State::Unsat(_, exact) = &self.state else { return Err(Misuse::NoCore) };
        if !*exact {
            let budget = self.budget();
            if let Ok(state @ State::Unsat(..)) = self.decide(&budget, true) {
                self.state = state;
            }
        }
        let State::Unsat(core, _) = &self.state else { return Err(Misuse::NoCore) };
        Ok(core.iter().copied().filter(|number| *number < self.assertions.len()).collect())
    }

    /// The numbers of assumptions that are part of the reason for the last answer.
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_assumptions(&self) -> Result<Vec<usize>, Misuse> {
        let State::Unsat(core, _) = &self.state else { return Err(Misuse::NoCore) };
        Ok(core.iter().filter_map(|number| number.checked_sub(self.assertions.len())).collect())
    }

    /// Why the last check was not answered.
    #[must_use]
    pub fn reason_unknown(&self) -> Option<&Reason> {
        match &self.state {
            State::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// An equal, simpler term; the same term when the limits end the work.
    pub fn simplify(&mut self, term: Term) -> Term {
        let budget = self.budget();
        let simpler = self.rewriter.rewrite(&mut self.terms, &mut self.evaluator, &budget, term);
        simpler.unwrap_or(term)
    }
}
