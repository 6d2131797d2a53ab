//! The functions of strings on characters.
//!
//! Enters: words and numbers of any size. Leaves: what the standard says, for every argument.

use crate::budget::{Budget, Checked, too_large};
use crate::lexer::LAST;
use crate::number::Int;

/// The longest string that is made.
const LONGEST: usize = 1 << 22;

/// Accepts a length that a string may have.
pub(crate) fn admit(length: usize, budget: &mut Budget) -> Checked<()> {
    if length > LONGEST { too_large() } else { budget.spend(length) }
}

/// The parts one after the other.
pub(crate) fn join(parts: &[&[u32]], budget: &mut Budget) -> Checked<Vec<u32>> {
    admit(parts.iter().map(|part| part.len()).fold(0, usize::saturating_add), budget)?;
    Ok(parts.concat())
}

/// From a position, at most that many characters; empty if the position is outside.
pub(crate) fn substr<'word>(word: &'word [u32], start: &Int, count: &Int) -> &'word [u32] {
    let Some(rest) = start.to_usize().and_then(|start| word.get(start..)) else { return &[] };
    if !count.is_positive() {
        return &[];
    }
    let count = count.to_usize().unwrap_or(rest.len()).min(rest.len());
    &rest[..count]
}

/// The first position from `from` on where the pattern occurs.
pub(crate) fn find(
    word: &[u32],
    pattern: &[u32],
    from: usize,
    budget: &mut Budget,
) -> Checked<Option<usize>> {
    let Some(rest) = word.get(from..) else { return Ok(None) };
    if pattern.is_empty() {
        return Ok(Some(from));
    }
    for (offset, window) in rest.windows(pattern.len()).enumerate() {
        let same = window.iter().zip(pattern).take_while(|(a, b)| a == b).count();
        budget.spend(same)?;
        if same == pattern.len() {
            return Ok(Some(from + offset));
        }
    }
    Ok(None)
}

/// The last position where the pattern occurs.
pub(crate) fn find_last(word: &[u32], pattern: &[u32], budget: &mut Budget) -> Checked<Option<usize>> {
    let (word, pattern): (Vec<u32>, Vec<u32>) =
        (word.iter().rev().copied().collect(), pattern.iter().rev().copied().collect());
    let found = find(&word, &pattern, 0, budget)?;
    Ok(found.and_then(|start| word.len().checked_sub(start + pattern.len())))
}

/// A position as a number, -1 for none.
pub(crate) fn position(found: Option<usize>) -> Int {
    found.map_or_else(|| Int::from(-1), Int::from)
}

/// The word with spans, which are in order and apart, replaced.
pub(crate) fn replace_spans(
    word: &[u32],
    spans: &[(usize, usize)],
    new: &[u32],
    budget: &mut Budget,
) -> Checked<Vec<u32>> {
    admit(spans.len().saturating_mul(new.len()).saturating_add(word.len()), budget)?;
    let (mut result, mut kept) = (Vec::new(), 0);
    for (start, end) in spans {
        result.extend_from_slice(word.get(kept..*start).unwrap_or_default());
        result.extend_from_slice(new);
        kept = *end;
    }
    result.extend_from_slice(word.get(kept..).unwrap_or_default());
    Ok(result)
}

/// The spans that `str.replace_all` replaces.
pub(crate) fn occurrences(
    word: &[u32],
    pattern: &[u32],
    budget: &mut Budget,
) -> Checked<Vec<(usize, usize)>> {
    let (mut spans, mut from) = (Vec::new(), 0);
    while !pattern.is_empty()
        && let Some(start) = find(word, pattern, from, budget)?
    {
        from = start + pattern.len();
        spans.push((start, from));
    }
    Ok(spans)
}

/// Overwritten from a position on, as far as the word reaches.
pub(crate) fn update(word: &[u32], start: &Int, new: &[u32]) -> Vec<u32> {
    let mut result = word.to_vec();
    if let Some(rest) = start.to_usize().and_then(|start| result.get_mut(start..)) {
        rest.iter_mut().zip(new).for_each(|(slot, character)| *slot = *character);
    }
    result
}

/// Is it one of the characters 0 to 9?
pub(crate) fn is_digit(character: u32) -> bool {
    (0x30..=0x39).contains(&character)
}

/// The number that decimal digits denote, else -1.
pub(crate) fn to_int(word: &[u32]) -> Checked<Int> {
    if word.is_empty() || !word.iter().all(|character| is_digit(*character)) {
        return Ok(Int::from(-1));
    }
    let digits: String = word.iter().filter_map(|character| char::from_u32(*character)).collect();
    Ok(Int::from_digits(&digits)?.unwrap_or_default())
}

/// The shortest digits of a number, empty for negative ones.
pub(crate) fn from_int(number: &Int, budget: &mut Budget) -> Checked<Vec<u32>> {
    if number.is_negative() {
        return Ok(Vec::new());
    }
    budget.spend(100_000)?;
    Ok(number.to_string().chars().map(u32::from).collect())
}

/// The character with a code point, as a word.
pub(crate) fn from_code(code: &Int) -> Vec<u32> {
    let code = code.to_usize().and_then(|code| u32::try_from(code).ok());
    code.filter(|code| *code <= LAST).into_iter().collect()
}

/// `A` to `Z` in lower case.
pub(crate) fn lower(character: u32) -> u32 {
    if (0x41..=0x5A).contains(&character) { character + 0x20 } else { character }
}

/// `a` to `z` in upper case.
pub(crate) fn upper(character: u32) -> u32 {
    if (0x61..=0x7A).contains(&character) { character - 0x20 } else { character }
}
