//! Upper and lower case, of whole strings.
//!
//! Enters: which of the two, and whose. Leaves: what becomes of every code point, as transducers and for
//! known words. A capital sigma is the only one that looks around: it becomes final when a cased code point
//! stands before it and none behind, those that are ignored left out. Java asks its word boundaries instead,
//! which are known here for cased characters and for ASCII only: in other surroundings both sigmas are
//! possible, and the machine for all that is possible differs from the one for what is sure.

use std::sync::OnceLock;

use tress_automata::transducer::{Piece, Transducer, TransducerBuilder};
use tress_automata::{CharRange, CharSet, MAX_CHAR};

use super::casing_tables::{CASED, IGNORED, LOWER, LOWER_LONG, Run, UPPER, UPPER_LONG};
use crate::classes::Unicode;

/// Whose case mappings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Casing {
    /// Characters of ASCII only.
    Ascii,
    /// One code point at a time (Go).
    Simple,
    /// All of Unicode, with the final sigma.
    Full(Unicode),
    /// All of Unicode 13, with a sigma that follows word boundaries.
    Java,
}

/// Where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    Lower,
    Upper,
}

/// What a code point is next to a sigma.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Kind {
    Cased,
    Ignored,
    Other,
    /// It is not known here (Java).
    Open,
}

/// A capital sigma.
const SIGMA: u32 = 0x3A3;
const SMALL_SIGMA: u32 = 0x3C3;
const FINAL_SIGMA: u32 = 0x3C2;
/// Characters with case that never have a word boundary of Java between them.
const JAVA_LETTERS: &[CharRange] = &[
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x17F),
    (0x391, 0x3A9),
    (0x3B1, 0x3C9),
    (0x410, 0x44F),
];
/// Signs with a word boundary of Java on both sides.
const JAVA_SIGNS: &str = "\t\n\u{b}\u{c}\r !#()*+/;<=>?@[\\]^`{|}~";
/// The surrogates.
const SURROGATES: CharRange = (0xD800, 0xDFFF);

/// Code points that are mapped in one way and are of one kind.
#[derive(Clone, Debug)]
struct Segment {
    range: CharRange,
    to: Vec<Piece>,
    kind: Kind,
}

impl Casing {
    fn version(self) -> Unicode {
        match self {
            Casing::Full(version) => version,
            Casing::Java => Unicode::V13,
            Casing::Ascii | Casing::Simple => Unicode::Latest,
        }
    }

    /// What becomes of a code point alone, as one character; the code point itself when it becomes several.
    fn single(self, case: Case, c: u32) -> u32 {
        let ascii = |from: CharRange, shift: i32| {
            if (from.0..=from.1).contains(&c) { c.wrapping_add_signed(shift) } else { c }
        };
        if self == Casing::Ascii {
            return match case {
                Case::Lower => ascii((0x41, 0x5A), 32),
                Case::Upper => ascii((0x61, 0x7A), -32),
            };
        }
        let runs: &[Run] = if case == Case::Lower { LOWER } else { UPPER };
        let at = runs.partition_point(|run| run.1 < c);
        // Runs with steps of two can lie inside of each other's ranges, one behind the other at most.
        let found = runs[at..].iter().take(2).find(|run| run.0 <= c && (c - run.0).is_multiple_of(run.2));
        let to = found.map_or(c, |run| c.wrapping_add_signed(run.3));
        let known = |c: u32| self.version().assigned().contains(c);
        if known(c) && known(to) { to } else { c }
    }

    /// What becomes of a code point alone.
    pub(super) fn of(self, case: Case, c: u32) -> Vec<u32> {
        let long = if case == Case::Lower { LOWER_LONG } else { UPPER_LONG };
        match self {
            Casing::Full(_) | Casing::Java => match long.binary_search_by_key(&c, |row| row.0) {
                Ok(found) => long[found].1.to_vec(),
                Err(_) => vec![self.single(case, c)],
            },
            // The simple mappings of code points that have long ones.
            Casing::Simple if case == Case::Lower && c == 0x130 => vec![0x69],
            Casing::Simple if case == Case::Upper => {
                vec![simple_upper(c).unwrap_or_else(|| self.single(case, c))]
            }
            Casing::Simple | Casing::Ascii => vec![self.single(case, c)],
        }
    }

