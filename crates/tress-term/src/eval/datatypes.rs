//! The meaning of constructors, selectors, testers and updates.
//!
//! A selector on a value that another constructor made is any function of the value: the model tells it.

use tress_base::{Budget, Int};

use super::arrays::admitted;
use super::error::EvalError;
use crate::model::{Model, Outside};
use crate::term::{DataValue, Op, Sort, SortId, TermStore, Value};

pub(super) fn apply(
    terms: &TermStore,
    op: Op,
    indices: &[Int],
    args: &[&Value],
    model: Option<&Model>,
    budget: &Budget,
) -> Result<Value, EvalError> {
    let number = |place: usize| indices.get(place).and_then(Int::to_u32).ok_or(EvalError::Mismatch);
    let (sort, constructor) = (Sort::Datatype(SortId::new(number(0)? as usize)), number(1)?);
    match (op, args) {
        (Op::Construct, _) => {
            let fields = args.iter().map(|arg| (*arg).clone()).collect();
            admitted(Value::Data(DataValue::new(sort, constructor, fields)), budget)
        }
        (Op::Is, [Value::Data(data)]) => Ok(Value::Bool(data.constructor() == constructor)),
        (Op::Field, [value @ Value::Data(data)]) => {
            let field = number(2)?;
            if data.constructor() == constructor {
                return data.fields().get(field as usize).cloned().ok_or(EvalError::Mismatch);
            }
            let model = model.ok_or(EvalError::Outside)?;
            match model.outside(Outside::Field(sort, constructor, field)) {
                Some(function) => Ok(function.get(&[(*value).clone()]).clone()),
                None => terms
                    .field_at(indices)
                    .map(|field| terms.default_value(field.sort))
                    .ok_or(EvalError::Mismatch),
            }
        }
        (Op::UpdateField, [value @ Value::Data(data), new]) => {
            if data.constructor() != constructor {
                return Ok((*value).clone());
            }
            let mut fields = data.fields().to_vec();
            *fields.get_mut(number(2)? as usize).ok_or(EvalError::Mismatch)? = (*new).clone();
            admitted(Value::Data(DataValue::new(sort, constructor, fields)), budget)
        }
        _ => Err(EvalError::Mismatch),
    }
}
