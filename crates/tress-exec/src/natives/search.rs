//! Where a text occurs in another one.

use tress_classes::Type;

use crate::machine::{Run, Step, unsupported};
use crate::state::{Str, Value, Width};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    text: &Str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let needle = match descriptor.starts_with("(I") {
        true => unit_text(run, &arguments[1])?,
        false => run.text_argument(&arguments[1])?,
    };
    let from = matches!(descriptor, "(II)I" | "(Ljava/lang/String;I)I").then(|| &arguments[2]);
    let result = match (name, from) {
        ("contains", None) => {
            holds(run, text, &needle, |text, needle| occurs(text, needle, 0).is_some(), |a, b| a.contains(b))
        }
        ("startsWith", None) => holds(run, text, &needle, <[u16]>::starts_with, |a, b| a.starts_with(b)),
        ("endsWith", None) => holds(run, text, &needle, <[u16]>::ends_with, |a, b| a.ends_with(b)),
        ("indexOf", _) => index_of(run, text, &needle, from)?,
        ("lastIndexOf", _) => last_index_of(run, text, &needle, from)?,
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

/// A code point as a text of one unit.
fn unit_text(run: &mut Run<'_>, value: &Value) -> Step<Str> {
    let (low, high) = run.bounds(value)?;
    match low >= 0 && high <= 0xffff {
        true => run.text_of(value, &Type::Char),
        false => unsupported("searching for a code point beyond the first plane"),
    }
}

fn holds(
    run: &Run<'_>,
    text: &Str,
    needle: &Str,
    known: impl Fn(&[u16], &[u16]) -> bool,
    unknown: impl Fn(&tress::Term, &tress::Term) -> tress::Term,
) -> Value {
    match (text.units(), needle.units()) {
        (Some(text), Some(needle)) => Value::truth(known(text, needle)),
        _ => Value::Truth(unknown(&text.term(run.solver()), &needle.term(run.solver()))),
    }
}

/// The first position from `from` on.
fn occurs(text: &[u16], needle: &[u16], from: usize) -> Option<usize> {
    let last = text.len().checked_sub(needle.len())?;
    (from..=last).find(|position| text[*position..].starts_with(needle))
}

fn index(found: Option<usize>) -> Value {
    Value::Int(found.and_then(|position| i32::try_from(position).ok()).unwrap_or(-1))
}

fn index_of(run: &mut Run<'_>, text: &Str, needle: &Str, from: Option<&Value>) -> Step<Value> {
    if let (Some(text), Some(needle), None | Some(Value::Int(_))) = (text.units(), needle.units(), from) {
        let from = match from {
            Some(Value::Int(from)) => (*from).max(0) as usize,
            _ => 0,
        };
        return Ok(index(occurs(text, needle, from.min(text.len()))));
    }
    let (term, part) = (text.term(run.solver()), needle.term(run.solver()));
    let start = match from {
        None | Some(Value::Int(..=0)) => run.solver().literal(0),
        Some(from) => {
            let (low, _) = run.bounds(from)?;
            let from = run.number_term(from)?;
            let from = if low >= 0 { from } else { from.lt(0).ite(0, &from) };
            // Java finds the empty text at the end, from wherever the search begins.
            match needle.units().is_some_and(|units| !units.is_empty()) {
                true => from,
                false => from.gt(term.len()).ite(term.len(), &from),
            }
        }
    };
    Ok(Value::number(term.index_of(part, start), -1, text.longest().into(), Width::Int))
}

fn last_index_of(run: &mut Run<'_>, text: &Str, needle: &Str, from: Option<&Value>) -> Step<Value> {
    if let (Some(text), Some(needle), None | Some(Value::Int(_))) = (text.units(), needle.units(), from) {
        let from = match from {
            Some(Value::Int(from)) => usize::try_from(*from).ok(),
            _ => Some(text.len()),
        };
        let last = text.len().checked_sub(needle.len());
        let found = from.zip(last).and_then(|(from, last)| {
            (0..=from.min(last)).rev().find(|position| text[*position..].starts_with(needle))
        });
        return Ok(index(found));
    }
    let (term, part) = (text.term(run.solver()), needle.term(run.solver()));
    let searched = match from {
        None => term,
        Some(from) => {
            // A needle that is not empty and begins no later than `from` ends inside of this part.
            let Some(units) = needle.units().filter(|units| !units.is_empty()) else {
                return unsupported("the last place of a text that may be empty");
            };
            let length = units.len();
            let from = run.number_term(from)?;
            term.substr(0, from + length)
        }
    };
    Ok(Value::number(searched.last_index_of(part), -1, text.longest().into(), Width::Int))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_text_occurs_everywhere() {
        assert_eq!(occurs(&[1, 2], &[], 2), Some(2));
        assert_eq!(occurs(&[1, 2], &[], 3), None);
        assert_eq!(occurs(&[1, 2, 1, 2], &[1, 2], 1), Some(2));
        assert_eq!(occurs(&[1], &[1, 2], 0), None);
    }
}
