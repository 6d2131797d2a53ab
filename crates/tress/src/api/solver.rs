//! The solver as clients see it: a handle to the shared state, and the calls on it.

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
use super::limits::PATTERN_PARTS;
use super::shared::{Inner, Shared};
use super::term::{Operand, Term, build};

/// Assertions and the terms they consist of; decides whether all can be true at once.
///
/// See the [crate documentation](crate) for an introduction.
pub struct Solver {
    pub(super) shared: Arc<Shared>,
}

/// A declared function.
#[derive(Clone)]
pub struct Function {
    shared: Arc<Shared>,
    symbol: SymbolId,
}

impl Function {
    /// The function's value for these arguments.
    #[must_use]
    pub fn apply(&self, arguments: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        let operands = arguments.into_iter().map(Into::into);
        build(&self.shared, operands, |store, args| store.apply(self.symbol, args))
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
        Self { shared: Arc::new(Shared::new()) }
    }

    /// The constant of this name and sort: an unknown, for which models have a value. It is declared if it is
    /// new. Constants belong to the solver, not to a level: they outlive [`Solver::pop`].
    ///
    /// # Errors
    /// If the name has another meaning: a constant of another sort, a function, or an operator.
    pub fn constant(&self, name: &str, sort: Sort) -> Result<Term> {
        let inner = &mut *self.shared.lock();
        let symbol = inner.declare(name, &[], sort)?;
        let id = inner.core.terms.constant(symbol);
        Ok(Term { shared: self.shared.clone(), id: Ok(id) })
    }

    /// The uninterpreted function of this name and these sorts. As with [`Solver::constant`], the same
    /// declaration gives the same function.
    ///
    /// # Errors
    /// If the name has another meaning.
    pub fn function(&self, name: &str, arguments: &[Sort], result: Sort) -> Result<Function> {
        if arguments.is_empty() {
            let message = "a function has arguments; without any it is a constant".to_owned();
            return Err(Error::Name { name: name.to_owned(), message });
        }
        let symbol = self.shared.lock().declare(name, arguments, result)?;
        Ok(Function { shared: self.shared.clone(), symbol })
    }

    /// A Rust value as a term.
    #[must_use]
    pub fn literal(&self, value: impl Into<Operand>) -> Term {
        self.many([value], |_, args| Ok(args[0]))
    }

    /// Applies an operator by its SMT-LIB name, or a function that was declared or defined:
    /// `s.apply("str.trim", [&x])`. For operators without a method.
    #[must_use]
    pub fn apply(&self, name: &str, arguments: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        let inner = self.shared.lock();
        let meaning = inner.names.meaning(name).cloned();
        let constructor = match &meaning {
            Some(Meaning::Constructor(constructor)) => constructor.plain(&inner.names),
            _ => None,
        };
        drop(inner);
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

    /// The conjunction of these formulas; true for an empty list.
    #[must_use]
    pub fn all(&self, formulas: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(formulas, |store, args| match args {
            [] => Ok(TermStore::TRUE),
            _ => Ok(store.app(Op::And, args)?),
        })
    }

    /// The disjunction of these formulas; false for an empty list.
    #[must_use]
    pub fn any(&self, formulas: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(formulas, |store, args| match args {
            [] => Ok(TermStore::FALSE),
            _ => Ok(store.app(Op::Or, args)?),
        })
    }

    /// Are these pairwise different? True for an empty list.
    #[must_use]
    pub fn distinct(&self, terms: impl IntoIterator<Item = impl Into<Operand>>) -> Term {
        self.many(terms, |store, args| match args {
            [] | [_] => Ok(TermStore::TRUE),
            _ => Ok(store.app(Op::Distinct, args)?),
        })
    }

    /// The concatenation of these strings.
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
        build(&self.shared, operands.into_iter().map(Into::into), make)
    }

    /// The regular expression that matches one character from `low` to `high`.
    #[must_use]
    pub fn char_range(&self, low: char, high: char) -> Term {
        let ends = [low, high].map(String::from);
        self.many(ends, |store, args| Ok(store.app(Op::ReRange, args)?))
    }

    /// The strings that a pattern matches from start to end, as the engine of that dialect would. Every
    /// construct is translated exactly or refused.
    ///
    /// # Errors
    /// Names the construct that is malformed or has no exact translation.
    pub fn regex(&self, dialect: Dialect, pattern: &str) -> Result<Term> {
        self.regex_with(dialect, pattern, "", Mode::Full)
    }

    /// The same with the dialect's flags and a mode: with [`Mode::Search`] the strings in which the pattern
    /// matches somewhere.
    ///
    /// # Errors
    /// Names the flag that the dialect does not have, or the construct that is malformed.
    pub fn regex_with(&self, dialect: Dialect, pattern: &str, flags: &str, mode: Mode) -> Result<Term> {
        let refused = |message: String| Error::Pattern { position: 0, message };
        let flags = dialect.read_flags(flags).map_err(refused)?;
        let mut inner = self.shared.lock();
        let budget = inner.core.budget();
        let mut regexes = tress_automata::RegexStore::new();
        let language = tress_dialects::parse(dialect, pattern, flags, mode, &mut regexes, &budget)
            .map_err(|problem| Error::Pattern { position: problem.position, message: problem.message })?;
        let most = usize::try_from(PATTERN_PARTS.most(&budget)).unwrap_or(usize::MAX);
        let id = language_term(&mut inner.core.terms, &regexes, language, most)
            .ok_or_else(|| refused("the language is too large to be written".to_owned()))?;
        Ok(Term { shared: self.shared.clone(), id: Ok(id) })
    }
}

