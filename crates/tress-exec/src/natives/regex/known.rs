//! Matches in known texts: found, replaced, split at.

use tress::{Match, Stop, Units};

use super::Compiled;
use crate::machine::{Run, Signal, Step, unsupported};
use crate::state::Str;

/// A text as a pattern reads it: its characters, and the unit at which each begins, and at last the end.
pub(super) struct Word {
    characters: Vec<u32>,
    begins: Vec<usize>,
}

impl Word {
    /// Reads a string for a pattern. Where the pattern matches no surrogate pairs, Java tries a match at
    /// every unit: units serve as characters then.
    pub(super) fn new(pattern: &Compiled, units: &[u16]) -> Step<Word> {
        let characters = characters(units);
        let has_pairs = characters.len() < units.len();
        if !has_pairs || pattern.units(false) == Units::Matches {
            let characters = units.iter().map(|unit| u32::from(*unit)).collect();
            return Ok(Word { characters, begins: (0..=units.len()).collect() });
        }
        // What looks around could look into a pair.
        if pattern.pattern(false)?.shape().is_none() {
            return unsupported("matching texts that have surrogate pairs by a pattern that looks around");
        }
        let widths = characters.iter().map(|character| if *character > 0xffff { 2 } else { 1 });
        let ends = widths.scan(0, |end, width| {
            *end += width;
            Some(*end)
        });
        let begins = std::iter::once(0).chain(ends).collect();
        Ok(Word { characters, begins })
    }

    /// A match of the text from its beginning.
    pub(super) fn match_at(&self, run: &Run<'_>, pattern: &Compiled, whole: bool) -> Step<Option<Match>> {
        Ok(match_at(run, pattern, &self.characters, whole)?.map(|found| self.in_units(found)))
    }

    /// The first match from a unit on; there is none behind the end.
    pub(super) fn find(&self, run: &Run<'_>, pattern: &Compiled, from: usize) -> Step<Option<Match>> {
        if from > self.begins[self.characters.len()] {
            return Ok(None);
        }
        // Java's matches that begin inside of a pair may go back out of it.
        let Ok(from) = self.begins.binary_search(&from) else {
            return unsupported("a match inside of a surrogate pair");
        };
        let read = pattern.pattern(is_ascii(&self.characters))?;
        let found = in_time(read.find(&self.characters, from, run.context.budget))?;
        Ok(found.map(|found| self.in_units(found)))
    }

    /// The positions of a match, counted in units.
    fn in_units(&self, mut found: Match) -> Match {
        for (start, end) in found.groups.iter_mut().flatten() {
            (*start, *end) = (self.begins[*start], self.begins[*end]);
        }
        found
    }
}

/// The characters of a text: pairs of units are one, other halves are themselves.
pub(super) fn characters(units: &[u16]) -> Vec<u32> {
    let decoded = char::decode_utf16(units.iter().copied());
    decoded.map(|found| found.map_or_else(|half| half.unpaired_surrogate().into(), u32::from)).collect()
}

fn in_time<T>(result: Result<T, Stop>) -> Step<T> {
    result.map_err(|_| Signal::Bound("time"))
}

fn is_ascii(word: &[u32]) -> bool {
    word.iter().all(|character| *character < 128)
}

pub(super) fn match_at(run: &Run<'_>, pattern: &Compiled, word: &[u32], whole: bool) -> Step<Option<Match>> {
    in_time(pattern.pattern(is_ascii(word))?.match_at(word, 0, whole, run.context.budget))
}

/// The position of a match.
pub(super) fn span(found: &Match) -> (usize, usize) {
    found.groups[0].unwrap_or_default()
}

/// Where the search behind a match begins.
pub(super) fn behind(found: &Match) -> usize {
    let (start, end) = span(found);
    if start == end { end + 1 } else { end }
}

/// All matches from the left, or the first one.
fn all(run: &Run<'_>, pattern: &Compiled, units: &[u16], only_first: bool) -> Step<Vec<Match>> {
    let word = Word::new(pattern, units)?;
    let (mut matches, mut from) = (Vec::new(), 0);
    while let Some(found) = word.find(run, pattern, from)? {
        from = behind(&found);
        matches.push(found);
        if only_first {
            break;
        }
    }
    Ok(matches)
}

/// A part of a replacement.
pub(super) enum Part {
    Text(Vec<u16>),
    Group(usize),
}