    fn kind(self, c: u32) -> Kind {
        let inside = |table: &[CharRange]| {
            let at = table.partition_point(|range| range.1 < c);
            table.get(at).is_some_and(|range| range.0 <= c)
        };
        match self {
            Casing::Ascii | Casing::Simple => Kind::Other,
            Casing::Full(version) => {
                // Two code points that changed what they are.
                match (version, c) {
                    (Unicode::Latest, _) => {}
                    (_, 0x295) => return Kind::Cased,
                    (_, 0x1171E) => return Kind::Ignored,
                    // The tables of versions end there; what counts around a sigma behind it is older than
                    // all of them.
                    _ if c <= MAX_CHAR && !version.assigned().contains(c) => return Kind::Other,
                    _ => {}
                }
                match (inside(CASED), inside(IGNORED)) {
                    (true, _) => Kind::Cased,
                    (_, true) => Kind::Ignored,
                    _ => Kind::Other,
                }
            }
            Casing::Java => {
                let is_letter = JAVA_LETTERS.iter().any(|range| range.0 <= c && c <= range.1);
                match char::from_u32(c) {
                    _ if is_letter && c != 0x3A2 => Kind::Cased,
                    Some(sign) if JAVA_SIGNS.contains(sign) => Kind::Other,
                    _ => Kind::Open,
                }
            }
        }
    }

    /// Does a sigma look around?
    fn looks_around(self, case: Case) -> bool {
        case == Case::Lower && matches!(self, Casing::Full(_) | Casing::Java)
    }

    /// Where segments can begin.
    fn borders(self, case: Case) -> Vec<u32> {
        let (runs, long) = if case == Case::Lower { (LOWER, LOWER_LONG) } else { (UPPER, UPPER_LONG) };
        let members = runs.iter().flat_map(|run| (run.0..=run.1).step_by(run.2 as usize));
        let singles = members.chain(long.iter().map(|row| row.0)).chain(JAVA_SIGNS.chars().map(u32::from));
        let singles = singles.chain([SIGMA, 0x295, 0x1171E, 0x3A2]).chain(0x1F80..0x2000);
        let tables = CASED.iter().chain(IGNORED).chain(JAVA_LETTERS).copied();
        let ranges = tables.chain(self.version().assigned().ranges().iter().copied());
        let ranges = ranges.chain([(0x41, 0x5A), (0x61, 0x7A), (0, 0), (0xD800, 0xDFFF), (0x10000, 0x10000)]);
        let mut borders: Vec<u32> =
            singles.map(|c| (c, c)).chain(ranges).flat_map(|(low, high)| [low, high + 1]).collect();
        borders.sort_unstable();
        borders.dedup();
        borders
    }

    /// The alphabet in segments.
    fn segments(self, case: Case, last: u32) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        let borders = self.borders(case);
        for (index, &low) in borders.iter().enumerate().take_while(|(_, low)| **low <= last) {
            let high = borders.get(index + 1).map_or(last, |next| last.min(next - 1));
            let kind = if self.looks_around(case) { self.kind(low) } else { Kind::Other };
            let to = match self.of(case, low)[..] {
                [single] => vec![Piece::Read(single.wrapping_sub(low).cast_signed())],
                ref several => several.iter().map(|c| Piece::Char(*c)).collect(),
            };
            match segments.last_mut() {
                Some(before)
                    if before.to == to
                        && before.kind == kind
                        && matches!(to[..], [Piece::Read(_)])
                        && low != SIGMA
                        && before.range.1 != SIGMA
                        && !matches!(low, 0xD800 | 0xE000 | 0x10000) =>
                {
                    before.range.1 = high;
                }
                _ => segments.push(Segment { range: (low, high), to, kind }),
            }
        }
        segments
    }

    /// A known word in this case: all that it can become. More than one is possible for sigmas of Java only.
    pub(super) fn words(self, case: Case, word: &[u32]) -> Vec<Vec<u32>> {
        let mut outputs: Vec<Vec<u32>> = vec![Vec::new()];
        for (at, c) in word.iter().enumerate() {
            if *c != SIGMA || !self.looks_around(case) {
                let to = self.of(case, *c);
                outputs.iter_mut().for_each(|output| output.extend(&to));
                continue;
            }
            let around = [self.next_to(word[..at].iter().rev()), self.next_to(word[at + 1..].iter())];
            let sigmas: &[u32] = match around {
                [Some(false), _] | [_, Some(true)] => &[SMALL_SIGMA],
                [Some(true), Some(false)] => &[FINAL_SIGMA],
                _ => &[SMALL_SIGMA, FINAL_SIGMA],
            };
            let longer = outputs.iter().flat_map(|output| {
                sigmas.iter().map(|sigma| output.iter().copied().chain([*sigma]).collect::<Vec<u32>>())
            });
            outputs = longer.collect();
        }
        outputs
    }

    /// Is there a cased code point, those before it ignored? `None` if that is not known.
    fn next_to<'a>(self, codes: impl Iterator<Item = &'a u32>) -> Option<bool> {
        for c in codes {
            match self.kind(*c) {
                Kind::Cased => return Some(true),
                Kind::Other => return Some(false),
                Kind::Open => return None,
                Kind::Ignored => {}
            }
        }
        Some(false)
    }
}

