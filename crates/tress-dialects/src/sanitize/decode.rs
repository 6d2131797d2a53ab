//! Decoders as machines.
//!
//! Enters: a language of outputs. Leaves: a machine that decodes *up to that language*: a decoded character
//! is written as one that represents its class, those that the language does not distinguish. So machines
//! stay small, although there are a million ways to write characters. States with the same steps are one.

use rustc_hash::FxHashMap;
use tress_automata::nfa::Nfa;
use tress_automata::transducer::{Piece, Transducer, TransducerBuilder};
use tress_automata::{CharRange, CharSet, MAX_CHAR, minterms};

/// The characters that a language does not distinguish.
pub(super) struct Classes {
    /// Ranges with the character that represents them, in order.
    ranges: Vec<(CharRange, u32)>,
    /// Only words that stay as they are.
    pub(super) unchanged: bool,
}

impl Classes {
    /// The classes of a language.
    pub(super) fn of(language: &Nfa) -> Self {
        let mut sets: Vec<CharSet> = Vec::new();
        for state in 0..language.states() {
            sets.extend(language.edges_by_target(state).into_iter().map(|(_, set)| set));
        }
        sets.sort_unstable_by(|a, b| a.ranges().cmp(b.ranges()));
        sets.dedup();
        let mut ranges = Vec::new();
        for (cell, _) in minterms(&sets) {
            if let Some(first) = cell.first() {
                ranges.extend(cell.ranges().iter().map(|range| (*range, first)));
            }
        }
        ranges.sort_unstable();
        Self { ranges, unchanged: false }
    }

    /// Every character for itself, and nothing is decoded.
    pub(super) fn unchanged() -> Self {
        Self { ranges: Vec::new(), unchanged: true }
    }

    /// What is written for a character. Returns `None` if it is not in the alphabet.
    pub(super) fn character(&self, c: u32) -> Option<u32> {
        if c > MAX_CHAR {
            return None;
        }
        let at = self.ranges.partition_point(|(range, _)| range.1 < c);
        Some(self.ranges.get(at).filter(|(range, _)| range.0 <= c).map_or(c, |(_, character)| *character))
    }

    /// What is written for a word.
    pub(super) fn word(&self, word: &[u32]) -> Option<Vec<u32>> {
        word.iter().map(|c| self.character(*c)).collect()
    }

    /// Where a range of characters begins for which another one is written.
    pub(super) fn borders(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges.iter().map(|(range, _)| range.0)
    }
}

/// What a state does on characters of a range: it writes and goes on.
pub(super) type Row = (CharRange, Vec<Piece>, u32);

/// A machine under construction in which equal states are one.
#[derive(Default)]
pub(super) struct Shared {
    builder: TransducerBuilder,
    known: FxHashMap<(Vec<Row>, Option<Vec<u32>>), u32>,
}

impl Shared {
    /// A state that is described later.
    pub(super) fn reserve(&mut self) -> u32 {
        self.builder.state()
    }

    /// Describes a reserved state.
    pub(super) fn describe(&mut self, state: u32, rows: &[Row], last: Option<&[u32]>) {
        if let Some(last) = last {
            self.builder.accept(state, last);
        }
        for (range, output, target) in rows {
            self.builder.step(state, *range, output, *target);
        }
    }

    /// The state that does this.
    pub(super) fn state(&mut self, rows: Vec<Row>, last: Option<Vec<u32>>) -> u32 {
        if let Some(state) = self.known.get(&(rows.clone(), last.clone())) {
            return *state;
        }
        let state = self.reserve();
        self.describe(state, &rows, last.as_deref());
        self.known.insert((rows, last), state);
        state
    }

    /// The machine that begins in a state.
    pub(super) fn build(self, initial: u32) -> Transducer {
        self.builder.build(initial).trim()
    }
}

/// Fixed characters as pieces.
pub(super) fn fixed(word: &[u32]) -> Vec<Piece> {
    word.iter().map(|c| Piece::Char(*c)).collect()
}

/// Writes a word and copies every character that is not in a list, which is sorted.
pub(super) fn copy_others(word: &[u32], but: &[u32], target: u32) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut output = fixed(word);
    output.push(Piece::Read(0));
    let mut low = 0;
    for c in but {
        if low < *c {
            rows.push(((low, c - 1), output.clone(), target));
        }
        low = c + 1;
    }
    rows.push(((low, MAX_CHAR), output, target));
    rows
}

/// The value of a hexadecimal digit of ASCII.
pub(super) fn digit(c: u32) -> Option<u32> {
    char::from_u32(c).and_then(|c| c.to_digit(16))
}

/// The hexadecimal digits of ASCII.
pub(super) const DIGITS: &str = "0123456789ABCDEFabcdef";
