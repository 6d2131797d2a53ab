//! The meaning of the operators that cut, join, compare and search words.
//!
//! Enters: words and whole numbers of any size. Leaves: words and whole numbers. Positions may lie
//! anywhere, also outside of the word and outside of a machine word; the standard gives a
//! value for each of them. No word leaves that is longer than [`Word::MAX_LENGTH`].

use tress_automata::Runs;
use tress_base::{Budget, Int};

use super::error::EvalError;
use super::search;
use crate::term::Word;

/// How many characters are copied in the time of one step of other work.
pub(super) const CHARS_PER_STEP: u64 = 16;

pub(super) fn empty() -> Word {
    Word::default()
}

/// Counts the work of writing `length` characters, and refuses too many.
pub(super) fn admit(length: Option<usize>, budget: &Budget) -> Result<usize, EvalError> {
    let length = length.filter(|length| *length <= Word::MAX_LENGTH).ok_or(EvalError::TooLong)?;
    // The characters are written into a list and then shared.
    budget.room_for(2 * (length * size_of::<u32>()) as u64)?;
    budget.poll_many(length as u64 / CHARS_PER_STEP + 1)?;
    Ok(length)
}

/// The parts one after the other.
pub(super) fn join<'a, Parts>(parts: Parts, budget: &Budget) -> Result<Word, EvalError>
where
    Parts: Iterator<Item = &'a [u32]> + Clone,
{
    let length = parts.clone().try_fold(0_usize, |sum, part| sum.checked_add(part.len()));
    let mut word = Vec::with_capacity(admit(length, budget)?);
    for part in parts {
        word.extend_from_slice(part);
    }
    Ok(word.into())
}

pub(super) fn concat(parts: &[&Word], budget: &Budget) -> Result<Word, EvalError> {
    match parts {
        [] => Ok(empty()),
        [only] => Ok((*only).clone()),
        _ if parts.iter().any(|part| part.runs().is_some()) => {
            let pieces = parts.iter().map(|part| part.runs().map_or(part.len(), |runs| runs.runs().len()));
            budget.poll_many(pieces.sum::<usize>() as u64)?;
            Word::join(parts).ok_or(EvalError::TooLong)
        }
        _ => join(parts.iter().map(|part| &***part), budget),
    }
}

/// The position as an index into a word of `length` characters, when it is before the end.
fn inside(position: &Int, length: usize) -> Option<usize> {
    position.to_usize().filter(|position| *position < length)
}

/// A number of characters to take: at most `limit`, and 0 if it is not positive.
fn count_up_to(count: &Int, limit: usize) -> usize {
    if count.is_positive() { count.to_usize().map_or(limit, |count| count.min(limit)) } else { 0 }
}

pub(super) fn substr(word: &Word, start: &Int, count: &Int) -> Word {
    let Some(start) = inside(start, word.len()) else { return empty() };
    let count = count_up_to(count, word.len() - start);
    word.part(start, count)
}

pub(super) fn at(word: &Word, position: &Int) -> Word {
    substr(word, position, &Int::ONE)
}

/// The position, or -1 where there is none.
pub(super) fn position(found: Option<usize>) -> Int {
    found.map_or(Int::MINUS_ONE, Int::from)
}

/// Where a search may start: not before the word, and not behind its end.
pub(super) fn search_start(word: &[u32], from: &Int) -> Option<usize> {
    from.to_usize().filter(|from| *from <= word.len())
}

pub(super) fn index_of(word: &[u32], pattern: &[u32], from: &Int, budget: &Budget) -> Result<Int, EvalError> {
    let Some(from) = search_start(word, from) else { return Ok(Int::MINUS_ONE) };
    Ok(position(search::first(word, pattern, from, budget)?))
}

pub(super) fn replace(word: &Word, pattern: &[u32], new: &[u32], budget: &Budget) -> Result<Word, EvalError> {
    match search::first(word, pattern, 0, budget)? {
        Some(start) => replace_spans(word, &[(start, start + pattern.len())], new, budget),
        None => Ok(word.clone()),
    }
}

pub(super) fn replace_all(
    word: &Word,
    pattern: &[u32],
    new: &[u32],
    budget: &Budget,
) -> Result<Word, EvalError> {
    let starts = search::apart(word, pattern, budget)?;
    let spans: Vec<(usize, usize)> = starts.into_iter().map(|start| (start, start + pattern.len())).collect();
    replace_spans(word, &spans, new, budget)
}

/// The word with `new` in place of every span; the spans are in order and do not overlap.
pub(super) fn replace_spans(
    word: &Word,
    spans: &[(usize, usize)],
    new: &[u32],
    budget: &Budget,
) -> Result<Word, EvalError> {
    if spans.is_empty() {
        return Ok(word.clone());
    }
    let removed: usize = spans.iter().map(|(start, end)| end - start).sum();
    let added = spans.len().checked_mul(new.len());
    let length = added.and_then(|added| added.checked_add(word.len() - removed));
    let mut result = Vec::with_capacity(admit(length, budget)?);
    let mut kept_from = 0;
    for (start, end) in spans {
        result.extend_from_slice(&word[kept_from..*start]);
        result.extend_from_slice(new);
        kept_from = *end;
    }
    result.extend_from_slice(&word[kept_from..]);
    Ok(result.into())
}

pub(super) fn reverse(word: &[u32]) -> Word {
    word.iter().rev().copied().collect()
}

/// Every character changed by `change`.
pub(super) fn map(word: &[u32], change: impl Fn(u32) -> u32) -> Word {
    word.iter().map(|character| change(*character)).collect()
}

pub(super) fn lower(character: u32) -> u32 {
    if (0x41..=0x5A).contains(&character) { character + 0x20 } else { character }
}

pub(super) fn upper(character: u32) -> u32 {
    if (0x61..=0x7A).contains(&character) { character - 0x20 } else { character }
}

pub(super) fn update(word: &Word, start: &Int, new: &Word, budget: &Budget) -> Result<Word, EvalError> {
    let Some(start) = inside(start, word.len()) else { return Ok(word.clone()) };
    let (word, new) = (word.spelled(budget)?, new.spelled(budget)?);
    let end = word.len().min(start + new.len());
    let parts = [&word[..start], &new[..end - start], &word[end..]];
    join(parts.into_iter(), budget)
}

/// `str.trim` removes the characters up to this one at both ends, as Java's `String.trim` does.
pub const LAST_BLANK: u32 = 32;

pub(super) fn trim(word: &Word) -> Word {
    let is_kept = |character: &u32| *character > LAST_BLANK;
    let Some(start) = word.iter().position(is_kept) else { return empty() };
    let end = word.iter().rposition(is_kept).map_or(start, |last| last + 1);
    if end - start == word.len() { word.clone() } else { word[start..end].into() }
}

pub(super) fn repeat(word: &Word, count: &Int, budget: &Budget) -> Result<Word, EvalError> {
    if word.is_empty() || !count.is_positive() {
        return Ok(empty());
    }
    let count = count.to_usize().ok_or(EvalError::TooLong)?;
    let first = word.part(0, 1)[0];
    if word.pieces().all(|(character, _)| character == first) {
        let mut runs = Runs::new();
        runs.push(first, (count as u64).saturating_mul(word.len() as u64));
        return Word::from_runs(runs).ok_or(EvalError::TooLong);
    }
    admit(count.checked_mul(word.len()), budget)?;
    Ok(word.spelled(budget)?.repeat(count).into())
}
