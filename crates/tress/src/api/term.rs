//! Terms as clients hold them.
//!
//! A [`Term`] is a number in its solver's store and a share of that solver, so it can make larger
//! terms by itself. What does not fit together becomes a term that carries the error, and whatever is
//! made of it carries the same one, up to the call that needs the term.

use std::fmt;
use std::sync::Arc;

use tress_base::{Int, Rational};

use tress_term::print::{Style, term_text};
use tress_term::term::{self, Op, Sort, TermStore};

use super::error::{Error, Result};
use super::home::{Desk, Home};
use super::value::Value;

/// A term: a constant, a value, or an operator with its arguments.
///
/// Terms are made from the constants of a [`Solver`](crate::Solver), by methods and operators.
/// Wherever an argument is taken, Rust values will do: `&str`, `String`, `bool`, integers, and the exact
/// numbers [`Int`](crate::Int) and [`Rational`](crate::Rational).
///
/// | written | Bool | Int, Real | String | RegLan |
/// |---|---|---|---|---|
/// | `a + b` | | sum | one after the other | one after the other |
/// | `a - b` | | difference | | the words of `a` without those of `b` |
/// | `a * b`, `a / b` | | product, quotient of reals | | |
/// | `a & b`, `a \| b`, `a ^ b` | and, or, either | | | the words of both, of any |
/// | `!a`, `-a` | `!a`: not | `-a`: the negative | | `!a`: all other words |
/// | `a.lt(b)`, `a.le(b)`, … | | order | lexicographic order | |
///
/// A term that does not fit together, like the length of a number, or a sum over terms of two solvers, is not
/// refused at once. It carries its [`Error`], which [`Solver::assert`](crate::Solver::assert) and
/// every other call that uses the term returns; [`Term::sort`] tells it earlier.
///
/// A term shares its solver's store. A thread that builds terms while another one runs a check waits for
/// the check to end.
#[derive(Clone)]
pub struct Term {
    pub(super) home: Arc<Home>,
    pub(super) id: Result<term::Term, Arc<Error>>,
}

/// What can stand as an argument: a [`Term`], or a Rust value that becomes one.
pub struct Operand(pub(super) Part);

/// The two kinds of arguments.
pub(super) enum Part {
    Term(Term),
    Value(Result<term::Value>),
}

impl Operand {
    /// The term, in the store of `home`.
    pub(super) fn enter(self, home: &Arc<Home>, store: &mut TermStore) -> Result<term::Term, Arc<Error>> {
        match self.0 {
            Part::Term(term) if Arc::ptr_eq(&term.home, home) => term.id,
            Part::Term(_) => Err(Arc::new(Error::OtherSolver)),
            Part::Value(value) => Ok(store.value(value.map_err(Arc::new)?)),
        }
    }
}

/// Makes a term of operands. The first one that is wrong decides what is wrong with the term.
pub(super) fn build<E: Into<Error>>(
    home: &Arc<Home>,
    operands: impl IntoIterator<Item = Operand>,
    make: impl FnOnce(&mut TermStore, &[term::Term]) -> Result<term::Term, E>,
) -> Term {
    let operands: Vec<Operand> = operands.into_iter().collect();
    let mut desk = home.lock();
    let store = &mut desk.core.terms;
    let ids: Result<Vec<term::Term>, Arc<Error>> =
        operands.into_iter().map(|operand| operand.enter(home, store)).collect();
    let id = ids.and_then(|ids| make(store, &ids).map_err(|problem| Arc::new(problem.into())));
    Term { home: home.clone(), id }
}

impl Term {
    /// The sort.
    ///
    /// # Errors
    /// What is wrong with the term, if anything is.
    pub fn sort(&self) -> Result<Sort> {
        let id = self.id.clone().map_err(Arc::unwrap_or_clone)?;
        Ok(self.home.lock().core.terms.sort(id))
    }

    /// Is it the very same term? Terms that mean the same may differ.
    #[must_use]
    pub fn is_same(&self, other: &Term) -> bool {
        let ids = (&self.id, &other.id);
        Arc::ptr_eq(&self.home, &other.home) && matches!(ids, (Ok(one), Ok(other)) if one == other)
    }

    /// A number that tells the terms of one solver apart: two terms have the same one when they are the very same. None for a term
    /// that does not fit together.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.id.as_ref().ok().and_then(|id| u32::try_from(id.index()).ok())
    }

    /// An operator on this term and what follows it.
    pub(super) fn op<const N: usize>(&self, op: Op, more: [Operand; N]) -> Term {
        let operands = [Operand::from(self)].into_iter().chain(more);
        build(&self.home, operands, |store, args| store.app(op, args))
    }
}

/// An operator that depends on the sort of the first term; it comes with whether the arguments change places.
pub(super) fn by_sort(first: &Term, more: Option<Operand>, choose: impl FnOnce(Sort) -> (Op, bool)) -> Term {
    build(&first.home, [Operand::from(first)].into_iter().chain(more), |store, args| {
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

impl Desk {
    /// The number of a formula that was handed in.
    pub(super) fn formula(&mut self, home: &Arc<Home>, operand: Operand) -> Result<term::Term> {
        let id = self.any(home, operand)?;
        match self.core.terms.sort(id) {
            Sort::Bool => Ok(id),
            sort => Err(Error::NotBool(self.core.terms.sort_text(sort).into_owned())),
        }
    }

    /// The number of any term that was handed in.
    pub(super) fn any(&mut self, home: &Arc<Home>, operand: Operand) -> Result<term::Term> {
        operand.enter(home, &mut self.core.terms).map_err(Arc::unwrap_or_clone)
    }
}

impl fmt::Display for Term {
    /// The term in SMT-LIB; what is wrong with it, if it does not fit together.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Ok(id) => f.write_str(&term_text(&self.home.lock().core.terms, *id, Style::Standard)),
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
