//! Comparison of two strings: order, regions, and case.

use std::sync::Arc;

use super::beyond;
use crate::machine::{Run, Step};
use crate::state::{Object, Str, Value};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    text: &Str,
    arguments: &[Value],
) -> Step<Value> {
    match (name, descriptor) {
        ("compareTo", _) => {
            let id = run.object(&arguments[1])?;
            if !matches!(run.state.heap.get(id), Object::String(_)) {
                return run.throw("ClassCastException");
            }
            let other = run.text_argument(&arguments[1])?;
            Ok(order(text, &other))
        }
        ("compareToIgnoreCase", _) => {
            let other = run.text_argument(&arguments[1])?;
            // Two ASCII strings are equal up to case if and only if they are equal in lower case.
            Ok(order(&beyond::folded(run, text)?, &beyond::folded(run, &other)?))
        }
        ("equalsIgnoreCase", _) => match arguments[1] {
            Value::Null => Ok(Value::Int(0)),
            _ => {
                let other = run.text_argument(&arguments[1])?;
                equal_in_any_case(run, text, &other)
            }
        },
        ("startsWith", _) => {
            let other = run.text_argument(&arguments[1])?;
            let length = super::string::length(run, &other);
            region(run, (text, &arguments[2]), (&other, &Value::Int(0)), &length)
        }
        (_, "(ILjava/lang/String;II)Z") => {
            let other = run.text_argument(&arguments[2])?;
            region(run, (text, &arguments[1]), (&other, &arguments[3]), &arguments[4])
        }
        _ => {
            let other = run.text_argument(&arguments[3])?;
            if let Some(same) = region_in_any_case(run, (text, &arguments[2]), &other, &arguments[1..]) {
                return same;
            }
            let (left, right) = match run.decide_value(&arguments[1])? {
                true => (beyond::folded(run, text)?, beyond::folded(run, &other)?),
                false => (text.clone(), other),
            };
            region(run, (&left, &arguments[2]), (&right, &arguments[4]), &arguments[5])
        }
    }
}

/// `equalsIgnoreCase` of two texts.
fn equal_in_any_case(run: &mut Run<'_>, left: &Str, right: &Str) -> Step<Value> {
    for (word, text) in [(left, right), (right, left)] {
        if let (Some(units), Str::Unknown { term, .. }) = (word.units(), text)
            && word.is_ascii()
        {
            return Ok(Value::Truth(beyond::equal_in_any_case(run, term, units)));
        }
    }
    let (left, right) = (beyond::folded(run, left)?, beyond::folded(run, right)?);
    Ok(run.equal_texts(&left, &right))
}

/// Compares a region of an unknown string with a known ASCII string, up to case: only a few characters match
/// each of its characters.
fn region_in_any_case(
    run: &Run<'_>,
    (text, at): (&Str, &Value),
    other: &Str,
    arguments: &[Value],
) -> Option<Step<Value>> {
    let [Value::Int(1), _, _, Value::Int(start), Value::Int(length), ..] = arguments else { return None };
    let Str::Unknown { term, .. } = text else { return None };
    let start = usize::try_from(*start).ok()?;
    let end = start.checked_add(usize::try_from(*length).ok()?)?;
    let word = other.units().filter(|_| other.is_ascii())?.get(start..end)?;
    let at = match run.number_term(at) {
        Ok(at) => at,
        Err(signal) => return Some(Err(signal)),
    };
    let is_inside = at.ge(0) & at.le(term.len() - i64::from(*length));
    let same = beyond::equal_in_any_case(run, &term.substr(&at, i64::from(*length)), word);
    Some(Ok(Value::Truth(is_inside & same)))
}

/// What `compareTo` gives.
fn order(left: &Str, right: &Str) -> Value {
    match (left.units(), right.units()) {
        (Some(left), Some(right)) => Value::Int(known_order(left, right)),
        _ => Value::Order(Arc::new((left.clone(), right.clone()))),
    }
}

/// The difference of the first units that differ, or of the lengths.
pub(crate) fn known_order(left: &[u16], right: &[u16]) -> i32 {
    let differs = left.iter().zip(right).find(|(one, other)| one != other);
    match differs {
        Some((one, other)) => i32::from(*one) - i32::from(*other),
        None => (left.len() as i64 - right.len() as i64) as i32,
    }
}

/// Do two strings have the same substring of a length at these positions?
fn region(
    run: &mut Run<'_>,
    (left, at): (&Str, &Value),
    (right, other_at): (&Str, &Value),
    length: &Value,
) -> Step<Value> {
    if let (Some(left), Some(right), Value::Int(at), Value::Int(other_at), Value::Int(length)) =
        (left.units(), right.units(), at, other_at, length)
    {
        let part = |units: &'_ [u16], at: i32| -> Option<Vec<u16>> {
            let start = usize::try_from(at).ok()?;
            if i64::from(at) > units.len() as i64 - i64::from(*length) {
                return None;
            }
            let length = usize::try_from(*length).unwrap_or(0);
            Some(units.get(start..start + length).unwrap_or_default().to_vec())
        };
        let (one, other) = (part(left, *at), part(right, *other_at));
        return Ok(Value::truth(one.is_some() && one == other));
    }
    let (left, right) = (left.term(run.solver()), right.term(run.solver()));
    let (at, other_at) = (run.number_term(at)?, run.number_term(other_at)?);
    let length = run.number_term(length)?;
    Ok(Value::Truth(run.solver().all([
        at.ge(0),
        other_at.ge(0),
        at.le(left.len() - &length),
        other_at.le(right.len() - &length),
        left.substr(&at, &length).eq(right.substr(&other_at, &length)),
    ])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_counts() {
        assert_eq!(known_order(&[97, 98], &[97, 99, 100]), -1);
        assert_eq!(known_order(&[97, 98], &[97]), 1);
        assert_eq!(known_order(&[], &[]), 0);
    }
}
