//! The solver as clients have it: a share of its home, and calls that work there.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tress_base::Cancel;
use tress_dialects::{Dialect, Mode};

use tress_smtlib::{DataCallee, Meaning};
use tress_solver::Answer;
use tress_solver::options::Opt;
use tress_term::term::{self, Op, Sort, SymbolId, TermStore, language_term};

use super::error::{Error, Result};
use super::home::{Desk, Home};
use super::limits::PATTERN_PARTS;
use super::term::{Operand, Term, build};

/// Assertions and the terms they are made of; answers whether all can be true at once.
///
/// See the [front page](crate) for a tour.
pub struct Solver {
    pub(super) home: Arc<Home>,
}

/// A declared function.
#[derive(Clone)]
pub struct Function {
    home: Arc<Home>,
    symbol: SymbolId,
}

impl Function {
    /// The function's value for these arguments.
    #[must_use]
    pub fn apply(&self, arguments: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        let operands = arguments.into_iter().map(Into::into);
        build(&self.home, operands, |store, args| store.apply(self.symbol, args))
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("assertions", &self.assertions()).finish_non_exhaustive()
    }
}

/// Constants, values and functions.
impl Solver {
    /// A solver without assertions.
    #[must_use]
    pub fn new() -> Self {
        Self { home: Arc::new(Home::new()) }
    }

    /// The constant of this name and sort: an unknown, for which models have a value. It is declared when it is
    /// new. Constants belong to the solver, not to a level: they outlive [`Solver::pop`].
    ///
    /// # Errors
    /// When the name stands for something else: a constant of another sort, a function, or an operator.
    pub fn constant(&self, name: &str, sort: Sort) -> Result<Term> {
        let desk = &mut *self.home.lock();
        let symbol = desk.declare(name, &[], sort)?;
        let id = desk.core.terms.constant(symbol);
        Ok(Term { home: self.home.clone(), id: Ok(id) })
    }

    /// The function of this name and these sorts, of which nothing is known but that equal arguments give
    /// equal values. As with [`Solver::constant`], the same declaration gives the same function.
    ///
    /// # Errors
    /// When the name stands for something else.
    pub fn function(&self, name: &str, arguments: &[Sort], result: Sort) -> Result<Function> {
        if arguments.is_empty() {
            let message = "a function has arguments; without any it is a constant".to_owned();
            return Err(Error::Name { name: name.to_owned(), message });
        }
        let symbol = self.home.lock().declare(name, arguments, result)?;
        Ok(Function { home: self.home.clone(), symbol })
    }

    /// A Rust value as a term.
    #[must_use]
    pub fn literal(&self, value: impl Into<Operand>) -> Term {
        self.many([value], |_, args| Ok(args[0]))
    }

    /// An operator under its SMT-LIB name, or a function that was declared or defined, applied to
    /// arguments: `s.apply("str.trim", [&x])`. For what has no method.
    #[must_use]
    pub fn apply(&self, name: &str, arguments: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        let desk = self.home.lock();
        let meaning = desk.names.meaning(name).cloned();
        let constructor = match &meaning {
            Some(Meaning::Constructor(constructor)) => constructor.plain(&desk.names),
            _ => None,
        };
        drop(desk);
        self.many(arguments, |store, args| match meaning {
            Some(Meaning::Op(op)) => Ok(store.app(op, args)?),
            Some(Meaning::Symbol(symbol)) => Ok(store.apply(symbol, args)?),
            Some(Meaning::Term(term)) if args.is_empty() => Ok(term),
            Some(Meaning::Function(function)) => function
                .applied(store, None, args, name, 0, None)
                .map_err(|problem| Error::Sort(problem.message)),
            Some(Meaning::Constructor(_)) => match constructor {
                Some((sort, number)) => Ok(store.construct(sort, number, args)?),
                None => Err(Error::Sort(format!("{name} belongs to a datatype with parameters"))),
            },
            Some(Meaning::Selector) => Ok(DataCallee::Selector(name.into()).apply(store, args)?),
            Some(Meaning::Tester(constructor)) => Ok(DataCallee::Tester(constructor).apply(store, args)?),
            _ => Err(Error::NoSuchName(name.to_owned())),
        })
    }

    /// Are all of these true? Of none, they are.
    #[must_use]
    pub fn all(&self, formulas: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(formulas, |store, args| match args {
            [] => Ok(TermStore::TRUE),
            _ => Ok(store.app(Op::And, args)?),
        })
    }

