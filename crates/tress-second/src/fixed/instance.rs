//! Edges under a guess: what is left to state of strings when every length and every integer is known.

use std::ops::Range;

use tress_automata::{MAX_CHAR, Regex};
use tress_base::Int;

use crate::graphs::{Edge, Graph, Kind, StringId, part_positions, search_positions};

/// A graph with a value for every integer.
#[derive(Clone, Copy)]
pub(super) struct Guess<'a> {
    pub(super) graph: &'a Graph,
    pub(super) values: &'a [Int],
}

impl<'a> Guess<'a> {
    /// The length of a string.
    pub(super) fn length(self, string: StringId) -> usize {
        let vertex = self.graph.vertex(string);
        match &vertex.word {
            Some(word) => word.len(),
            None => self.values[vertex.length.index()].to_usize().unwrap_or(0),
        }
    }

    fn value(self, edge: &Edge, at: usize) -> &'a Int {
        &self.values[edge.numbers[at].index()]
    }
}

/// What must not occur somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needle {
    String(StringId),
    Character(u32),
}

/// What one edge states of strings of known lengths; an edge may state several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A character at a position.
    Character { string: StringId, position: usize, code: u32 },
    /// A string occurs in another, from a position on.
    Inside { whole: StringId, start: usize, part: StringId },
    /// A string occurs somewhere in another.
    Somewhere { whole: StringId, part: StringId },
    /// Nothing such begins at any of these positions. All of them leave room for it.
    Nowhere { whole: StringId, needle: Needle, positions: Range<usize> },
    /// A string is another without its blanks.
    Trimmed { whole: StringId, part: StringId },
    /// A string is in a language.
    Member { string: StringId, language: Regex },
}

/// What an edge states under a guess. `None` if the integers alone contradict it.
pub(super) fn instance(guess: Guess<'_>, edge: &Edge) -> Option<Vec<Claim>> {
    let string = |at: usize| guess.graph.find(edge.strings[at]);
    let length = |at: usize| guess.length(edge.strings[at]);
    match edge.kind {
        Kind::CharAt => {
            let code = guess.value(edge, 1);
            match guess.value(edge, 0).to_usize().filter(|position| *position < length(0)) {
                Some(position) => {
                    let code = code.to_u32().filter(|code| *code <= MAX_CHAR)?;
                    Some(vec![Claim::Character { string: string(0), position, code }])
                }
                None => (*code == Int::MINUS_ONE).then(Vec::new),
            }
        }
        Kind::Concat => {
            let first = Claim::Inside { whole: string(2), start: 0, part: string(0) };
            let second = Claim::Inside { whole: string(2), start: length(0), part: string(1) };
            (length(2) == length(0) + length(1)).then(|| vec![first, second])
        }
        Kind::Contains => {
            (length(1) <= length(0)).then(|| vec![Claim::Somewhere { whole: string(0), part: string(1) }])
        }
        Kind::Trim => {
            (length(1) <= length(0)).then(|| vec![Claim::Trimmed { whole: string(0), part: string(1) }])
        }
        Kind::StartsWith | Kind::EndsWith | Kind::Equal => {
            let start = start_of(edge.kind, length(0), length(1))?;
            Some(vec![Claim::Inside { whole: string(0), start, part: string(1) }])
        }
        Kind::NotContains | Kind::NotStartsWith | Kind::NotEndsWith | Kind::NotEqual => {
            Some(negative(edge.kind, [string(0), string(1)], [length(0), length(1)]))
        }
        Kind::Substring | Kind::SubstringTo => {
            let end = (edge.kind == Kind::SubstringTo).then(|| guess.value(edge, 1));
            let positions = part_positions(length(0), guess.value(edge, 0), end);
            let claim = Claim::Inside { whole: string(0), start: positions.start, part: string(1) };
            (positions.len() == length(1)).then(|| vec![claim])
        }
        Kind::Member => Some(vec![Claim::Member { string: string(0), language: edge.language? }]),
        _ => search(guess, edge),
    }
}

/// Where the second string of a predicate occurs in the first. `None` if it does not fit.
fn start_of(kind: Kind, whole: usize, part: usize) -> Option<usize> {
    let room = whole.checked_sub(part)?;
    match kind {
        Kind::StartsWith => Some(0),
        Kind::EndsWith => Some(room),
        _ => (room == 0).then_some(0),
    }
}

fn negative(kind: Kind, [whole, part]: [StringId; 2], lengths: [usize; 2]) -> Vec<Claim> {
    let Some(room) = lengths[0].checked_sub(lengths[1]) else { return Vec::new() };
    let positions = match (kind, kind.opposite()) {
        (Kind::NotContains, _) => 0..room + 1,
        (_, Some(positive)) => match start_of(positive, lengths[0], lengths[1]) {
            Some(start) => start..start + 1,
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![Claim::Nowhere { whole, needle: Needle::String(part), positions }]
}

fn search(guess: Guess<'_>, edge: &Edge) -> Option<Vec<Claim>> {
    let whole = guess.graph.find(edge.strings[0]);
    let (needle, size, limit) = match edge.strings.get(1) {
        Some(needle) => {
            let needle = guess.graph.find(*needle);
            (Needle::String(needle), guess.length(needle), (edge.numbers.len() > 1).then_some(0))
        }
        None => {
            let code = guess.value(edge, 0).to_u32().filter(|code| *code <= MAX_CHAR)?;
            (Needle::Character(code), 1, (edge.numbers.len() > 2).then_some(1))
        }
    };
    let limit = limit.map(|at| guess.value(edge, at));
    let positions = search_positions(edge.kind, guess.length(whole), size, limit);
    let result = guess.value(edge, edge.numbers.len() - 1);
    if *result == Int::MINUS_ONE {
        return Some(vec![Claim::Nowhere { whole, needle, positions }]);
    }
    let at = result.to_usize().filter(|at| positions.contains(at))?;
    let there = match needle {
        Needle::String(part) => Claim::Inside { whole, start: at, part },
        Needle::Character(code) => Claim::Character { string: whole, position: at, code },
    };
    let others = if edge.kind.label() == "indexOf" { positions.start..at } else { at + 1..positions.end };
    Some(vec![there, Claim::Nowhere { whole, needle, positions: others }])
}