/// Upper case of code points whose full mapping is longer, one to one.
fn simple_upper(c: u32) -> Option<u32> {
    match c {
        0x1F80..=0x1F87 | 0x1F90..=0x1F97 | 0x1FA0..=0x1FA7 => Some(c + 8),
        0x1FB3 | 0x1FC3 | 0x1FF3 => Some(c + 9),
        _ if UPPER_LONG.binary_search_by_key(&c, |row| row.0).is_ok() => Some(c),
        _ => None,
    }
}

/// How long what a code point becomes is at most, when its case is changed again and again.
pub(super) fn longest_in_case(c: u32) -> u32 {
    let length = |table: &[(u32, &[u32])]| {
        table.binary_search_by_key(&c, |row| row.0).map_or(1, |found| table[found].1.len() as u32)
    };
    match c {
        0..0xDF => 1,
        // It becomes a small sharp s, which becomes two characters.
        0x1E9E => 2,
        _ => length(LOWER_LONG).max(length(UPPER_LONG)),
    }
}

/// The code points that can become several.
pub(super) fn heavy_characters() -> &'static [u32] {
    static HEAVY: OnceLock<Vec<u32>> = OnceLock::new();
    HEAVY.get_or_init(|| LOWER_LONG.iter().chain(UPPER_LONG).map(|row| row.0).chain([0x1E9E]).collect())
}

/// What a state of the machine knows and has promised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Around {
    /// What counts before here.
    before: Kind,
    /// Whether a cased code point must follow, or must not.
    follows: Option<bool>,
    /// What comes next is no low surrogate: the one before stands alone.
    alone: bool,
}

impl Around {
    const START: Around = Around { before: Kind::Other, follows: None, alone: false };

    /// Behind a code point of a kind. Returns `None` if that breaks a promise. `sure` lets promises be kept
    /// only where it is known.
    fn behind(self, kind: Kind, sure: bool) -> Option<Around> {
        let follows = match (self.follows, kind) {
            (None, _) | (Some(true), Kind::Cased) | (Some(false), Kind::Other) => None,
            (Some(_), Kind::Open) => (!sure).then_some(None)?,
            (promise, Kind::Ignored) => promise,
            _ => return None,
        };
        let before = if kind == Kind::Ignored { self.before } else { kind };
        Some(Around { before, follows, alone: false })
    }

    /// The sigmas that can be written here, and what they promise. The sigma itself is cased.
    fn sigmas(self, sure: bool) -> Vec<(u32, Around)> {
        let Some(behind) = self.behind(Kind::Cased, sure) else { return Vec::new() };
        let small = (SMALL_SIGMA, behind);
        let cased = (SMALL_SIGMA, Around { follows: Some(true), ..behind });
        let last = (FINAL_SIGMA, Around { follows: Some(false), ..behind });
        match (self.before, sure) {
            (Kind::Cased, _) => vec![cased, last],
            (Kind::Open, true) => vec![cased],
            (Kind::Open, false) => vec![small, last],
            _ => vec![small],
        }
    }

