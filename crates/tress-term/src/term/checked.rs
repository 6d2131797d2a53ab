//! Sort checking: do an operator's arguments fit its shape?
//!
//! Enters: an operator and arguments. Leaves: the sort of the application, and the arguments as they
//! go in: an Int becomes a Real where a Real is wanted.

use tress_base::{Int, Rational};

use super::op::{Op, Shape};
use super::shapes::Signature;
use super::sort::Sort;
use super::store::{Head, SortError, Term, TermStore};
use super::value::Value;

/// What sort checking found.
pub(super) enum Checked {
    AsGiven(Sort),
    Adapted(Vec<Term>, Sort),
}

impl TermStore {
    /// Checks an operator's arguments against its shape.
    pub(super) fn checked(&mut self, op: Op, indices: &[Int], args: &[Term]) -> Result<Checked, SortError> {
        let name = op.name();
        match op.info().shape {
            Shape::Fixed(wanted, result) => {
                if wanted.len() != args.len() {
                    return Err(wrong_count(name, &wanted.len().to_string(), args.len()));
                }
                self.fitted(name, args, |place| wanted[place], result)
            }
            Shape::Many(sort) => {
                at_least(name, 1, args)?;
                self.fitted(name, args, |_| sort, sort)
            }
            Shape::Pairs(sort) => {
                if args.len().is_multiple_of(2) {
                    return Err(wrong_count(name, "one and then pairs of", args.len()));
                }
                self.fitted(name, args, |_| sort, sort)
            }
            Shape::Chain(sort) => {
                at_least(name, 2, args)?;
                self.fitted(name, args, |_| sort, Sort::Bool)
            }
            Shape::Same => {
                at_least(name, 2, args)?;
                let sort = self.common_sort(args);
                self.fitted(name, args, |_| sort, Sort::Bool)
            }
            Shape::Conditional => {
                if args.len() != 3 {
                    return Err(wrong_count(name, "3", args.len()));
                }
                let sort = self.common_sort(&args[1..]);
                self.fitted(name, args, |place| if place == 0 { Sort::Bool } else { sort }, sort)
            }
            Shape::Arithmetic | Shape::Minus => {
                at_least(name, 1, args)?;
                let sort = self.common_number(name, args)?;
                self.fitted(name, args, |_| sort, sort)
            }
            Shape::Comparison => {
                at_least(name, 2, args)?;
                let sort = self.common_number(name, args)?;
                self.fitted(name, args, |_| sort, Sort::Bool)
            }
            Shape::Own(_) => {
                let Signature { arguments, result } = self.signature(op, indices, args)?;
                self.fitted(name, args, |place| arguments[place.min(arguments.len() - 1)], result)
            }
        }
    }

    /// The sort all arguments should have: that of the first, but Real when any is Real.
    fn common_sort(&self, args: &[Term]) -> Sort {
        let first = self.sort(args[0]);
        let mixed = first == Sort::Int && args.iter().any(|arg| self.sort(*arg) == Sort::Real);
        if mixed { Sort::Real } else { first }
    }

    fn common_number(&self, name: &str, args: &[Term]) -> Result<Sort, SortError> {
        match args.iter().position(|arg| !self.sort(*arg).is_numeric()) {
            Some(place) => Err(self.wrong_sort(name, place, args[place], "Int or Real")),
            None => Ok(self.common_sort(args)),
        }
    }

    pub(super) fn fitted(
        &mut self,
        name: &str,
        args: &[Term],
        wanted: impl Fn(usize) -> Sort,
        result: Sort,
    ) -> Result<Checked, SortError> {
        let fits = args.iter().enumerate().all(|(place, arg)| self.sort(*arg) == wanted(place));
        if fits {
            return Ok(Checked::AsGiven(result));
        }
        let mut adapted = Vec::with_capacity(args.len());
        for (place, arg) in args.iter().enumerate() {
            adapted.push(self.fit(name, place, *arg, wanted(place))?);
        }
        Ok(Checked::Adapted(adapted, result))
    }

    /// The argument itself, or as a Real where an Int is given and a Real wanted.
    pub(super) fn fit(
        &mut self,
        name: &str,
        place: usize,
        arg: Term,
        wanted: Sort,
    ) -> Result<Term, SortError> {
        let given = self.sort(arg);
        if given == wanted {
            return Ok(arg);
        }
        if given == Sort::Int && wanted == Sort::Real {
            return Ok(self.as_real(arg));
        }
        let wanted = self.sort_text(wanted).into_owned();
        Err(self.wrong_sort(name, place, arg, &wanted))
    }

    /// An Int term as a Real one; literals become Real literals.
    pub fn as_real(&mut self, term: Term) -> Term {
        match self.as_value(term) {
            Some(Value::Int(n)) => {
                let value = Rational::from(n.clone());
                self.real(value)
            }
            _ => self.node(Head::Op(Op::ToReal, Self::NO_INDICES), &[term], Sort::Real),
        }
    }

    pub(super) fn wrong_sort(&self, name: &str, place: usize, arg: Term, wanted: &str) -> SortError {
        let given = self.sort_text(self.sort(arg));
        SortError(format!("argument {} of {name} has sort {given}, expected {wanted}", place + 1))
    }
}

pub(super) fn wrong_count(name: &str, wanted: &str, given: usize) -> SortError {
    let plural = if wanted == "1" { "argument" } else { "arguments" };
    SortError(format!("{name} takes {wanted} {plural}, not {given}"))
}

pub(super) fn at_least(name: &str, least: usize, args: &[Term]) -> Result<(), SortError> {
    if args.len() < least {
        return Err(wrong_count(name, &format!("at least {least}"), args.len()));
    }
    Ok(())
}
