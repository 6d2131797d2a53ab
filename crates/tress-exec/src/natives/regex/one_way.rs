//! Patterns for which backtracking, which takes the first match, and the longest match agree.
//!
//! Reads a pattern into items if there is only one way to match at each position: sets of characters with
//! `?`, `*` or `+`, where no character of an item can also begin what follows. All other patterns are
//! refused.

use tress::{Solver, Term};

/// A set of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::natives) struct Set {
    /// Those below 128, as bits.
    ascii: u128,
    /// All others?
    beyond: bool,
}

impl Set {
    fn one(unit: u16) -> Set {
        Set { ascii: 1 << unit, beyond: false }
    }

    fn range(low: u16, high: u16) -> Set {
        (low..=high).fold(Set { ascii: 0, beyond: false }, |set, unit| set.or(Set::one(unit)))
    }

    fn or(self, other: Set) -> Set {
        Set { ascii: self.ascii | other.ascii, beyond: self.beyond || other.beyond }
    }

    pub(in crate::natives) fn without(self) -> Set {
        Set { ascii: !self.ascii, beyond: !self.beyond }
    }

    fn meets(self, other: Set) -> bool {
        self.ascii & other.ascii != 0 || (self.beyond && other.beyond)
    }

    fn has(self, unit: u16) -> bool {
        match unit {
            0..128 => self.ascii >> unit & 1 == 1,
            _ => self.beyond,
        }
    }

    fn only(self) -> Option<u16> {
        let is_one = self.ascii.count_ones() == 1 && !self.beyond;
        is_one.then(|| self.ascii.trailing_zeros() as u16)
    }

    /// The language of one of these units.
    pub(in crate::natives) fn regex(self, solver: &Solver) -> Term {
        let mut parts = Vec::new();
        let mut unit = 0_u8;
        while unit < 128 {
            let start = unit;
            while unit < 128 && self.has(unit.into()) {
                unit += 1;
            }
            match start == unit {
                true => unit += 1,
                false => parts.push(solver.char_range(start.into(), (unit - 1).into())),
            }
        }
        if self.beyond {
            parts.push(solver.char_range('\u{80}', '\u{ffff}'));
        }
        parts.into_iter().reduce(|one, other| one | other).unwrap_or_else(|| solver.char_range('b', 'a'))
    }
}

/// A set with how often it matches: 0 or 1 up to 1 or any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    set: Set,
    may_be_missing: bool,
    may_repeat: bool,
}

/// A pattern with one way to match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::natives) struct Pattern(Vec<Item>);

/// The shapes at which an unknown text can be split.
pub(in crate::natives) enum Shape {
    /// One unit of a set.
    One(Set),
    /// As many units of a set as there are.
    Run(Set),
    /// This string.
    Word(Vec<u16>),
}

impl Pattern {
    /// Reads a pattern; `None` when it is not one of these, or can match nothing.
    pub(in crate::natives) fn read(pattern: &[u16]) -> Option<Pattern> {
        let mut reader = Reader { rest: pattern };
        let mut items = Vec::new();
        while let Some(unit) = reader.next() {
            let set = match u8::try_from(unit).ok()? {
                b'.' | b'^' | b'$' | b'|' | b'(' | b')' | b'*' | b'+' | b'?' | b'{' => return None,
                b'[' => reader.class()?,
                b'\\' => reader.escape()?,
                0..128 => Set::one(unit),
                _ => return None,
            };
            let (may_be_missing, may_repeat) = match reader.quantifier() {
                Some(b'*') => (true, true),
                Some(b'+') => (false, true),
                Some(_) => (true, false),
                None => (false, false),
            };
            items.push(Item { set, may_be_missing, may_repeat });
            // A second quantifier is a lazy or possessive one, or a mistake: the next round refuses it.
        }
        let pattern = Pattern(items);
        (pattern.has_one_way() && pattern.0.iter().any(|item| !item.may_be_missing)).then_some(pattern)
    }

