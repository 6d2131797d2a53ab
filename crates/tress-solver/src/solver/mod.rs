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

mod answers;
mod branch;
mod certificates;
mod checks;
mod cores;
mod languages;
mod limits;
mod objectives;
mod patience;
mod second;
mod translator;

use std::sync::Arc;
use std::time::Duration;

use tress_automata::RegexStore;
use tress_base::{Budget, Cancel, Cap, CapSettings, Progress, Stop};

use crate::ground::{CheckResult, Core};
use crate::optimise::{Objective, ObjectiveBounds};
use crate::options::{Opt, OptionError, Options};
use crate::preprocess::{Reduced, independent_parts, preprocess, simplify};
use crate::quantifiers;
use crate::recursion;
use crate::strategy::{Config, Deciders, Profile};
use tress_rewrite::env::{Env, Log};
use tress_rewrite::problem::Reason;
use tress_rewrite::rewrite::Rewriter;
use tress_rewrite::stats::Stats;
use tress_term::alphabet::Restriction;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Mark, Sort, SymbolId, Term, TermStore};

pub use answers::{Answer, Misuse, Trail};
pub use branch::Branch;
use checks::{CheckRequest, Checks, Client, Models};
pub use languages::NoLanguage;
pub(crate) use limits::CAPS;
pub use second::Confirmation;

/// What the last check left behind.
#[derive(Debug)]
enum State {
    Asserting,
    Sat(Arc<Model>),
    /// Numbers of assertions, then of assumptions (counted on from the assertions).
    Unsat(Core),
    Unknown(Reason),
}

/// What is open at a level, so that `pop` can go back.
#[derive(Clone, Copy, Debug)]
struct Level {
    assertions: usize,
    declared: usize,
    objectives: usize,
}

/// Assertions and declarations, level by level.
#[derive(Debug, Default)]
struct Stack {
    /// The assertions as the client wrote them.
    written: Vec<Term>,
    /// The same over all characters of SMT-LIB, see [`tress_term::alphabet`].
    assertions: Vec<Term>,
    /// Assertions that have no meaning over the alphabet, by number, and why.
    meaningless: Vec<(usize, String)>,
    declared: Vec<SymbolId>,
    objectives: Vec<Objective>,
    levels: Vec<Level>,
    /// Changes whenever something is asserted, declared, or taken back.
    epoch: u64,
    /// Distinguishes this stack from those of other solvers.
    identity: Arc<()>,
}

/// How others end the work or look at it while it goes on.
#[derive(Clone)]
struct Outside {
    cancel: Cancel,
    progress: Progress,
}