/// The parts of a replacement. Java throws for a wrong one when it first needs it.
pub(super) fn replacement(run: &mut Run<'_>, pattern: &Compiled, units: &[u16]) -> Step<Vec<Part>> {
    let (mut parts, mut plain, mut at) = (Vec::new(), Vec::new(), 0);
    let byte = |at: usize| units.get(at).and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0);
    while at < units.len() {
        match byte(at) {
            b'\\' if at + 1 == units.len() => return run.throw("IllegalArgumentException"),
            b'\\' => {
                plain.push(units[at + 1]);
                at += 2;
            }
            b'$' => {
                let (group, next) = reference(run, pattern, units, at + 1)?;
                parts.push(Part::Text(std::mem::take(&mut plain)));
                parts.push(Part::Group(group));
                at = next;
            }
            _ => {
                plain.push(units[at]);
                at += 1;
            }
        }
    }
    parts.push(Part::Text(plain));
    Ok(parts)
}

/// The group that a dollar sign refers to, and the position after the reference.
fn reference(run: &mut Run<'_>, pattern: &Compiled, units: &[u16], at: usize) -> Step<(usize, usize)> {
    let digit = |at: usize| {
        let unit = units.get(at).copied().and_then(|unit| char::from_u32(unit.into()));
        unit.and_then(|unit| unit.to_digit(10)).map(|digit| digit as usize)
    };
    let count = pattern.pattern(true)?.group_count();
    if units.get(at) == Some(&u16::from(b'{')) {
        let is_name = |unit: &&u16| u8::try_from(**unit).is_ok_and(|unit| unit.is_ascii_alphanumeric());
        let name: String =
            units[at + 1..].iter().take_while(is_name).map(|unit| char::from(*unit as u8)).collect();
        let end = at + 1 + name.len();
        let is_closed = units.get(end) == Some(&u16::from(b'}'));
        let number = pattern.pattern(true)?.group_number(&name).filter(|_| is_closed);
        return match number {
            Some(number) => Ok((number, end + 1)),
            None => run.throw("IllegalArgumentException"),
        };
    }
    let Some(mut number) = digit(at) else { return run.throw("IllegalArgumentException") };
    if number > count {
        return run.throw("IndexOutOfBoundsException");
    }
    let mut next = at + 1;
    while let Some(longer) = digit(next).map(|digit| number * 10 + digit).filter(|longer| *longer <= count) {
        number = longer;
        next += 1;
    }
    Ok((number, next))
}

/// A replacement with the groups of a match.
pub(super) fn filled(parts: &[Part], found: &Match, units: &[u16]) -> Vec<u16> {
    let mut result = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => result.extend_from_slice(text),
            Part::Group(number) => {
                if let Some((start, end)) = found.groups[*number] {
                    result.extend_from_slice(&units[start..end]);
                }
            }
        }
    }
    result
}

/// `replaceAll` and `replaceFirst`.
pub(super) fn replaced(
    run: &mut Run<'_>,
    pattern: &Compiled,
    units: &[u16],
    with: &[u16],
    only_first: bool,
) -> Step<Str> {
    let matches = all(run, pattern, units, only_first)?;
    if matches.is_empty() {
        return Ok(Str::Known(units.into()));
    }
    let parts = replacement(run, pattern, with)?;
    let (mut result, mut at) = (Vec::new(), 0);
    for found in &matches {
        let (start, end) = span(found);
        let put = filled(&parts, found, units);
        run.room_for(put.len() + (start - at))?;
        result.extend_from_slice(&units[at..start]);
        result.extend(put);
        at = end;
    }
    result.extend_from_slice(&units[at..]);
    Ok(Str::Known(result.into()))
}

/// `split`; trailing empty pieces are still there.
pub(super) fn pieces(run: &Run<'_>, pattern: &Compiled, units: &[u16], limit: i32) -> Step<Vec<Str>> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for found in all(run, pattern, units, false)? {
        if limit > 0 && pieces.len() as i64 + 1 >= i64::from(limit) {
            break;
        }
        let (start, end) = span(&found);
        // An empty match at the start makes no empty piece.
        if end == 0 {
            continue;
        }
        pieces.push(Str::Known(units[at..start].into()));
        at = end;
    }
    pieces.push(Str::Known(units[at..].into()));
    Ok(pieces)
}
