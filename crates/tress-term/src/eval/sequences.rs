//! The meaning of the operators on sequences: that of the operators on strings, with other characters.
//!
//! `seq.nth` outside of a sequence is any function of its arguments: the model defines it.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int};

use super::arrays::admitted;
use super::error::EvalError;
use super::numbers::int;
use super::search;
use crate::model::{Model, Outside};
use crate::term::{Op, SeqValue, Sort, TermStore, Value};

pub(super) fn apply(
    terms: &TermStore,
    op: Op,
    args: &[&Value],
    model: Option<&Model>,
    budget: &Budget,
) -> Result<Value, EvalError> {
    if let (Op::SeqUnit, [element]) = (op, args) {
        let sort = terms.known_seq_sort(element.sort()).ok_or(EvalError::Mismatch)?;
        return admitted(Value::Seq(SeqValue::new(sort, vec![(*element).clone()])), budget);
    }
    let whole = args.first().ok_or(EvalError::Mismatch)?;
    let (sort, s) = (whole.sort(), elements(whole)?);
    let made = |elements: Vec<Value>| admitted(Value::Seq(SeqValue::new(sort, elements)), budget);
    let number = |place: Option<usize>| Value::Int(place.map_or(Int::MINUS_ONE, Int::from));
    budget.poll_many(s.len() as u64)?;
    match (op, args) {
        (Op::SeqConcat, _) => {
            let parts = args.iter().map(|arg| elements(arg)).collect::<Result<Vec<_>, _>>()?;
            made(joined(&parts, budget)?)
        }
        (Op::SeqLength, _) => Ok(Value::Int(Int::from(s.len()))),
        (Op::SeqNth, [seq, position]) => match inside(int(position)?, s) {
            Some(place) => Ok(s[place].clone()),
            None => outside(terms, sort, seq, position, model),
        },
        (Op::SeqAt, [_, position]) => {
            made(inside(int(position)?, s).map(|place| s[place].clone()).into_iter().collect())
        }
        (Op::SeqExtract, [_, position, count]) => {
            let Some(start) = inside(int(position)?, s) else { return made(Vec::new()) };
            let count = int(count)?;
            let count = if count.is_negative() { 0 } else { count.to_usize().unwrap_or(usize::MAX) };
            made(s[start..s.len().min(start.saturating_add(count))].to_vec())
        }
        (Op::SeqContains, [_, t]) => Ok(Value::Bool(first(s, elements(t)?, 0, budget)?.is_some())),
        (Op::SeqPrefixOf, [_, longer]) => Ok(Value::Bool(elements(longer)?.starts_with(s))),
        (Op::SeqSuffixOf, [_, longer]) => Ok(Value::Bool(elements(longer)?.ends_with(s))),
        (Op::SeqIndexOf, [_, t, from]) => {
            let start = int(from)?.to_usize().filter(|start| *start <= s.len());
            let found = match start {
                Some(start) => first(s, elements(t)?, start, budget)?,
                None => None,
            };
            Ok(number(found))
        }
        (Op::SeqLastIndexOf, [_, t]) => {
            let [s, t] = numbered([s, elements(t)?]);
            Ok(number(search::last(&s, &t, budget)?))
        }
        (Op::SeqReplace, [_, old, new]) => {
            let (old, new) = (elements(old)?, elements(new)?);
            match first(s, old, 0, budget)? {
                Some(place) => made(joined(&[&s[..place], new, &s[place + old.len()..]], budget)?),
                None => Ok((*whole).clone()),
            }
        }
        (Op::SeqReplaceAll, [_, old, new]) => {
            let (old, new) = (elements(old)?, elements(new)?);
            let mut parts = Vec::new();
            let mut end = 0;
            let [text, pattern] = numbered([s, old]);
            for place in search::apart(&text, &pattern, budget)? {
                parts.extend([&s[end..place], new]);
                end = place + old.len();
            }
            parts.push(&s[end..]);
            made(joined(&parts, budget)?)
        }
        (Op::SeqRev, _) => made(s.iter().rev().cloned().collect()),
        (Op::SeqUpdate, [_, position, new]) => {
            let Some(start) = inside(int(position)?, s) else { return Ok((*whole).clone()) };
            let new = elements(new)?;
            let new = &new[..new.len().min(s.len() - start)];
            made(joined(&[&s[..start], new, &s[start + new.len()..]], budget)?)
        }
        _ => Err(EvalError::Mismatch),
    }
}

/// The sequences with a character for each value, so that words can be searched for.
fn numbered(sequences: [&[Value]; 2]) -> [Vec<u32>; 2] {
    let mut letters: FxHashMap<&Value, u32> = FxHashMap::default();
    sequences.map(|sequence| {
        let letter = |value| {
            let next = letters.len() as u32;
            *letters.entry(value).or_insert(next)
        };
        sequence.iter().map(letter).collect()
    })
}

fn first(s: &[Value], t: &[Value], from: usize, budget: &Budget) -> Result<Option<usize>, EvalError> {
    let [s, t] = numbered([s, t]);
    Ok(search::first(&s, &t, from, budget)?)
}

fn elements(value: &Value) -> Result<&[Value], EvalError> {
    match value {
        Value::Seq(seq) => Ok(seq.elements()),
        _ => Err(EvalError::Mismatch),
    }
}

/// The position as an index, when it is before the end.
fn inside(position: &Int, s: &[Value]) -> Option<usize> {
    position.to_usize().filter(|position| *position < s.len())
}

fn joined(parts: &[&[Value]], budget: &Budget) -> Result<Vec<Value>, EvalError> {
    let length = parts.iter().try_fold(0_usize, |sum, part| sum.checked_add(part.len()));
    let length = length.filter(|length| *length <= SeqValue::MAX_LENGTH).ok_or(EvalError::TooLong)?;
    budget.room_for((length * size_of::<Value>()) as u64)?;
    budget.poll_many(length as u64)?;
    Ok(parts.concat())
}

fn outside(
    terms: &TermStore,
    sort: Sort,
    seq: &Value,
    position: &Value,
    model: Option<&Model>,
) -> Result<Value, EvalError> {
    match model.ok_or(EvalError::Outside)?.outside(Outside::Nth(sort)) {
        Some(function) => Ok(function.get(&[seq.clone(), position.clone()]).clone()),
        None => {
            terms.seq_element(sort).map(|element| terms.default_value(element)).ok_or(EvalError::Mismatch)
        }
    }
}
