//! Transducers as data: states, edges that read a character of a range and write pieces, and what is written
//! at the end.
//!
//! Enters: states and edges through [`TransducerBuilder`]. Leaves: an immutable [`Transducer`].

use crate::charset::MAX_CHAR;

/// A part of what an edge writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// This character.
    Char(u32),
    /// The character that was read, moved by this much; zero is a copy.
    Read(i32),
}

impl Piece {
    /// What is written when `c` was read.
    #[must_use]
    #[inline]
    pub fn on(self, c: u32) -> u32 {
        match self {
            Piece::Char(fixed) => fixed,
            Piece::Read(shift) => c.wrapping_add_signed(shift),
        }
    }
}

/// An edge: any character from `low` to `high` leads to `target` and writes `output`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The first character.
    pub low: u32,
    /// The last character.
    pub high: u32,
    /// What is written.
    pub output: Box<[Piece]>,
    /// The state reached.
    pub target: u32,
}

/// A machine that writes while it reads.
///
/// Invariant: the steps of a state are sorted. A shift never leaves the alphabet on its range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transducer {
    pub(crate) initial: u32,
    pub(crate) steps: Vec<Box<[Step]>>,
    /// What is written at the end of the input; `None` for a state that does not accept.
    last: Vec<Option<Box<[u32]>>>,
}

/// A transducer under construction.
#[derive(Clone, Debug, Default)]
pub struct TransducerBuilder {
    steps: Vec<Vec<Step>>,
    last: Vec<Option<Box<[u32]>>>,
}

impl TransducerBuilder {
    /// No states yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.steps.len() as u32
    }

    /// A new state that does not accept.
    pub fn state(&mut self) -> u32 {
        self.steps.push(Vec::new());
        self.last.push(None);
        self.states() - 1
    }

    /// Lets a state accept and write `word` at the end.
    pub fn accept(&mut self, state: u32, word: &[u32]) {
        self.last[state as usize] = Some(word.into());
    }

    /// Adds an edge. Empty ranges are left out.
    ///
    /// # Panics
    /// When a shift would leave the alphabet.
    pub fn step(&mut self, from: u32, (low, high): (u32, u32), output: &[Piece], target: u32) {
        if low > high {
            return;
        }
        let fits = |piece: &Piece| piece.on(low) <= MAX_CHAR && piece.on(high) <= MAX_CHAR;
        assert!(high <= MAX_CHAR && output.iter().all(fits), "pieces stay in the alphabet");
        self.steps[from as usize].push(Step { low, high, output: output.into(), target });
    }

    /// The machine that begins in `initial`.
    #[must_use]
    pub fn build(self, initial: u32) -> Transducer {
        let sorted = self.steps.into_iter().map(|mut steps| {
            steps.sort_unstable();
            steps.dedup();
            steps.into_boxed_slice()
        });
        Transducer { initial, steps: sorted.collect(), last: self.last }
    }
}

impl Transducer {
    /// How many states there are; they are numbered from 0.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.steps.len() as u32
    }

    /// The state in which reading begins.
    #[must_use]
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// The edges that leave `state`, sorted.
    #[must_use]
    #[inline]
    pub fn steps(&self, state: u32) -> &[Step] {
        &self.steps[state as usize]
    }

    /// What `state` writes at the end of the input. Returns `None` if it does not accept.
    #[must_use]
    #[inline]
    pub fn last(&self, state: u32) -> Option<&[u32]> {
        self.last[state as usize].as_deref()
    }

    /// Is there at most one way to read a word?
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.steps.iter().all(|steps| steps.windows(2).all(|pair| pair[0].high < pair[1].low))
    }

    /// Is there a way to read every word? Exact for deterministic machines only.
    #[must_use]
    pub(crate) fn is_total(&self) -> bool {
        let covers = |steps: &[Step]| {
            let mut next = 0;
            for step in steps {
                if step.low != next {
                    return false;
                }
                next = step.high + 1;
            }
            next == MAX_CHAR + 1
        };
        self.last.iter().all(Option::is_some) && self.steps.iter().all(|steps| covers(steps))
    }
}
