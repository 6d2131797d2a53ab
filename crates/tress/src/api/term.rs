//! Terms as clients hold them.
//!
//! A [`Term`] is an index into its solver's store together with a handle to that solver, so it can build
//! larger terms by itself. An ill-sorted application becomes a term that carries the error, and terms built
//! from it carry the same one, up to the call that needs the term.

use std::fmt;
use std::sync::Arc;

use tress_base::{Int, Rational};

use tress_term::print::{Style, term_text};
use tress_term::term::{self, Op, Sort, TermStore};

use super::error::{Error, Result};
use super::shared::{Inner, Shared};
use super::value::Value;

/// A term: a constant, a value, or an operator with its arguments.
///
/// Terms are made from the constants of a [`Solver`](crate::Solver), by methods and operators.
/// Rust values are accepted wherever an argument is taken: `&str`, `String`, `bool`, integers, and the exact
/// numbers [`Int`](crate::Int) and [`Rational`](crate::Rational).
///
/// | written | Bool | Int, Real | String | RegLan |
/// |---|---|---|---|---|
/// | `a + b` | | sum | concatenation | concatenation |
/// | `a - b` | | difference | | the words of `a` that are not in `b` |
/// | `a * b`, `a / b` | | product, quotient of reals | | |
/// | `a & b`, `a \| b`, `a ^ b` | and, or, exclusive or | | | intersection, union |
/// | `!a`, `-a` | `!a`: not | `-a`: the negative | | `!a`: complement |
/// | `a.lt(b)`, `a.le(b)`, … | | order | lexicographic order | |
///
/// An ill-sorted term, like the length of a number, or a sum over terms of two solvers, is not refused at
/// once. It carries its [`Error`], which [`Solver::assert`](crate::Solver::assert) and every other call that
/// uses the term returns; [`Term::sort`] returns it earlier.
///
/// A term shares its solver's store. A thread that builds terms while another one runs a check waits for
/// the end of the check.
#[derive(Clone)]
pub struct Term {
    pub(super) shared: Arc<Shared>,
    pub(super) id: Result<term::Term, Arc<Error>>,
}

/// What can be an argument: a [`Term`], or a Rust value that becomes one.
pub struct Operand(pub(super) Part);

/// The two kinds of arguments.
pub(super) enum Part {
    Term(Term),
    Value(Result<term::Value>),
}

impl Operand {
    /// The term in the store of `shared`.
    pub(super) fn enter(self, shared: &Arc<Shared>, store: &mut TermStore) -> Result<term::Term, Arc<Error>> {
        match self.0 {
            Part::Term(term) if Arc::ptr_eq(&term.shared, shared) => term.id,
            Part::Term(_) => Err(Arc::new(Error::OtherSolver)),
            Part::Value(value) => Ok(store.value(value.map_err(Arc::new)?)),
        }
    }
}

/// Builds a term from operands. If some are wrong, the term carries the error of the first.
pub(super) fn build<E: Into<Error>>(
    shared: &Arc<Shared>,
    operands: impl IntoIterator<Item = Operand>,
    make: impl FnOnce(&mut TermStore, &[term::Term]) -> Result<term::Term, E>,
) -> Term {
    let operands: Vec<Operand> = operands.into_iter().collect();
    let mut inner = shared.lock();
    let store = &mut inner.core.terms;
    let ids: Result<Vec<term::Term>, Arc<Error>> =
        operands.into_iter().map(|operand| operand.enter(shared, store)).collect();
    let id = ids.and_then(|ids| make(store, &ids).map_err(|problem| Arc::new(problem.into())));
    Term { shared: shared.clone(), id }
}

impl Term {
    /// The sort.
    ///
    /// # Errors
    /// The error that the term carries, if any.
    pub fn sort(&self) -> Result<Sort> {
        let id = self.id.clone().map_err(Arc::unwrap_or_clone)?;
        Ok(self.shared.lock().core.terms.sort(id))
    }

