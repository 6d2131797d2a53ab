//! Models as clients see them, and the enumeration of all models.

use std::fmt;
use std::sync::Arc;

use tress_smtlib::models::definitions;
use tress_solver::Answer;
use tress_term::model;
use tress_term::print::Style;
use tress_term::term::{self, Op, TermStore, language_term};

use super::error::{Error, Result};
use super::limits::EXCLUDED_PARTS;
use super::shared::{Inner, Shared};
use super::solver::Solver;
use super::term::Operand;
use super::value::Value;

/// Values for all declared constants and functions, under which the assertions are true. Later calls on the
/// solver do not change it. `Display` writes one `define-fun` per line.
#[derive(Clone)]
pub struct Model {
    pub(super) shared: Arc<Shared>,
    pub(super) values: Arc<model::Model>,
}

impl Model {
    /// The value of a constant, or of any term over constants.
    ///
    /// # Errors
    /// If the term is ill-sorted, from another solver, or has no value: it depends on a quantifier or on a
    /// constant that was declared later, or a limit ended the work.
    pub fn value(&self, term: impl Into<Operand>) -> Result<Value> {
        let term = term.into();
        let mut inner = self.shared.lock();
        let id = inner.any(&self.shared, term)?;
        let value = inner.core.value_under(id, &self.values)?;
        Value::from_inner(&inner, &value)
    }

    /// The declared constants with their values, in the order of declaration.
    ///
    /// # Errors
    /// If the limits leave no room for a string.
    pub fn constants(&self) -> Result<Vec<(String, Value)>> {
        let inner = self.shared.lock();
        let named = |symbol: &term::SymbolId| {
            let value = Value::from_inner(&inner, self.values.get(*symbol)?);
            let name = || inner.core.terms.symbol(*symbol).name.to_string();
            Some(value.map(|value| (name(), value)))
        };
        inner.core.declared().iter().filter_map(named).collect()
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { core, .. } = &*self.shared.lock();
        let text = definitions(&core.terms, core.regexes(), &self.values, core.declared(), Style::Standard);
        f.write_str(text.trim_end())
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An iterator over models that differ in the values of some terms, see [`Solver::models`].
///
/// Formulas that exclude the models found so far are asserted in a level of their own, which is closed on
/// drop.
pub struct Models<'solver> {
    solver: &'solver mut Solver,
    terms: Result<Vec<term::Term>>,
    is_done: bool,
}

impl Solver {
    /// The model of the last check.
    ///
    /// # Errors
    /// If the last check did not answer sat.
    pub fn model(&self) -> Result<Model> {
        let values = self.shared.lock().core.shared_model()?.clone();
        Ok(Model { shared: self.shared.clone(), values })
    }

    /// The value of any term under the model of the last check.
    ///
    /// # Errors
    /// If there is no model; otherwise as [`Model::value`].
    pub fn value(&self, term: impl Into<Operand>) -> Result<Value> {
        self.model()?.value(term)
    }

    /// All models that differ in the values of these terms. The iterator ends when there are no
    /// more; if that cannot be decided, with an [`Error::Unknown`].
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
        let shared = self.shared.clone();
        let mut inner = shared.lock();
        let terms = terms.into_iter().map(|term| inner.any(&shared, term)).collect();
        inner.core.push();
        drop(inner);
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
    /// The next model, which is excluded from then on. Returns `None` if there is none.
    fn search(&self) -> Result<Option<Model>> {
        let terms = self.terms.as_ref().map_err(Error::clone)?;
        let shared = &self.solver.shared;
        let inner = &mut *shared.lock();
        let values = match inner.core.check(&[]) {
            Answer::Sat => inner.core.shared_model()?.clone(),
            Answer::Unsat => return Ok(None),
            Answer::Unknown(reason) => return Err(Error::Unknown(reason)),
        };
        let mut other = Vec::with_capacity(terms.len());
        for term in terms {
            let value = inner.core.value_under(*term, &values)?;
            let value = literal(inner, value)?;
            other.push(inner.core.terms.app(Op::Distinct, &[*term, value])?);
        }
        let differs = match other.as_slice() {
            [] => TermStore::FALSE,
            _ => inner.core.terms.app(Op::Or, &other)?,
        };
        inner.core.assert(differs);
        Ok(Some(Model { shared: shared.clone(), values }))
    }
}

/// A value as a term.
fn literal(inner: &mut Inner, value: term::Value) -> Result<term::Term> {
    match value {
        term::Value::Regex(regex) => {
            let most = EXCLUDED_PARTS.most(&inner.core.budget());
            let (terms, regexes) = inner.core.terms_and_regexes();
            let too_large = || Error::Sort("the language is too large to be written".to_owned());
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            language_term(terms, regexes, regex, most).ok_or_else(too_large)
        }
        value if value.has_elements() => {
            Err(Error::Sort("elements of declared sorts have no name in other models".to_owned()))
        }
        value => Ok(inner.core.terms.value(value)),
    }
}

impl Drop for Models<'_> {
    fn drop(&mut self) {
        // After a panic the state is not used again.
        if !std::thread::panicking() {
            let _ = self.solver.shared.lock().core.pop(1);
        }
    }
}