/// Assertions and answers.
impl Solver {
    /// Adds an assertion at the current level.
    ///
    /// # Errors
    /// If the term is ill-sorted, not of sort Bool, or from another solver. Then nothing changes.
    pub fn assert(&mut self, formula: impl Into<Operand>) -> Result<()> {
        let formula = formula.into();
        let mut inner = self.shared.lock();
        let formula = inner.formula(&self.shared, formula)?;
        inner.core.assert(formula);
        Ok(())
    }

    /// The assertions of all open levels.
    #[must_use]
    pub fn assertions(&self) -> Vec<Term> {
        self.handed_out(self.shared.lock().core.assertions())
    }

    /// Counters of the work so far, by name.
    #[must_use]
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.shared.lock().core.stats.iter().collect()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.shared.lock().core.push();
    }

    /// Closes the innermost level and drops its assertions.
    ///
    /// # Errors
    /// If no level is open.
    pub fn pop(&mut self) -> Result<()> {
        Ok(self.shared.lock().core.pop(1)?)
    }

    /// Closes all levels and drops all assertions. Constants and terms stay valid.
    pub fn reset(&mut self) {
        self.shared.lock().core.reset_assertions(true);
    }

    /// Decides whether the assertions are satisfiable.
    pub fn check(&mut self) -> Answer {
        let mut inner = self.shared.lock();
        let answer = inner.core.check(&[]);
        inner.certified(answer)
    }

    /// Decides whether the assertions are satisfiable together with these formulas, which count for this
    /// check only.
    ///
    /// # Errors
    /// As [`Solver::assert`]; then nothing is checked.
    pub fn check_assuming(
        &mut self,
        assumptions: impl IntoIterator<Item = impl Into<Operand>>,
    ) -> Result<Answer> {
        let formulas: Vec<Operand> = assumptions.into_iter().map(Into::into).collect();
        let mut inner = self.shared.lock();
        let formulas: Result<Vec<term::Term>> =
            formulas.into_iter().map(|formula| inner.formula(&self.shared, formula)).collect();
        let answer = inner.core.check(&formulas?);
        Ok(inner.certified(answer))
    }

    /// Assertions that are unsatisfiable together with [`Solver::unsat_assumptions`].
    ///
    /// # Errors
    /// If the last check did not answer unsat.
    pub fn unsat_core(&mut self) -> Result<Vec<Term>> {
        let mut inner = self.shared.lock();
        let numbers = inner.core.unsat_core()?;
        let ids: Vec<term::Term> = numbers.iter().map(|number| inner.core.assertions()[*number]).collect();
        Ok(self.handed_out(&ids))
    }

    /// The assumptions, or conditions of a branch, that belong to the unsatisfiable core.
    ///
    /// # Errors
    /// If the last check did not answer unsat.
    pub fn unsat_assumptions(&self) -> Result<Vec<Term>> {
        let inner = self.shared.lock();
        let numbers = inner.core.unsat_assumptions()?;
        let ids: Vec<term::Term> = numbers.iter().map(|number| inner.core.assumptions()[*number]).collect();
        Ok(self.handed_out(&ids))
    }

    /// An equivalent, simpler term; the term itself if a limit ends the work.
    ///
    /// # Errors
    /// If the term is ill-sorted or from another solver.
    pub fn simplify(&self, term: impl Into<Operand>) -> Result<Term> {
        let term = term.into();
        let mut inner = self.shared.lock();
        let id = inner.any(&self.shared, term)?;
        let id = inner.core.simplify(id);
        Ok(Term { shared: self.shared.clone(), id: Ok(id) })
    }

    fn handed_out(&self, ids: &[term::Term]) -> Vec<Term> {
        ids.iter().map(|id| Term { shared: self.shared.clone(), id: Ok(*id) }).collect()
    }
}

/// Limits and options.
impl Solver {
    /// Limits the time of a check, which then ends with unknown and that reason. `None` for no limit.
    pub fn set_timeout(&mut self, limit: impl Into<Option<Duration>>) {
        let millis = |limit: Duration| u64::try_from(limit.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
        self.set_limit(Opt::Timeout, limit.into().map(millis));
    }

    /// Limits the memory of the process during a check, in bytes, rounded up to mebibytes. `None` for no
    /// limit.
    pub fn set_memory_limit(&mut self, bytes: impl Into<Option<u64>>) {
        self.set_limit(Opt::Memory, bytes.into().map(|bytes| bytes.div_ceil(1 << 20)));
    }

    /// Limits the steps of a check, which are the same on every machine. `None` for no limit.
    pub fn set_step_limit(&mut self, steps: impl Into<Option<u64>>) {
        self.set_limit(Opt::Steps, steps.into());
    }

    fn set_limit(&mut self, option: Opt, limit: Option<u64>) {
        // To the options, 0 means no limit; the smallest limit is 1.
        let number = limit.map_or(0, |limit| limit.max(1));
        self.shared.lock().core.options.set_number(option, number);
    }

    /// Sets an option by its SMT-LIB name, without the colon: `random-seed`, `engine`, …
    ///
    /// # Errors
    /// If there is no such option, or it does not take this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        self.shared.lock().core.set_option(name, value)?;
        Ok(())
    }

    /// A handle that cancels a check from another thread.
    #[must_use]
    pub fn cancel_handle(&self) -> Cancel {
        self.shared.lock().core.cancel_handle()
    }
}

impl Inner {
    /// The symbol of this name and signature; declared if it is new.
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
