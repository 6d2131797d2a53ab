//! How far each string is restricted, and how restrictions grow.

use tress_base::Budget;

use super::limits::{LOOPS, SEGMENT_CHARACTERS};

/// What a string is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Characters, then loops with characters behind them.
    Plain,
    /// A loop for leading zeros before everything else.
    Numeric,
    /// Characters only.
    Straight,
}

/// How a string is restricted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// Characters of a segment.
    size: usize,
    /// Loops.
    loops: usize,
}

/// The restrictions of all strings, by number.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) all: Vec<Bound>,
    /// Digits of numerals at first: the paper's m.
    pub(super) digits: usize,
    /// Segments at first: the paper's p.
    pub(super) segments: usize,
    /// Characters of a segment at first: the paper's q.
    pub(super) characters: usize,
    /// Characters of a loop.
    pub(super) period: usize,
    /// No segment gets longer than this. Beyond it there is no answer.
    pub(super) most: usize,
}

impl Bounds {
    pub(super) fn new(characters: usize, period: usize, budget: &Budget) -> Self {
        let most = SEGMENT_CHARACTERS.most(budget) as usize;
        let characters = characters.max(period);
        Self { all: Vec::new(), digits: 5, segments: 2, characters, period, most }
    }

    /// The sizes of the pieces of a string; 0 represents a loop.
    pub(super) fn of(&mut self, number: u32, kind: Kind) -> Vec<usize> {
        let number = number as usize;
        while self.all.len() <= number {
            let size = if kind == Kind::Plain { self.characters } else { self.digits };
            self.all.push(Bound { size, loops: self.segments - 1 });
        }
        let Bound { size, loops } = self.all[number];
        match kind {
            Kind::Plain => [vec![size], [0, size.min(self.characters)].repeat(loops)].concat(),
            Kind::Numeric => [0, size].repeat(loops),
            Kind::Straight => vec![size],
        }
    }

    /// Loosens the restrictions of these strings. Returns false if none can be.
    pub(super) fn grow(&mut self, strings: &[u32], budget: &Budget) -> bool {
        let mut grown = false;
        for &number in strings {
            let bound = &mut self.all[number as usize];
            if bound.size * 2 <= self.most {
                bound.size *= 2;
                grown = true;
            } else {
                budget.hit(SEGMENT_CHARACTERS.name());
            }
            let is_long = bound.size > 4 * self.characters.max(self.digits);
            if is_long && !LOOPS.is_exceeded(bound.loops + 1, budget) {
                bound.loops += 1;
                grown = true;
            }
        }
        grown
    }

    /// The greatest size and number of loops.
    pub(super) fn greatest(&self) -> (usize, usize) {
        let size = self.all.iter().map(|bound| bound.size).max().unwrap_or(0);
        (size, self.all.iter().map(|bound| bound.loops).max().unwrap_or(0) + 1)
    }
}
