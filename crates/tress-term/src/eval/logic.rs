//! The meaning of the connectives, of choice and of equality.
//!
//! Enters: values, or the errors that stand in their place. Leaves: a value or an error.
//!
//! The connectives and `ite` are not strict: when the arguments that have a value already
//! decide the result, an error in another argument does not matter. `(and false e)` is false
//! whatever `e` would be. That is sound for every error, since an error only says that the value is
//! not known.

use rustc_hash::FxHashSet;
use tress_automata::Regex;

use super::error::EvalError;
use super::regexes::Languages;
use crate::term::{Op, Value};

/// A value, or why there is none.
pub(super) type Argument<'a> = Result<&'a Value, EvalError>;

/// Is it an operator whose value may be known although an argument's is not?
pub(super) fn is_lenient(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Implies | Op::Ite)
}

/// A lenient operator on its arguments.
pub(super) fn lenient<'a>(
    op: Op,
    args: impl ExactSizeIterator<Item = Argument<'a>>,
) -> Result<Value, EvalError> {
    match op {
        Op::Ite => choose(args),
        Op::And => any(args, |_| false).map(|found| Value::Bool(!found)),
        Op::Implies => {
            let last = args.len().saturating_sub(1);
            any(args, |place| place == last).map(Value::Bool)
        }
        _ => any(args, |_| true).map(Value::Bool),
    }
}

/// Is there an argument with the truth value that `deciding` gives for its place?
fn any<'a>(
    args: impl Iterator<Item = Argument<'a>>,
    deciding: impl Fn(usize) -> bool,
) -> Result<bool, EvalError> {
    let mut failure = None;
    for (place, arg) in args.enumerate() {
        match arg {
            Ok(value) if truth(value)? == deciding(place) => return Ok(true),
            Ok(_) => {}
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure.map_or(Ok(false), Err)
}

fn choose<'a>(mut args: impl Iterator<Item = Argument<'a>>) -> Result<Value, EvalError> {
    let (Some(condition), Some(yes), Some(no)) = (args.next(), args.next(), args.next()) else {
        return Err(EvalError::Mismatch);
    };
    match condition.and_then(truth) {
        Ok(true) => yes.cloned(),
        Ok(false) => no.cloned(),
        // Both branches agree, so the condition does not matter.
        Err(_) if yes.is_ok() && yes == no => yes.cloned(),
        Err(error) => Err(error),
    }
}

pub(super) fn truth(value: &Value) -> Result<bool, EvalError> {
    match value {
        Value::Bool(value) => Ok(*value),
        _ => Err(EvalError::Mismatch),
    }
}

/// Is an odd number of arguments true?
pub(super) fn exclusive_or(args: &[&Value]) -> Result<bool, EvalError> {
    args.iter().try_fold(false, |odd, arg| Ok(odd ^ truth(arg)?))
}

/// Are all arguments equal?
pub(super) fn all_equal(args: &[&Value], languages: &mut Languages<'_>) -> Result<bool, EvalError> {
    let Some((first, rest)) = args.split_first() else { return Err(EvalError::Mismatch) };
    for other in rest {
        if !languages.equal(first, other)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Are no two arguments equal?
pub(super) fn all_distinct(args: &[&Value], languages: &mut Languages<'_>) -> Result<bool, EvalError> {
    let mut seen: FxHashSet<&Value> = FxHashSet::default();
    if !args.iter().all(|arg| seen.insert(arg)) {
        return Ok(false);
    }
    let different: Vec<Regex> = args
        .iter()
        .filter_map(|arg| match arg {
            Value::Regex(regex) => Some(*regex),
            _ => None,
        })
        .collect();
    for (place, first) in different.iter().enumerate() {
        for second in &different[place + 1..] {
            if languages.equivalent(*first, *second)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