    /// Are they the same term? This is syntactic: equivalent terms may differ.
    #[must_use]
    pub fn is_same(&self, other: &Term) -> bool {
        let ids = (&self.id, &other.id);
        Arc::ptr_eq(&self.shared, &other.shared) && matches!(ids, (Ok(one), Ok(other)) if one == other)
    }

    /// A number that identifies the term within its solver: two terms have the same number exactly if they
    /// are the same term. Returns `None` for an ill-sorted term.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.id.as_ref().ok().and_then(|id| u32::try_from(id.index()).ok())
    }

    /// An operator applied to this term and more operands.
    pub(super) fn op<const N: usize>(&self, op: Op, more: [Operand; N]) -> Term {
        let operands = [Operand::from(self)].into_iter().chain(more);
        build(&self.shared, operands, |store, args| store.app(op, args))
    }
}

/// Applies an operator that depends on the sort of the first term; `choose` also says whether to swap the
/// arguments.
pub(super) fn by_sort(first: &Term, more: Option<Operand>, choose: impl FnOnce(Sort) -> (Op, bool)) -> Term {
    build(&first.shared, [Operand::from(first)].into_iter().chain(more), |store, args| {
        let (op, is_swapped) = choose(store.sort(args[0]));
        let mut args = args.to_vec();
        if is_swapped {
            args.reverse();
        }
        match op {
            Op::Not if store.sort(args[0]) == Sort::Bool => Ok(store.not(args[0])),
            _ => store.app(op, &args),
        }
    })
}

impl Inner {
    /// The term of a formula that a client passed.
    pub(super) fn formula(&mut self, shared: &Arc<Shared>, operand: Operand) -> Result<term::Term> {
        let id = self.any(shared, operand)?;
        match self.core.terms.sort(id) {
            Sort::Bool => Ok(id),
            sort => Err(Error::NotBool(self.core.terms.sort_text(sort).into_owned())),
        }
    }

    /// The term that a client passed, of any sort.
    pub(super) fn any(&mut self, shared: &Arc<Shared>, operand: Operand) -> Result<term::Term> {
        operand.enter(shared, &mut self.core.terms).map_err(Arc::unwrap_or_clone)
    }
}

impl fmt::Display for Term {
    /// Writes the term in SMT-LIB, or the error that it carries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Ok(id) => f.write_str(&term_text(&self.shared.lock().core.terms, *id, Style::Standard)),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Term> for Operand {
    fn from(term: Term) -> Self {
        Operand(Part::Term(term))
    }
}

impl From<&Term> for Operand {
    fn from(term: &Term) -> Self {
        Operand(Part::Term(term.clone()))
    }
}

impl From<&str> for Operand {
    fn from(text: &str) -> Self {
        let beyond = text.chars().find(|found| u32::from(*found) > tress_automata::MAX_CHAR);
        Operand(Part::Value(match beyond {
            Some(found) => Err(Error::Character(found)),
            None => Ok(term::Value::text(text)),
        }))
    }
}

impl From<&String> for Operand {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Operand {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<bool> for Operand {
    fn from(value: bool) -> Self {
        Operand(Part::Value(Ok(term::Value::Bool(value))))
    }
}

impl From<Int> for Operand {
    fn from(value: Int) -> Self {
        Operand(Part::Value(Ok(term::Value::Int(value))))
    }
}

impl From<Rational> for Operand {
    fn from(value: Rational) -> Self {
        Operand(Part::Value(Ok(term::Value::Real(value))))
    }
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        Operand(Part::Value(value.into_inner()))
    }
}

macro_rules! from_machine {
    ($($type:ty),*) => {$(
        impl From<$type> for Operand {
            fn from(value: $type) -> Self {
                Int::from(value).into()
            }
        }
    )*};
}

from_machine!(i32, i64, u32, u64, usize);