    fn may_end(self) -> bool {
        self.follows != Some(true)
    }
}

/// The machine that changes the case, over code points or over units of UTF-16. With `sure` it reads only
/// words of which it is known what they become.
pub(super) fn machine(casing: Casing, case: Case, units: bool, sure: bool) -> Transducer {
    let last = if units { 0x10_FFFF } else { MAX_CHAR };
    let segments = casing.segments(case, last);
    let mut work = Work { builder: TransducerBuilder::new(), states: Vec::new(), sure };
    work.state(Around::START);
    let (low, high) = segments.split_at(segments.partition_point(|segment| segment.range.0 < 0x10000));
    let mut at = 0;
    while at < work.states.len() {
        let (number, around) = work.states[at];
        at += 1;
        for segment in low {
            work.single(number, around, segment, units, casing.looks_around(case));
        }
        if units {
            work.pairs(number, around, high);
        } else {
            high.iter().for_each(|segment| work.single(number, around, segment, false, false));
        }
    }
    work.builder.build(0).trim()
}

struct Work {
    builder: TransducerBuilder,
    states: Vec<(u32, Around)>,
    sure: bool,
}

impl Work {
    fn state(&mut self, around: Around) -> u32 {
        if let Some((number, _)) = self.states.iter().find(|(_, known)| *known == around) {
            return *number;
        }
        let number = self.builder.state();
        if around.may_end() {
            self.builder.accept(number, &[]);
        }
        self.states.push((number, around));
        number
    }

    /// The steps over a segment that is one symbol of the machine for each code point.
    fn single(&mut self, from: u32, around: Around, segment: &Segment, units: bool, looks: bool) {
        let range = segment.range;
        let is_low = units && range.0 >= 0xDC00 && range.1 <= SURROGATES.1;
        let is_surrogate = units && range.0 >= SURROGATES.0 && range.1 <= SURROGATES.1;
        if units && range == SURROGATES {
            for part in [(0xD800, 0xDBFF), (0xDC00, 0xDFFF)] {
                let part = Segment { range: part, ..segment.clone() };
                self.single(from, around, &part, units, looks);
            }
            return;
        }
        if around.alone && is_low {
            return;
        }
        if looks && range == (SIGMA, SIGMA) {
            for (sigma, behind) in around.sigmas(self.sure) {
                let target = self.state(behind);
                self.builder.step(from, range, &[Piece::Char(sigma)], target);
            }
            return;
        }
        let Some(behind) = around.behind(segment.kind, self.sure) else { return };
        let target = self.state(Around { alone: is_surrogate && !is_low, ..behind });
        self.builder.step(from, range, &segment.to, target);
    }

    /// The steps over code points that are two units.
    fn pairs(&mut self, from: u32, around: Around, segments: &[Segment]) {
        // First units whose code points are all copied and of one kind share a state.
        let mut copied: Vec<(Kind, u32)> = Vec::new();
        for high in 0xD800..=0xDBFF_u32 {
            let block = 0x10000 + (high - 0xD800) * 0x400;
            let first = segments.partition_point(|segment| segment.range.1 < block);
            let inside: Vec<&Segment> =
                segments[first..].iter().take_while(|segment| segment.range.0 < block + 0x400).collect();
            if let [only] = inside[..]
                && only.to[..] == [Piece::Read(0)]
            {
                let Some(behind) = around.behind(only.kind, self.sure) else { continue };
                let waiting = match copied.iter().find(|(kind, _)| *kind == only.kind) {
                    Some((_, state)) => *state,
                    None => {
                        let state = self.builder.state();
                        let target = self.state(behind);
                        self.builder.step(state, (0xDC00, 0xDFFF), &[Piece::Read(0)], target);
                        copied.push((only.kind, state));
                        state
                    }
                };
                self.builder.step(from, (high, high), &[Piece::Read(0)], waiting);
                continue;
            }
            let waiting = self.builder.state();
            self.builder.step(from, (high, high), &[], waiting);
            for segment in inside {
                let Some(behind) = around.behind(segment.kind, self.sure) else { continue };
                let target = self.state(behind);
                let (low, top) = (segment.range.0.max(block), segment.range.1.min(block + 0x3FF));
                self.pair(waiting, (low, top), segment, target);
            }
        }
    }

