//! One machine after the other.
//!
//! Enters: two machines. Leaves: the machine that writes what the second writes when it reads what
//! the first wrote. Its states are pairs. On an edge of the first the second reads the pieces one
//! after the other: fixed characters choose its edges, and where the piece is the character that
//! was read, the edges of the second cut the range.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Piece, Transducer, TransducerBuilder};
use crate::charset::CharRange;

/// What an operation with a cap on its states gives: the machine, or `None` if it would be larger.
pub(crate) type CappedMachine = Result<Option<Transducer>, Stop>;

/// Pieces that a machine may hold for every state of its cap: outputs multiply with the machines.
const PIECES_PER_STATE: usize = 64;

impl Transducer {
    /// Writes what `next` writes on what this machine writes. Returns `None` if that would have more than
    /// `cap` states or very long outputs, or when the empty word would have two outputs, for
    /// which there is no machine.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn then(&self, next: &Transducer, cap: usize, budget: &Budget) -> CappedMachine {
        let pieces_left = cap.saturating_mul(PIECES_PER_STATE);
        let mut work = Composition::new(self, next, pieces_left, budget);
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        while let Some((p, q)) = work.pair(ends.len()) {
            if work.pairs.len() > cap {
                return Ok(None);
            }
            for step in self.steps(p) {
                let Some(runs) = work.read(q, (step.low, step.high), &step.output)? else { return Ok(None) };
                for run in runs {
                    let target = work.number((step.target, run.state));
                    edges.push((ends.len() as u32, run.range, run.output, target));
                }
            }
            let Some(words) = work.read_last(p, q)? else { return Ok(None) };
            ends.push(words);
        }
        Ok(build(&edges, &ends).filter(|machine| machine.states() as usize <= cap))
    }
}

/// The pairs that were found, and how much may still be written.
pub(super) struct Composition<'a> {
    first: &'a Transducer,
    second: &'a Transducer,
    budget: &'a Budget,
    pieces_left: usize,
    numbers: FxHashMap<(u32, u32), u32>,
    pairs: Vec<(u32, u32)>,
}

/// A way of the second machine over a part of an output of the first: for these characters read by
/// the first, the second is in this state and has written this.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) range: CharRange,
    pub(super) state: u32,
    output: Vec<Piece>,
}

impl<'a> Composition<'a> {
    /// The pair of initial states, and the number of pieces that may be written.
    pub(super) fn new(
        first: &'a Transducer,
        second: &'a Transducer,
        pieces_left: usize,
        budget: &'a Budget,
    ) -> Self {
        let start = (first.initial, second.initial);
        let numbers = FxHashMap::from_iter([(start, 0)]);
        Self { first, second, budget, pieces_left, numbers, pairs: vec![start] }
    }

    /// The pair with this number, if it was found.
    pub(super) fn pair(&self, number: usize) -> Option<(u32, u32)> {
        self.pairs.get(number).copied()
    }

    /// The number of a pair; a new pair gets the next one.
    pub(super) fn number(&mut self, pair: (u32, u32)) -> u32 {
        *self.numbers.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            self.pairs.len() as u32 - 1
        })
    }

    /// All ways of the second machine from `state` over `pieces`, which the first writes on a
    /// character of `range`. Returns `None` if what they write does not fit.
    pub(super) fn read(
        &mut self,
        state: u32,
        range: CharRange,
        pieces: &[Piece],
    ) -> Result<Option<Vec<Run>>, Stop> {
        let mut runs = vec![Run { range, state, output: Vec::new() }];
        for piece in pieces {
            let mut longer = Vec::new();
            for run in &runs {
                self.budget.poll_many(1 + self.second.steps(run.state).len() as u64)?;
                run.read(*piece, self.second, &mut longer);
            }
            runs = longer;
            if runs.iter().map(|run| run.output.len()).sum::<usize>() > self.pieces_left {
                return Ok(None);
            }
        }
        self.pieces_left = self.pieces_left.saturating_sub(runs.iter().map(|run| run.output.len()).sum());
        Ok(Some(runs))
    }

    /// What the second machine writes on the last word of `p` and then at its own end, sorted and
    /// distinct.
    pub(super) fn read_last(&mut self, p: u32, q: u32) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let Some(last) = self.first.last(p) else { return Ok(Some(Vec::new())) };
        let pieces: Vec<Piece> = last.iter().map(|c| Piece::Char(*c)).collect();
        let Some(runs) = self.read(q, (0, 0), &pieces)? else { return Ok(None) };
        let mut words: Vec<Vec<u32>> = Vec::new();
        for run in runs {
            if let Some(last) = self.second.last(run.state) {
                let written = run.output.iter().map(|piece| piece.on(0));
                words.push(written.chain(last.iter().copied()).collect());
            }
        }
        words.sort_unstable();
        words.dedup();
        Ok(Some(words))
    }
}

impl Run {
    /// Goes on over one more piece, with every edge that can read it.
    fn read(&self, piece: Piece, machine: &Transducer, longer: &mut Vec<Run>) {
        let (low, high) = (piece.on(self.range.0), piece.on(self.range.1));
        let steps = machine.steps(self.state).iter().take_while(|step| step.low <= high);
        for step in steps.filter(|step| step.high >= low) {
            // The characters of the first machine on which this edge is taken.
            let range = match piece {
                Piece::Char(_) => self.range,
                Piece::Read(shift) => {
                    let back = |c: u32| c.wrapping_sub(shift as u32);
                    (back(low.max(step.low)), back(high.min(step.high)))
                }
            };
            let mut output = self.output.clone();
            output.extend(step.output.iter().map(|written| match (written, piece) {
                (Piece::Char(c), _) => Piece::Char(*c),
                (Piece::Read(_), Piece::Char(c)) => Piece::Char(written.on(c)),
                (Piece::Read(more), Piece::Read(shift)) => Piece::Read(shift + more),
            }));
            longer.push(Run { range, state: step.target, output });
        }
    }
}

/// The machine of these edges between states that end with these words. A state with several words
/// gets a twin without edges for every further one; the initial state 0 cannot have one.
fn build(edges: &[(u32, CharRange, Vec<Piece>, u32)], ends: &[Vec<Vec<u32>>]) -> Option<Transducer> {
    let mut builder = TransducerBuilder::new();
    for words in ends {
        let state = builder.state();
        if let Some(word) = words.first() {
            builder.accept(state, word);
        }
    }
    if ends[0].len() > 1 {
        return None;
    }
    let mut twins: Vec<Vec<u32>> = Vec::with_capacity(ends.len());
    for words in ends {
        twins.push(words.iter().skip(1).map(|_| builder.state()).collect());
    }
    for (state, words) in ends.iter().enumerate() {
        for (twin, word) in twins[state].iter().zip(words.iter().skip(1)) {
            builder.accept(*twin, word);
        }
    }
    for (from, range, output, target) in edges {
        builder.step(*from, *range, output, *target);
        for twin in &twins[*target as usize] {
            builder.step(*from, *range, output, *twin);
        }
    }
    Some(builder.build(0).trim())
}