    /// Is any of these true? Of none, no.
    #[must_use]
    pub fn any(&self, formulas: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(formulas, |store, args| match args {
            [] => Ok(TermStore::FALSE),
            _ => Ok(store.app(Op::Or, args)?),
        })
    }

    /// Do all of these differ from each other?
    #[must_use]
    pub fn distinct(&self, terms: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(terms, |store, args| match args {
            [] | [_] => Ok(TermStore::TRUE),
            _ => Ok(store.app(Op::Distinct, args)?),
        })
    }

    /// These strings, one after the other.
    #[must_use]
    pub fn concat(&self, strings: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(strings, |store, args| match args {
            [] => Ok(store.value(term::Value::text(""))),
            _ => Ok(store.app(Op::Concat, args)?),
        })
    }

    /// The sum of these numbers.
    #[must_use]
    pub fn sum(&self, numbers: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(numbers, |store, args| match args {
            [] => Ok(store.int(0)),
            _ => Ok(store.app(Op::Add, args)?),
        })
    }

    fn many(
        &self,
        operands: impl IntoIterator<Item = impl Into<Operand>>,
        make: impl FnOnce(&mut TermStore, &[term::Term]) -> Result<term::Term>,
    ) -> Term {
        build(&self.home, operands.into_iter().map(Into::into), make)
    }

    /// The regular expression of one character from `low` to `high`.
    #[must_use]
    pub fn char_range(&self, low: char, high: char) -> Term {
        let ends = [low, high].map(String::from);
        self.many(ends, |store, args| Ok(store.app(Op::ReRange, args)?))
    }

    /// The words that a pattern matches from start to end, as the engine of that dialect would. Every construct is
    /// exact or refused.
    ///
    /// # Errors
    /// Names the construct that is wrong or has no exact translation.
    pub fn regex(&self, dialect: Dialect, pattern: &str) -> Result<Term> {
        self.regex_with(dialect, pattern, "", Mode::Full)
    }

    /// The same with flags, as the dialect's letters, and a choice: with [`Mode::Search`] the words in
    /// which the pattern matches somewhere.
    ///
    /// # Errors
    /// Names the flag that the dialect does not have, or the construct that is wrong.
    pub fn regex_with(&self, dialect: Dialect, pattern: &str, flags: &str, mode: Mode) -> Result<Term> {
        let refused = |message: String| Error::Pattern { position: 0, message };
        let flags = dialect.read_flags(flags).map_err(refused)?;
        let mut desk = self.home.lock();
        let budget = desk.core.budget();
        let mut regexes = tress_automata::RegexStore::new();
        let language = tress_dialects::parse(dialect, pattern, flags, mode, &mut regexes, &budget)
            .map_err(|problem| Error::Pattern { position: problem.position, message: problem.message })?;
        let most = usize::try_from(PATTERN_PARTS.most(&budget)).unwrap_or(usize::MAX);
        let id = language_term(&mut desk.core.terms, &regexes, language, most)
            .ok_or_else(|| refused("the language is too large to be written".to_owned()))?;
        Ok(Term { home: self.home.clone(), id: Ok(id) })
    }
}

/// Assertions and answers.
impl Solver {
    /// Adds an assertion at the current level.
    ///
    /// # Errors
    /// When the term does not fit together, is no Bool or another solver's. Nothing changes then.
    pub fn assert(&mut self, formula: impl Into<Operand>) -> Result<()> {
        let formula = formula.into();
        let mut desk = self.home.lock();
        let formula = desk.formula(&self.home, formula)?;
        desk.core.assert(formula);
        Ok(())
    }

    /// The assertions of all open levels.
    #[must_use]
    pub fn assertions(&self) -> Vec<Term> {
        self.handed_out(self.home.lock().core.assertions())
    }

