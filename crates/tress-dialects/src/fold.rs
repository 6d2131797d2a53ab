//! Matching without regard to case, by the rule of each engine.
//!
//! Enters: the set that a pattern names. Leaves: the set of characters that match it. Engines
//! disagree: some compare simple case foldings, some upper cases, some both, some know only ASCII.
//!
//! Rules that compare a key (`Python`, `EcmaUpper`) need the characters with equal keys. The table
//! of those is made once, by walking the characters that have case; the walk ends where cased
//! scripts end.

use std::sync::OnceLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use rustc_hash::FxHashSet;
use tress_automata::CharSet;

use crate::classes::Unicode;

/// No character above this one has case.
const LAST_CASED: u32 = 0x1_EFFF;

/// How an engine compares characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fold {
    /// Only A to Z and a to z have case.
    Ascii,
    /// Simple case folding of Unicode (Rust, RE2, PCRE, ECMAScript with `u`).
    Simple,
    /// Equal lower cases, or lower cases with the same upper case (Python).
    Python,
    /// Equal lower case of the upper case (Java with `UNICODE_CASE`).
    Java,
    /// Equal upper case, unless that would turn a character into ASCII (ECMAScript without `u`).
    EcmaUpper,
}

impl Fold {
    /// The characters that match one of `singles` or one of `ranges`.
    pub(crate) fn close(self, singles: &CharSet, ranges: &CharSet, unicode: Unicode) -> CharSet {
        let both = singles.union(ranges);
        let closed = match self {
            Fold::Ascii => return close_ascii(&both),
            Fold::Simple => close_simple(&both),
            Fold::Python | Fold::EcmaUpper => self.close_by_key(&both),
            // A range asks for the character, its upper case and the lower case of that; a single
            // character is compared by key.
            Fold::Java => self.close_by_key(singles).union(&close_java_ranges(ranges)),
        };
        // A character that the engine does not know has no case there.
        both.union(&closed.intersection(unicode.assigned()))
    }

    fn close_by_key(self, set: &CharSet) -> CharSet {
        let table = self.table();
        let keys: FxHashSet<u32> =
            table.iter().filter(|&&(_, c)| set.contains(c)).map(|&(key, _)| key).collect();
        let members = table.iter().filter(|(key, _)| keys.contains(key)).map(|&(_, c)| c);
        set.union(&CharSet::from_chars(members))
    }

    /// All characters that have case, each behind its key.
    fn table(self) -> &'static [(u32, u32)] {
        static TABLES: [OnceLock<Vec<(u32, u32)>>; 3] = [const { OnceLock::new() }; 3];
        let slot = match self {
            Fold::Python => 0,
            Fold::Java => 1,
            _ => 2,
        };
        TABLES[slot].get_or_init(|| {
            let cased = |c: u32| {
                upper(c) != c || lower(c) != c || PYTHON_PAIRS.iter().any(|&(a, b)| a == c || b == c)
            };
            (0..=LAST_CASED).filter(|&c| cased(c)).map(|c| (self.key(c), c)).collect()
        })
    }

    fn key(self, c: u32) -> u32 {
        match self {
            Fold::Python => {
                let low = lower(c);
                let low = PYTHON_PAIRS.iter().find(|pair| pair.1 == low).map_or(low, |pair| pair.0);
                upper(low)
            }
            Fold::Java => lower(upper(c)),
            _ => {
                let up = full_upper(c);
                if c >= 128 && up < 128 { c } else { up }
            }
        }
    }
}

/// Characters of lower case without a simple upper case that Python takes for equal.
const PYTHON_PAIRS: &[(u32, u32)] = &[(0x390, 0x1FD3), (0x3B0, 0x1FE3), (0xFB05, 0xFB06)];

/// The simple lower case.
fn lower(c: u32) -> u32 {
    // The one character whose full lower case has two characters.
    if c == 0x130 {
        return 0x69;
    }
    single(c, char::from_u32(c).map(char::to_lowercase))
}

/// The simple upper case. Where the full upper case has several characters, there is mostly no simple one,
/// except for Greek characters with an iota below.
fn upper(c: u32) -> u32 {
    match c {
        0x1F80..=0x1F87 | 0x1F90..=0x1F97 | 0x1FA0..=0x1FA7 => c + 8,
        0x1FB3 | 0x1FC3 | 0x1FF3 => c + 9,
        _ => full_upper(c),
    }
}

/// The upper case when it is one character, or else the character itself.
fn full_upper(c: u32) -> u32 {
    single(c, char::from_u32(c).map(char::to_uppercase))
}

fn single(c: u32, mapped: Option<impl Iterator<Item = char>>) -> u32 {
    let Some(mut mapped) = mapped else { return c };
    match (mapped.next(), mapped.next()) {
        (Some(only), None) => only.into(),
        _ => c,
    }
}

fn close_ascii(set: &CharSet) -> CharSet {
    let mut ranges = Vec::new();
    for &(low, high) in set.ranges() {
        for (first, last, shift) in [(0x41, 0x5A, 32), (0x61, 0x7A, -32)] {
            let (low, high) = (low.max(first), high.min(last));
            if low <= high {
                ranges.push((low.wrapping_add_signed(shift), high.wrapping_add_signed(shift)));
            }
        }
    }
    set.union(&CharSet::from_ranges(ranges))
}

fn close_simple(set: &CharSet) -> CharSet {
    let scalars = set.difference(&CharSet::range(0xD800, 0xDFFF));
    let mut class = ClassUnicode::new(scalars.ranges().iter().filter_map(|&(low, high)| {
        Some(ClassUnicodeRange::new(char::from_u32(low)?, char::from_u32(high)?))
    }));
    // It fails only without the tables of Unicode, which are built in here.
    let _ = class.try_case_fold_simple();
    let folded = class.ranges().iter().map(|range| (range.start().into(), range.end().into()));
    set.union(&CharSet::from_ranges(folded))
}

fn close_java_ranges(set: &CharSet) -> CharSet {
    let table = Fold::Java.table();
    let matching = table.iter().filter(|&&(key, c)| set.contains(key) || set.contains(upper(c)));
    set.union(&CharSet::from_chars(matching.map(|&(_, c)| c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(fold: Fold, c: char) -> Vec<u32> {
        let set = fold.close(&CharSet::single(c.into()), &CharSet::empty(), Unicode::Latest);
        set.ranges().iter().flat_map(|&(low, high)| low..=high).collect()
    }

    #[test]
    fn engines_disagree_about_the_letter_k() {
        assert_eq!(folded(Fold::Ascii, 'k'), [0x4B, 0x6B]);
        for fold in [Fold::Simple, Fold::Python, Fold::Java] {
            assert_eq!(folded(fold, 'k'), [0x4B, 0x6B, 0x212A], "{fold:?}");
        }
        assert_eq!(folded(Fold::EcmaUpper, 'k'), [0x4B, 0x6B]);
    }

    #[test]
    fn the_dotted_and_the_dotless_i() {
        assert_eq!(folded(Fold::Simple, 'i'), [0x49, 0x69]);
        assert_eq!(folded(Fold::Python, 'i'), [0x49, 0x69, 0x130, 0x131]);
        assert_eq!(folded(Fold::EcmaUpper, 'i'), [0x49, 0x69]);
    }

    #[test]
    fn greek_letters_with_several_forms() {
        assert_eq!(folded(Fold::EcmaUpper, 'σ'), [0x3A3, 0x3C2, 0x3C3]);
        assert_eq!(folded(Fold::Ascii, 'σ'), [0x3C3]);
    }
}
