//! What every crate above works with, in one module.
//!
//! Terms, the meaning of operators with its regular expressions, rewriting, the limits of the
//! work, counters and the seed are owned by a [`SolveContext`] and lent as an [`Env`] for the time of
//! one piece of work. Builders here make terms whose sorts fit by construction; none simplifies.

use std::io::Write;

use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use crate::rewrite::Rewriter;
use crate::stats::Stats;
use tress_term::eval::{EvalError, Evaluator};
use tress_term::model::Model;
use tress_term::term::{Op, Term, TermStore, Value, Word};

/// The owner of all that pieces of work share and leave behind.
#[derive(Default)]
pub struct SolveContext {
    /// All terms.
    pub store: TermStore,
    /// The meaning of operators.
    pub evaluator: Evaluator,
    /// Equal, simpler terms.
    pub rewriter: Rewriter,
    /// What happened.
    pub stats: Stats,
    /// Where inferences are written down.
    pub log: Log,
    /// The engines that an engine asked and that decided parts of its problem.
    pub helpers: Vec<&'static str>,
}

/// Where inferences are written down, one a line; nowhere, unless asked for.
#[derive(Default)]
pub struct Log(Option<Box<dyn Write + Send>>);

impl Log {
    /// A log that is written to `target`.
    #[must_use]
    pub fn to(target: Box<dyn Write + Send>) -> Self {
        Self(Some(target))
    }

    /// Is anything written down?
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Writes a line. A target that takes no more ends the log, not the work.
    pub fn write(&mut self, line: &str) {
        if let Some(target) = &mut self.0
            && writeln!(target, "{line}").is_err()
        {
            self.0 = None;
        }
    }
}

impl SolveContext {
    /// A context in which nothing was made yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lends everything for one piece of work.
    pub fn env<'a>(&'a mut self, budget: &'a Budget, seed: u64) -> Env<'a> {
        let Self { store, evaluator, rewriter, stats, log, helpers } = self;
        Env { store, evaluator, rewriter, budget, stats, log, seed, helpers }
    }
}

/// What a piece of work is done with.
pub struct Env<'a> {
    /// All terms.
    pub store: &'a mut TermStore,
    /// The meaning of operators.
    pub evaluator: &'a mut Evaluator,
    /// Equal, simpler terms.
    pub rewriter: &'a mut Rewriter,
    /// How much work may be done.
    pub budget: &'a Budget,
    /// What happened.
    pub stats: &'a mut Stats,
    /// Where inferences are written down.
    pub log: &'a mut Log,
    /// Decides between equals; the same seed gives the same run.
    pub seed: u64,
    /// The engines that an engine asked and that decided parts of its problem.
    pub helpers: &'a mut Vec<&'static str>,
}

impl Env<'_> {
    /// The same, lent on for a shorter time.
    pub fn lend(&mut self) -> Env<'_> {
        Env {
            store: self.store,
            evaluator: self.evaluator,
            rewriter: self.rewriter,
            budget: self.budget,
            stats: self.stats,
            log: self.log,
            seed: self.seed,
            helpers: self.helpers,
        }
    }

    /// A simpler term with the same value under every model.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn rewrite(&mut self, term: Term) -> Result<Term, Stop> {
        self.rewriter.rewrite(self.store, self.evaluator, self.budget, term)
    }

    /// The value of a term under a model.
    ///
    /// # Errors
    /// When it has none, or the budget is used up.
    pub fn eval(&mut self, term: Term, model: &Model) -> Result<Value, EvalError> {
        self.evaluator.eval(self.store, term, model, self.budget)
    }

    /// Are all formulas true under a model? Not where one has no value.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn holds(&mut self, formulas: impl IntoIterator<Item = Term>, model: &Model) -> Result<bool, Stop> {
        self.evaluator.holds(self.store, formulas, model, self.budget)
    }

    /// The value of a term under a model. `None` if it has none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn value(&mut self, term: Term, model: &Model) -> Result<Option<Value>, Stop> {
        match self.eval(term, model) {
            Ok(value) => Ok(Some(value)),
            Err(EvalError::Stop(stop)) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// The value of a term without symbols. `None` if it has none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn value_of(&mut self, ground: Term) -> Result<Option<Value>, Stop> {
        self.value(ground, &Model::nothing())
    }

    /// The language of a term of sort RegLan without symbols. `None` if it has none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn language_of(&mut self, ground: Term) -> Result<Option<Regex>, Stop> {
        Ok(match self.value_of(ground)? {
            Some(Value::Regex(regex)) => Some(regex),
            _ => None,
        })
    }

    /// The store of regular expressions.
    pub fn regexes(&mut self) -> &mut RegexStore {
        self.evaluator.regexes_mut()
    }

    /// An application whose sorts fit by construction.
    ///
    /// # Panics
    /// When they do not.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.store.app(op, args).expect("terms are built with fitting sorts")
    }

    /// `(= a b)`.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, &[a, b])
    }

    /// `(str.len s)`, also of a literal.
    pub fn length(&mut self, string: Term) -> Term {
        self.app(Op::Length, &[string])
    }

    /// The length of a string, which of a literal is a number.
    pub fn length_of(&mut self, string: Term) -> Term {
        match self.word_of(string).map(|word| word.len()) {
            Some(length) => self.store.int(length),
            None => self.length(string),
        }
    }

    /// The word of a literal.
    #[must_use]
    pub fn word_of(&self, term: Term) -> Option<Word> {
        match self.store.as_value(term) {
            Some(Value::Str(word)) => Some(word.clone()),
            _ => None,
        }
    }

    /// The language of one word, as a term.
    pub fn word_language(&mut self, word: &[u32]) -> Term {
        let word = self.store.word(word);
        self.app(Op::StrToRe, &[word])
    }

    /// The characters from one to the other, as a term.
    pub fn range(&mut self, low: char, high: char) -> Term {
        let ends = [low, high].map(|end| self.store.word([u32::from(end)]));
        self.app(Op::ReRange, &ends)
    }

    /// Does no symbol occur in the term?
    #[must_use]
    pub fn is_ground(&self, term: Term) -> bool {
        tress_term::term::is_ground(self.store, term)
    }
}
