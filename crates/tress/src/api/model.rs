//! Models as clients get them, one or all.

use std::fmt;
use std::sync::Arc;

use tress_smtlib::models::definitions;
use tress_solver::Answer;
use tress_term::model;
use tress_term::print::Style;
use tress_term::term::{self, Op, TermStore, language_term};

use super::error::{Error, Result};
use super::home::{Desk, Home};
use super::limits::EXCLUDED_PARTS;
use super::solver::Solver;
use super::term::Operand;
use super::value::Value;

/// Values for all declared constants and functions, under which the assertions are true. A model stays
/// what it is when its solver goes on. `Display` writes a `define-fun` a line.
#[derive(Clone)]
pub struct Model {
    pub(super) home: Arc<Home>,
    pub(super) inner: Arc<model::Model>,
}

impl Model {
    /// The value of a term: a constant, or anything that is made of constants.
    ///
    /// # Errors
    /// When the term does not fit together, is another solver's or has no value: it depends on a
    /// quantifier, on a constant that was declared later, or the limits ended the work.
    pub fn value(&self, term: impl Into<Operand>) -> Result<Value> {
        let term = term.into();
        let mut desk = self.home.lock();
        let id = desk.any(&self.home, term)?;
        let value = desk.core.value_under(id, &self.inner)?;
        Value::from_inner(&desk, &value)
    }

    /// The declared constants with their values, in the order of declaration.
    ///
    /// # Errors
    /// When the limits leave no room for a string.
    pub fn constants(&self) -> Result<Vec<(String, Value)>> {
        let desk = self.home.lock();
        let named = |symbol: &term::SymbolId| {
            let value = Value::from_inner(&desk, self.inner.get(*symbol)?);
            let name = || desk.core.terms.symbol(*symbol).name.to_string();
            Some(value.map(|value| (name(), value)))
        };
        desk.core.declared().iter().filter_map(named).collect()
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desk { core, .. } = &*self.home.lock();
        let text = definitions(&core.terms, core.regexes(), &self.inner, core.declared(), Style::Standard);
        f.write_str(text.trim_end())
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Models, one after the other, that differ in the values of some terms. Made by [`Solver::models`].
///
/// What is found is held in a level of its own, which is closed when this is dropped.
pub struct Models<'solver> {
    solver: &'solver mut Solver,
    terms: Result<Vec<term::Term>>,
    is_done: bool,
}

impl Solver {
    /// The model of the last check.
    ///
    /// # Errors
    /// When the last check did not answer sat.
    pub fn model(&self) -> Result<Model> {
        let inner = self.home.lock().core.shared_model()?.clone();
        Ok(Model { home: self.home.clone(), inner })
    }

    /// The value of any term under the model of the last check.
    ///
    /// # Errors
    /// When there is no model; else as [`Model::value`].
    pub fn value(&self, term: impl Into<Operand>) -> Result<Value> {
        self.model()?.value(term)
    }

    /// All models that differ in the values of these terms. The iterator ends when there are no
    /// more; when that cannot be told, with an [`Error::Unknown`].
    ///
    /// ```
    /// use tress::{Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let x = s.constant("x", Sort::String)?;
    /// s.assert(x.len().eq(1) & x.lt("d") & x.ge("a"))?;
    /// let mut found = Vec::new();
    /// for model in s.models([&x]) {
    ///     found.push(model?.value(&x)?.to_string());
    /// }
    /// found.sort();
    /// assert_eq!(found, [r#""a""#, r#""b""#, r#""c""#]);
    /// # Ok::<(), tress::Error>(())
    /// ```
    pub fn models(&mut self, terms: impl IntoIterator<Item = impl Into<Operand>>) -> Models<'_> {
        let terms: Vec<Operand> = terms.into_iter().map(Into::into).collect();
        let home = self.home.clone();
        let mut desk = home.lock();
        let terms = terms.into_iter().map(|term| desk.any(&home, term)).collect();
        desk.core.push();
        drop(desk);
        Models { solver: self, terms, is_done: false }
    }
}

impl Iterator for Models<'_> {
    type Item = Result<Model>;

    fn next(&mut self) -> Option<Result<Model>> {
        if self.is_done {
            return None;
        }
        let found = self.search();
        self.is_done = !matches!(found, Ok(Some(_)));
        found.transpose()
    }
}

impl Models<'_> {
    /// The next model; nothing when there is none. It is told not to come again.
    fn search(&self) -> Result<Option<Model>> {
        let terms = self.terms.as_ref().map_err(Error::clone)?;
        let home = &self.solver.home;
        let desk = &mut *home.lock();
        let inner = match desk.core.check(&[]) {
            Answer::Sat => desk.core.shared_model()?.clone(),
            Answer::Unsat => return Ok(None),
            Answer::Unknown(reason) => return Err(Error::Unknown(reason)),
        };
        let mut other = Vec::with_capacity(terms.len());
        for term in terms {
            let value = desk.core.value_under(*term, &inner)?;
            let value = literal(desk, value)?;
            other.push(desk.core.terms.app(Op::Distinct, &[*term, value])?);
        }
        let differs = match other.as_slice() {
            [] => TermStore::FALSE,
            _ => desk.core.terms.app(Op::Or, &other)?,
        };
        desk.core.assert(differs);
        Ok(Some(Model { home: home.clone(), inner }))
    }
}

/// A value as a term.
fn literal(desk: &mut Desk, value: term::Value) -> Result<term::Term> {
    match value {
        term::Value::Regex(regex) => {
            let most = EXCLUDED_PARTS.most(&desk.core.budget());
            let (terms, regexes) = desk.core.terms_and_regexes();
            let too_large = || Error::Sort("the language is too large to be written".to_owned());
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            language_term(terms, regexes, regex, most).ok_or_else(too_large)
        }
        value if value.has_elements() => {
            Err(Error::Sort("elements of declared sorts have no name in other models".to_owned()))
        }
        value => Ok(desk.core.terms.value(value)),
    }
}

impl Drop for Models<'_> {
    fn drop(&mut self) {
        // After a panic there is nothing left to put in order.
        if !std::thread::panicking() {
            let _ = self.solver.home.lock().core.pop(1);
        }
    }
}
