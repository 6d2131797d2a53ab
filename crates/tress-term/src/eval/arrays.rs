//! The meaning of the operators on arrays.
//!
//! Enters: arrays, indices and elements. Leaves: elements and arrays; equal arrays look equal.

use tress_base::{Budget, Int};

use super::error::EvalError;
use super::limits::VALUE_PARTS;
use crate::term::{ArrayValue, Op, Sort, SortId, TermStore, Value};

/// The value, unless it is made of too many others.
pub(super) fn admitted(value: Value, budget: &Budget) -> Result<Value, EvalError> {
    let weight = usize::try_from(value.weight()).unwrap_or(usize::MAX);
    if VALUE_PARTS.is_exceeded(weight, budget) { Err(EvalError::TooLong) } else { Ok(value) }
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
            admitted(Value::Array(array.with(terms, changes.collect())), budget)
        }
        (Op::ConstArray, [element]) => {
            let place = indices.first().and_then(Int::to_usize).ok_or(EvalError::Mismatch)?;
            let sort = Sort::Array(SortId::new(place));
            admitted(Value::Array(ArrayValue::new(terms, sort, (*element).clone(), Vec::new())), budget)
        }
        _ => Err(EvalError::Mismatch),
    }
}