/// A solver with its terms, assertions and options.
pub struct Solver {
    /// The client's terms. Checks make theirs elsewhere.
    pub terms: TermStore,
    /// The options; changes hold from the next check on.
    pub options: Options,
    /// What happened so far.
    pub stats: Stats,
    /// Where inferences are written down.
    pub log: Log,
    /// The engines that an engine asked.
    helpers: Vec<&'static str>,
    cap_settings: CapSettings,
    evaluator: Evaluator,
    rewriter: Rewriter,
    stack: Stack,
    assumptions: Vec<Term>,
    state: State,
    outside: Outside,
    checks: Checks,
    models: Models,
    /// The alphabet of the client's strings.
    alphabet: Restriction,
    /// How many terms there were before the client made any.
    first_own_term: usize,
    /// Where the objectives stand after a check that answered sat.
    objective_bounds: Vec<ObjectiveBounds>,
    trail: Trail,
}

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
        let terms = TermStore::new();
        Self {
            alphabet: Restriction::new(options.characters()),
            first_own_term: terms.len(),
            terms,
            options,
            stats: Stats::default(),
            log: Log::default(),
            helpers: Vec::new(),
            cap_settings: CapSettings::default(),
            evaluator: Evaluator::new(),
            rewriter: Rewriter::new(),
            stack: Stack::default(),
            assumptions: Vec::new(),
            state: State::Asserting,
            outside: Outside { cancel: Cancel::new(), progress: Progress::new() },
            checks: Checks::default(),
            models: Models::default(),
            objective_bounds: Vec::new(),
            trail: Trail::default(),
        }
    }

    /// A handle that stops a check from another thread.
    #[must_use]
    pub fn cancel_handle(&self) -> Cancel {
        self.outside.cancel.clone()
    }

    /// A window through which another thread can watch checks.
    #[must_use]
    pub fn progress_handle(&self) -> Progress {
        self.outside.progress.clone()
    }

    /// Replaces another solver, for those who hold its handles.
    pub fn take_handles(&mut self, from: &Solver) {
        self.outside = from.outside.clone();
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// When there is no such option, the value is not one of its values, or it is too late for it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Opt, OptionError> {
        let before = self.options.characters();
        let option = self.options.set(name, value)?;
        let characters = self.options.characters();
        if characters != before {
            if self.terms.len() > self.first_own_term {
                self.options.set_number(Opt::Alphabet, before.into());
                return Err(OptionError::TooLate("the alphabet"));
            }
            self.alphabet = Restriction::new(characters);
        }
        Ok(option)
    }

    /// The terms that are there now belong to no client.
    pub fn begin(&mut self) {
        self.first_own_term = self.terms.len();
    }

    /// The code point of the last character of strings.
    pub fn last_character(&self) -> u32 {
        self.alphabet.last()
    }

    /// Declares a constant or function; models will give it a value. With `global` it outlives
    /// the current level.
    pub fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort, global: bool) -> SymbolId {
        let symbol = self.terms.declare(name, arguments, result);
        self.enlist(symbol, global);
        symbol
    }

    /// Lets models give a value to a symbol of the store. With `global` it outlives the current level.
    pub fn enlist(&mut self, symbol: SymbolId, global: bool) {
        self.changed();
        let Stack { declared, levels, .. } = &mut self.stack;
        if global {
            let base = levels.first().map_or(declared.len(), |level| level.declared);
            declared.insert(base, symbol);
            for level in levels {
                level.declared += 1;
            }
        } else {
            declared.push(symbol);
        }
    }

    /// Declares a constant of this level, as a term.
    pub fn constant(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.declare(name, &[], sort, false);
        self.terms.constant(symbol)
    }

    /// Adds an assertion at the current level.
    ///
    /// # Panics
    /// When the term is not of sort Bool.
    pub fn assert(&mut self, term: Term) {
        assert_eq!(self.terms.sort(term), Sort::Bool, "assertions are Bool");
        let image = self.alphabet.formula(&mut self.terms, term).unwrap_or_else(|reason| {
            self.stack.meaningless.push((self.stack.assertions.len(), reason));
            term
        });
        self.stack.written.push(term);
        self.stack.assertions.push(image);
        self.changed();
    }

    /// Something is asserted or taken back: the last answer counts no more.
    fn changed(&mut self) {
        self.state = State::Asserting;
        self.objective_bounds.clear();
        self.stack.epoch += 1;
    }

    /// The assertions of all open levels, as they were written.
    #[must_use]
    #[allow(clippy::misnamed_getters, reason = "clients see what they wrote")]
    pub fn assertions(&self) -> &[Term] {
        &self.stack.written
    }

    /// The assertions and these assumptions over all characters of SMT-LIB.
    ///
    /// # Errors
    /// What has no meaning over the alphabet.
    pub fn over_all_characters(&mut self, assumptions: &[Term]) -> Result<Vec<Term>, Reason> {
        let images = self.assumed_over_all(assumptions)?;
        Ok(self.stack.assertions.iter().copied().chain(images).collect())
    }

    fn assumed_over_all(&mut self, assumptions: &[Term]) -> Result<Vec<Term>, Reason> {
        let refused = |reason: &String| Reason::Refused(format!("not supported: {reason}"));
        if let Some((_, reason)) = self.stack.meaningless.first() {
            return Err(refused(reason));
        }
        let Self { alphabet, terms, .. } = self;
        assumptions
            .iter()
            .map(|term| alphabet.formula(terms, *term).map_err(|reason| refused(&reason)))
            .collect()
    }

    /// The assumptions of the last check.
    pub fn assumptions(&self) -> &[Term] {
        &self.assumptions
    }

    /// How many levels are open.
    #[must_use]
    pub fn level(&self) -> usize {
        self.stack.levels.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        let Stack { assertions, declared, objectives, levels, .. } = &mut self.stack;
        levels.push(Level {
            assertions: assertions.len(),
            declared: declared.len(),
            objectives: objectives.len(),
        });
        self.changed();
    }

    /// Closes levels, with their assertions and declarations.
    ///
    /// # Errors
    /// When fewer levels are open; nothing changes then.
    pub fn pop(&mut self, levels: usize) -> Result<(), Misuse> {
        let kept = self.level().checked_sub(levels).ok_or(Misuse::NoLevel)?;
        if let Some(level) = self.stack.levels.get(kept).copied() {
            self.stack.assertions.truncate(level.assertions);
            self.stack.written.truncate(level.assertions);
            self.stack.meaningless.retain(|(number, _)| *number < level.assertions);
            self.stack.declared.truncate(level.declared);
            self.stack.objectives.truncate(level.objectives);
            self.stack.levels.truncate(kept);
            self.models.truncate(level.assertions);
        }
        self.changed();
        Ok(())
    }

    /// Gives back all terms and symbols that were made since `mark`. No term that the client still
    /// has may be one of them, and no assertion or declaration.
    pub fn release(&mut self, mark: Mark) {
        self.terms.release(mark);
        self.evaluator.forget_from(mark.terms());
        self.rewriter = Rewriter::new();
        self.alphabet.forget();
        self.checks.forget_from(mark.terms(), mark.symbols());
        self.models.forget_symbols_from(mark.symbols());
        self.state = State::Asserting;
    }

    /// Closes all levels and forgets all assertions; declarations too, unless `keep_declared`.
    pub fn reset_assertions(&mut self, keep_declared: bool) {
        self.stack.levels.clear();
        self.stack.assertions.clear();
        self.stack.written.clear();
        self.stack.meaningless.clear();
        self.stack.objectives.clear();
        self.models.truncate(0);
        if !keep_declared {
            self.stack.declared.clear();
        }
        self.changed();
    }

    /// Decides whether the assertions can hold together with the assumptions. When they can and there are
    /// objectives, the model is made as good as possible, and [`Solver::objective_bounds`] reports what is
    /// proved of it.
    pub fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.check_after(Duration::ZERO, assumptions)
    }

    /// The same, when the problem took so much of the time already.
    pub fn check_after(&mut self, spent: Duration, assumptions: &[Term]) -> Answer {
        self.outside.progress.begin();
        let budget = self.budget();
        let time = self.options.limit(Opt::Timeout).map(Duration::from_millis);
        let budget = budget.with_time(time.map(|time| time.saturating_sub(spent)));
        self.stats.add("checks", 1);
        let exact = self.options.flag(Opt::ProduceUnsatCores);
        self.trail = Trail::default();
        let decided = match self.assumed_over_all(assumptions) {
            Ok(images) => {
                self.assumptions = images;
                self.decide_anew_or_again(&budget, exact)
            }
            Err(reason) => Ok(State::Unknown(reason)),
        };
        self.state = match decided {
            Ok(state) if self.options.flag(Opt::CrossCheck) => second::confirmed(self, state, &budget),
            Ok(state) => state,
            Err(stop) => State::Unknown(Reason::of_stop(stop)),
        };
        if !self.stack.objectives.is_empty() {
            self.optimise(&budget);
        }
        self.stats.add("steps", budget.used());
        self.trail.caps = budget.caps();
        self.outside.progress.end();
        self.answer()
    }

    /// The limits of one check, one value and one simplification.
    pub fn budget(&self) -> Budget {
        Budget::unlimited()
            .with_time(self.options.limit(Opt::Timeout).map(Duration::from_millis))
            .with_memory(self.options.limit(Opt::Memory).map(|mebibytes| mebibytes << 20))
            .with_steps(self.options.limit(Opt::Steps))
            .with_cancel(&self.outside.cancel)
            .with_progress(&self.outside.progress)
            .with_caps(&self.cap_settings)
    }

    /// The limits of reading. Steps are counted for checks only: they are the same whatever is read before.
    pub fn reading_budget(&self) -> Budget {
        self.budget().with_steps(None).with_progress(&Progress::new())
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
            helpers: &mut self.helpers,
        }
    }

    /// Decides what is asserted and assumed: by a model of an earlier check, or anew.
    fn decide_anew_or_again(&mut self, budget: &Budget, exact: bool) -> Result<State, Stop> {
        if let Some(model) = self.remembered(budget)? {
            self.stats.add("models-remembered", 1);
            self.trail.decided_by = Deciders::one(Deciders::EARLIER_MODEL);
            return Ok(State::Sat(model));
        }
        let (state, by) = self.decide(Config::of(&self.options), budget, exact)?;
        self.trail.decided_by = by;
        if let State::Sat(model) = &state {
            self.models.add(model, self.stack.assertions.len(), budget);
        }
        Ok(state)
    }

    /// A model of an earlier check that makes everything true. What came last is looked at first:
    /// the rest was true before.
    fn remembered(&mut self, budget: &Budget) -> Result<Option<Arc<Model>>, Stop> {
        let Self { terms, evaluator, stack, assumptions, models, .. } = self;
        let found = models.find(stack.assertions.len(), |model, new| {
            let formulas = stack.assertions[new].iter().chain(assumptions.iter()).rev().copied();
            let holds = evaluator.holds(terms, formulas, model, budget);
            Ok(Stop::unless_gave_up(holds)?.unwrap_or(false))
        })?;
        // Symbols that were declared since have no value yet.
        Ok(found.map(|model| match self.lacks_values(&model) {
            true => Arc::new(Model::clone(&model).with_defaults(&self.terms, &self.stack.declared)),
            false => model,
        }))
    }

    fn lacks_values(&self, model: &Model) -> bool {
        self.stack.declared.iter().any(|symbol| !model.tells(*symbol))
    }

    /// Decides what is asserted and assumed. With `exact`, a conflict names the assertions it
    /// needs; without, only which assumptions.
    fn decide(&mut self, config: Config, budget: &Budget, exact: bool) -> Result<(State, Deciders), Stop> {
        let formulas: Vec<Term> = self.stack.assertions.iter().chain(&self.assumptions).copied().collect();
        let seed = self.options.number(Opt::RandomSeed);
        let Self { terms, evaluator, stats, log, stack, checks, alphabet, .. } = self;
        let asserted = stack.assertions.len();
        let asked = CheckRequest {
            config,
            formulas: &formulas,
            lasting: stack.levels.first().map_or(asserted, |level| level.assertions),
            asserted,
            exact,
            symbols: &stack.declared,
            seed,
        };
        let mut client = Client { terms, evaluator, stats, log };
        match checks.decide(&mut client, &asked, budget)? {
            CheckResult::Unsat(core, by) => Ok((State::Unsat(core), by)),
            CheckResult::Unknown(reason) => Ok((State::Unknown(reason), Deciders::default())),
            CheckResult::Sat(model, by) => {
                let model = model.with_defaults(terms, &stack.declared);
                // The client's own formulas decide in the end. Evaluation does not decide whether a
                // quantified one holds; its proof was asked for.
                let plain =
                    formulas.iter().copied().filter(|formula| !quantifiers::occur(terms, &[*formula]));
                if is_over(alphabet, terms, &model, &stack.declared)
                    && evaluator.holds(terms, plain, &model, budget)?
                {
                    return Ok((State::Sat(Arc::new(model)), by));
                }
                stats.add("models-refuted", 1);
                Ok((State::Unknown(Reason::Incomplete), Deciders::default()))
            }
        }
    }

    /// What preprocessing makes of the assertions together with the assumptions.
    ///
    /// # Errors
    /// When the limits end the work, or something has no meaning over the alphabet.
    pub fn reduced(&mut self, assumptions: &[Term]) -> Result<Reduced, Reason> {
        let budget = self.budget();
        let asked = self.over_all_characters(assumptions)?;
        // Preprocessing lets declared functions have any value.
        let reduce = if recursion::occur(&self.terms, &asked) { simplify } else { preprocess };
        let reduced = reduce(&mut self.env(&budget), &asked);
        self.stats.add("steps", budget.used());
        self.rewriter.count_into(&mut self.stats);
        reduced.map_err(Reason::of_stop)
    }

    /// What the strategy knows of each part of the problem before it asks an engine: a line a part.
    ///
    /// # Errors
    /// As [`Solver::reduced`].
    pub fn profiles(&mut self, assumptions: &[Term]) -> Result<String, Reason> {
        let reduced = self.reduced(assumptions)?;
        let parts = independent_parts(&self.terms, &reduced.problem, &self.budget());
        let lines = parts.iter().map(|part| Profile::of(&self.terms, part).text(&self.terms) + "\n");
        Ok(lines.collect())
    }

    /// Sets the value of a cap, one of [`caps`](crate::caps).
    pub fn set_cap(&mut self, cap: &Cap, most: u64) {
        self.cap_settings.set(cap, most);
    }

    /// The store that gives values of sort RegLan their meaning.
    #[must_use]
    pub fn regexes(&self) -> &RegexStore {
        self.evaluator.regexes()
    }

    /// The client's terms, to be added to, and the languages of values.
    pub fn terms_and_regexes(&mut self) -> (&mut TermStore, &RegexStore) {
        (&mut self.terms, self.evaluator.regexes())
    }

    /// The declared symbols of all open levels, in the order of their declaration.
    #[must_use]
    pub fn declared(&self) -> &[SymbolId] {
        &self.stack.declared
    }

    /// An equal, simpler term; the same term when the limits end the work.
    pub fn simplify(&mut self, term: Term) -> Term {
        let budget = self.budget();
        let term = self.alphabet.term(&mut self.terms, term).unwrap_or(term);
        let simpler = self.rewriter.rewrite(&mut self.terms, &mut self.evaluator, &budget, term);
        simpler.unwrap_or(term)
    }
}

/// Are all strings that a model gives to symbols words over the alphabet?
fn is_over(alphabet: &Restriction, terms: &TermStore, model: &Model, symbols: &[SymbolId]) -> bool {
    symbols.iter().all(|symbol| {
        // Of what a term tells, the values are not listed.
        if let Some(body) = model.body(*symbol) {
            return alphabet.allows_all_of(terms, body.body);
        }
        let value = model.get(*symbol).is_none_or(|value| alphabet.allows(value));
        value
            && model.function(*symbol).is_none_or(|function| {
                let mut cases = function.cases();
                alphabet.allows(function.default_value())
                    && cases.all(|(args, value)| {
                        alphabet.allows(value) && args.iter().all(|arg| alphabet.allows(arg))
                    })
            })
    })
}

/// What a piece of work on the client's own terms needs.
pub fn lend<'a>(solver: &'a mut Solver, budget: &'a Budget) -> Env<'a> {
    solver.env(budget)
}