    fn has_one_way(&self) -> bool {
        self.0.iter().enumerate().all(|(position, item)| {
            if !item.may_be_missing && !item.may_repeat {
                return true;
            }
            let rest = &self.0[position + 1..];
            let last = rest.iter().position(|next| !next.may_be_missing).map_or(rest.len(), |last| last + 1);
            !rest[..last].iter().any(|next| next.set.meets(item.set))
        })
    }

    /// Could half of a surrogate pair match?
    pub(in crate::natives) fn takes_surrogates(&self) -> bool {
        self.0.iter().any(|item| item.set.beyond)
    }

    pub(in crate::natives) fn shape(&self) -> Option<Shape> {
        match self.0.as_slice() {
            [Item { set, may_be_missing: false, may_repeat: true }] => Some(Shape::Run(*set)),
            [Item { set, may_be_missing: false, may_repeat: false }] => Some(Shape::One(*set)),
            items => {
                let unit = |item: &Item| item.set.only().filter(|_| !item.may_be_missing && !item.may_repeat);
                items.iter().map(unit).collect::<Option<Vec<u16>>>().map(Shape::Word)
            }
        }
    }
}

struct Reader<'text> {
    rest: &'text [u16],
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u16> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn quantifier(&mut self) -> Option<u8> {
        let unit = u8::try_from(*self.rest.first()?).ok()?;
        matches!(unit, b'*' | b'+' | b'?').then(|| {
            self.rest = &self.rest[1..];
            unit
        })
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<Set> {
        let digits = Set::range(b'0'.into(), b'9'.into());
        let letters = Set::range(b'A'.into(), b'Z'.into()).or(Set::range(b'a'.into(), b'z'.into()));
        let word = digits.or(letters).or(Set::one(b'_'.into()));
        let space = Set::range(9, 13).or(Set::one(b' '.into()));
        Some(match u8::try_from(self.next()?).ok()? {
            b'd' => digits,
            b'D' => digits.without(),
            b'w' => word,
            b'W' => word.without(),
            b's' => space,
            b'S' => space.without(),
            b't' => Set::one(9),
            b'n' => Set::one(10),
            b'f' => Set::one(12),
            b'r' => Set::one(13),
            other if other.is_ascii_alphanumeric() || other >= 128 => return None,
            other => Set::one(other.into()),
        })
    }

    /// What follows an opening bracket.
    fn class(&mut self) -> Option<Set> {
        let is_negated = self.rest.first() == Some(&u16::from(b'^'));
        if is_negated {
            self.next();
        }
        let mut set = Set { ascii: 0, beyond: false };
        let mut is_first = true;
        loop {
            let unit = self.next()?;
            let low = match u8::try_from(unit).ok()? {
                b']' if !is_first => return Some(if is_negated { set.without() } else { set }),
                // Classes inside of classes, and what they have in common.
                b']' | b'[' | b'&' => return None,
                b'\\' => self.escape()?,
                0..128 => Set::one(unit),
                _ => return None,
            };
            is_first = false;
            set = set.or(match self.rest {
                [dash, end, ..] if *dash == u16::from(b'-') && *end != u16::from(b']') => {
                    let (low, high) = (low.only()?, *end);
                    if high >= 128 || high < low || matches!(high as u8, b'[' | b'\\' | b'&') {
                        return None;
                    }
                    self.rest = &self.rest[2..];
                    Set::range(low, high)
                }
                _ => low,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str) -> Option<Pattern> {
        Pattern::read(&pattern.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn patterns_with_several_ways_are_refused() {
        for pattern in
            ["a*a", "a?b?a", "a|b", "(a)", "a+?", "a++", "a*", ".", "a{2}", "^a", r"\bx", "[a[b]]", "é"]
        {
            assert_eq!(read(pattern), None, "{pattern}");
        }
        for pattern in ["a*b", "aa+", r"\\", "[]a]", "[", r"a\"] {
            assert_eq!(read(pattern).is_some(), matches!(pattern, "a*b" | "aa+" | r"\\"), "{pattern}");
        }
    }
}
