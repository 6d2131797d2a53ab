//! The meaning of the operators on arrays.
//!
//! Enters: arrays, indices and elements. Leaves: elements and arrays; equal arrays look equal.

use tress_base::{Budget, Int};

use super::error::EvalError;
use crate::term::{ArrayValue, Op, Sort, SortId, TermStore, Value};

/// The most parts that a value may be made of, counted as often as they occur.
pub(super) const MAX_WEIGHT: u64 = 1 << 26;

/// Refuses values that are too large to be printed.
pub(super) fn admitted(value: Value) -> Result<Value, EvalError> {
    if value.weight() <= MAX_WEIGHT { Ok(value) } else { Err(EvalError::TooLong) }
}

/// An operator on arrays. A store may hold several pairs of index and element, the later ones put in later.
pub(super) fn apply(
    terms: &TermStore,
    op: Op,
    indices: &[Int],
    args: &[&Value],
    budget: &Budget,
) -> Result<Value, EvalError> {
    match (op, args) {
        (Op::Select, [Value::Array(array), index]) => Ok(array.get(index).clone()),
        (Op::Store, [Value::Array(array), changes @ ..]) => {
            budget.poll_many((array.entries().len() + changes.len()) as u64)?;
            let changes = changes.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
            admitted(Value::Array(array.with(terms, changes.collect())))
        }
        (Op::ConstArray, [element]) => {
            let place = indices.first().and_then(Int::to_usize).ok_or(EvalError::Mismatch)?;
            let sort = Sort::Array(SortId::new(place));
            admitted(Value::Array(ArrayValue::new(terms, sort, (*element).clone(), Vec::new())))
        }
        _ => Err(EvalError::Mismatch),
    }
}
