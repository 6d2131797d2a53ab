//! What edges mean when lengths and integers are known: which positions they concern, and values of
//! constants.

use std::ops::Range;

use tress_base::Int;
use tress_term::eval::LAST_BLANK;

use super::kind::Kind;

/// The positions of a string of length `whole` at which an occurrence of a needle of length `needle` counts.
#[must_use]
pub fn search_positions(kind: Kind, whole: usize, needle: usize, limit: Option<&Int>) -> Range<usize> {
    let Some(last) = whole.checked_sub(needle) else { return 0..0 };
    let Some(limit) = limit else { return 0..last + 1 };
    if kind.label() == "indexOf" {
        // Outside of the string nothing is found.
        return match limit.to_usize() {
            Some(from) if from <= whole => from..(last + 1).max(from),
            _ => 0..0,
        };
    }
    match limit.to_usize() {
        Some(most) => 0..last.min(most) + 1,
        None if limit.is_negative() && needle > 0 => 0..0,
        None if limit.is_negative() => 0..1,
        None => 0..last + 1,
    }
}

/// The positions of a string of this length that a substring takes; empty outside.
#[must_use]
pub fn part_positions(whole: usize, start: &Int, end: Option<&Int>) -> Range<usize> {
    let Some(start) = start.to_usize().filter(|start| *start <= whole) else { return 0..0 };
    let end = match end {
        None => whole,
        Some(end) if end.is_negative() => start,
        Some(end) => end.to_usize().map_or(whole, |end| end.min(whole)),
    };
    start..end.max(start)
}

/// Does a predicate hold of two words? `None` for kinds that are no predicates.
#[must_use]
pub fn holds(kind: Kind, a: &[u32], b: &[u32]) -> Option<bool> {
    Some(match kind {
        Kind::Contains => b.is_empty() || a.windows(b.len()).any(|part| part == b),
        Kind::StartsWith => a.starts_with(b),
        Kind::EndsWith => a.ends_with(b),
        Kind::Equal => a == b,
        _ => {
            return kind.opposite().filter(|_| kind.is_negative()).and_then(|kind| Some(!holds(kind, a, b)?));
        }
    })
}

/// The string that an edge makes of words and numbers.
#[must_use]
pub fn made_string(kind: Kind, words: &[&[u32]], numbers: &[&Int]) -> Option<Vec<u32>> {
    Some(match kind {
        Kind::Concat => words.concat(),
        Kind::Substring | Kind::SubstringTo => {
            words[0][part_positions(words[0].len(), numbers[0], numbers.get(1).copied())].to_vec()
        }
        Kind::Trim => {
            let is_kept = |character: &u32| *character > LAST_BLANK;
            let from = words[0].iter().position(is_kept).unwrap_or(words[0].len());
            let to = words[0].iter().rposition(is_kept).map_or(from, |last| last + 1);
            words[0][from..to].to_vec()
        }
        _ => return None,
    })
}

/// The number that an edge makes of words and numbers.
#[must_use]
pub fn made_number(kind: Kind, words: &[&[u32]], numbers: &[&Int]) -> Option<Int> {
    if kind == Kind::CharAt {
        let character = numbers[0].to_usize().and_then(|position| words[0].get(position));
        return Some(character.map_or(Int::MINUS_ONE, |character| Int::from(*character)));
    }
    if !kind.makes_number() {
        return None;
    }
    let (needle, limit) = match words.get(1) {
        Some(needle) => (needle.to_vec(), numbers.first()),
        None => (vec![numbers[0].to_u32()?], numbers.get(1)),
    };
    let mut positions = search_positions(kind, words[0].len(), needle.len(), limit.copied());
    let occurs = |at: &usize| words[0][*at..].starts_with(&needle);
    let found = if kind.label() == "indexOf" { positions.find(occurs) } else { positions.rev().find(occurs) };
    Some(found.map_or(Int::MINUS_ONE, Int::from))
}