    /// Counters of the work so far, by name.
    #[must_use]
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.home.lock().core.stats.iter().collect()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.home.lock().core.push();
    }

    /// Closes the newest level, with its assertions.
    ///
    /// # Errors
    /// When no level is open.
    pub fn pop(&mut self) -> Result<()> {
        Ok(self.home.lock().core.pop(1)?)
    }

    /// Closes all levels and forgets all assertions. Constants and terms stay.
    pub fn reset(&mut self) {
        self.home.lock().core.reset_assertions(true);
    }

    /// Decides whether the assertions can all be true.
    pub fn check(&mut self) -> Answer {
        self.home.lock().core.check(&[])
    }

    /// Decides whether the assertions can be true together with these formulas, which count for this check only.
    ///
    /// # Errors
    /// As [`Solver::assert`]; nothing is checked then.
    pub fn check_assuming(
        &mut self,
        assumptions: impl IntoIterator<Item = impl Into<Operand>>,
    ) -> Result<Answer> {
        let formulas: Vec<Operand> = assumptions.into_iter().map(Into::into).collect();
        let mut desk = self.home.lock();
        let formulas: Result<Vec<term::Term>> =
            formulas.into_iter().map(|formula| desk.formula(&self.home, formula)).collect();
        Ok(desk.core.check(&formulas?))
    }

    /// Assertions that cannot all be true together with [`Solver::unsat_assumptions`].
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_core(&mut self) -> Result<Vec<Term>> {
        let mut desk = self.home.lock();
        let numbers = desk.core.unsat_core()?;
        let ids: Vec<term::Term> = numbers.iter().map(|number| desk.core.assertions()[*number]).collect();
        Ok(self.handed_out(&ids))
    }

    /// The assumptions, or conditions of a branch, that are part of the reason for the last answer.
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_assumptions(&self) -> Result<Vec<Term>> {
        let desk = self.home.lock();
        let numbers = desk.core.unsat_assumptions()?;
        let ids: Vec<term::Term> = numbers.iter().map(|number| desk.core.assumptions()[*number]).collect();
        Ok(self.handed_out(&ids))
    }

    /// An equal, simpler term; the same term when the limits end the work.
    ///
    /// # Errors
    /// When the term does not fit together or is another solver's.
    pub fn simplify(&self, term: impl Into<Operand>) -> Result<Term> {
        let term = term.into();
        let mut desk = self.home.lock();
        let id = desk.any(&self.home, term)?;
        let id = desk.core.simplify(id);
        Ok(Term { home: self.home.clone(), id: Ok(id) })
    }

    fn handed_out(&self, ids: &[term::Term]) -> Vec<Term> {
        ids.iter().map(|id| Term { home: self.home.clone(), id: Ok(*id) }).collect()
    }
}

/// Limits and options.
impl Solver {
    /// How long a check may take: it ends with an unknown that says so. `None` for no limit.
    pub fn set_timeout(&mut self, limit: impl Into<Option<Duration>>) {
        let millis = |limit: Duration| u64::try_from(limit.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
        self.set_limit(Opt::Timeout, limit.into().map(millis));
    }

    /// How many bytes the process may hold during a check, to the next mebibyte. `None` for no limit.
    pub fn set_memory_limit(&mut self, bytes: impl Into<Option<u64>>) {
        self.set_limit(Opt::Memory, bytes.into().map(|bytes| bytes.div_ceil(1 << 20)));
    }

    /// How many steps a check may take: the same on every machine. `None` for no limit.
    pub fn set_step_limit(&mut self, steps: impl Into<Option<u64>>) {
        self.set_limit(Opt::Steps, steps.into());
    }

    fn set_limit(&mut self, option: Opt, limit: Option<u64>) {
        // The options know 0 as no limit; the smallest limit is 1.
        let number = limit.map_or(0, |limit| limit.max(1));
        self.home.lock().core.options.set_number(option, number);
    }

    /// Sets an option under its name in SMT-LIB, without the colon: `random-seed`, `engine`, …
    ///
    /// # Errors
    /// When there is no such option, or the value is not one of its values.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        self.home.lock().core.set_option(name, value)?;
        Ok(())
    }

    /// A handle that stops a check from another thread.
    #[must_use]
    pub fn cancel_handle(&self) -> Cancel {
        self.home.lock().core.cancel_handle()
    }
}

impl Desk {
    /// The symbol of this name and signature, new or known.
    fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort) -> Result<SymbolId> {
        let refused = |message: String| Error::Name { name: name.to_owned(), message };
        self.check_sorts(arguments)?;
        self.check_sorts(&[result])?;
        if let Some(Meaning::Symbol(known)) = self.names.meaning(name) {
            let symbol = self.core.terms.symbol(*known);
            if *symbol.arguments == *arguments && symbol.result == result {
                return Ok(*known);
            }
            let sort = self.core.terms.sort_text(symbol.result);
            let what = match symbol.arguments.len() {
                0 => format!("it is a constant of sort {sort} already"),
                count => format!("it is a function of {count} arguments to {sort} already"),
            };
            return Err(refused(what));
        }
        if let Some(message) = self.names.reason_against(name) {
            return Err(refused(message));
        }
        if name.contains(['|', '\\']) {
            return Err(refused("names hold no bars and no backslashes".to_owned()));
        }
        let symbol = self.core.declare(name, arguments, result, true);
        self.names.declare(name, Meaning::Symbol(symbol));
        Ok(symbol)
    }
}