    fn pair(&mut self, from: u32, (low, top): CharRange, segment: &Segment, target: u32) {
        let unit = |c: u32| 0xDC00 + (c & 0x3FF);
        let [Piece::Read(shift)] = segment.to[..] else { return };
        // Where the first unit changes, ranges are cut.
        let mut low = low;
        while low <= top {
            let to = low.wrapping_add_signed(shift);
            let end = top.min(low + (0x3FF - (to & 0x3FF)));
            let first = 0xD800 + ((to - 0x10000) >> 10);
            let moved = unit(to).wrapping_sub(unit(low)).cast_signed();
            self.builder.step(
                from,
                (unit(low), unit(end)),
                &[Piece::Char(first), Piece::Read(moved)],
                target,
            );
            low = end + 1;
        }
    }
}

/// The code points of a word over units; surrogates that stand alone are themselves.
pub(super) fn from_units(word: &[u32]) -> Vec<u32> {
    let mut codes = Vec::with_capacity(word.len());
    let mut at = 0;
    while at < word.len() {
        match (word[at], word.get(at + 1)) {
            (high @ 0xD800..=0xDBFF, Some(&low @ 0xDC00..=0xDFFF)) => {
                codes.push(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                at += 2;
            }
            (c, _) => {
                codes.push(c);
                at += 1;
            }
        }
    }
    codes
}

/// The units of a word over code points.
pub(super) fn to_units(word: &[u32]) -> Vec<u32> {
    let mut units = Vec::with_capacity(word.len());
    for c in word {
        match c.checked_sub(0x10000) {
            Some(rest) => units.extend([0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF)]),
            None => units.push(*c),
        }
    }
    units
}

/// The characters that `trim` takes away.
pub(super) fn white_space(set: Space) -> CharSet {
    match set {
        Space::Ecma => CharSet::from_ranges([
            (9, 13),
            (32, 32),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ]),
        Space::Unicode => CharSet::from_ranges([
            (9, 13),
            (32, 32),
            (0x85, 0x85),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
        ]),
        Space::Python => white_space(Space::Unicode).union(&CharSet::range(0x1C, 0x1F)),
        Space::Controls => CharSet::range(0, 32),
        Space::JavaStrip => {
            let no_breaks = CharSet::from_chars([0x85, 0xA0, 0x2007, 0x202F]);
            white_space(Space::Python).difference(&no_breaks)
        }
        Space::Php => CharSet::from_chars([0, 9, 10, 11, 13, 32]),
        Space::Ascii => CharSet::from_ranges([(9, 13), (32, 32)]),
    }
}

/// Whose white space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    /// `String.prototype.trim`.
    Ecma,
    /// The property `White_Space`: Rust and Go.
    Unicode,
    /// `str.strip`.
    Python,
    /// Java's `trim`.
    Controls,
    /// Java's `strip`.
    JavaStrip,
    /// `trim` of PHP.
    Php,
    /// `isspace` of the POSIX locale.
    Ascii,
}

/// The machine that takes characters of a set away at both ends.
pub(super) fn trimming(set: &CharSet) -> Transducer {
    let mut builder = TransducerBuilder::new();
    let [before, inside, between, behind] = [0; 4].map(|_| builder.state());
    let others = set.complement();
    let mut steps = |from: u32, set: &CharSet, output: &[Piece], target: u32| {
        set.ranges().iter().for_each(|range| builder.step(from, *range, output, target));
    };
    let copy = [Piece::Read(0)];
    steps(before, set, &[], before);
    steps(before, &others, &copy, inside);
    for from in [inside, between] {
        steps(from, &others, &copy, inside);
        steps(from, set, &copy, between);
    }
    for from in [inside, behind] {
        steps(from, set, &[], behind);
    }
    [before, inside, behind].iter().for_each(|state| builder.accept(*state, &[]));
    builder.build(before)
}
