//! The smallest lattice that holds all pairs of lengths.
//!
//! A tree of paths gives each state one pair. Every edge outside of the tree gives the difference of two
//! inputs that are read from there on in the same way; these differences make the lattice. It
//! gives all congruences and all linear equations between the lengths of input and output.

use super::LengthGraph;
use super::bounds::gcd;

/// A pair of lengths: of an input and of its output, or a difference of such pairs.
pub(super) type Pair = (i64, i64);

/// All pairs `base + m·step + n·(0, rest)` for whole numbers `m` and `n`.
///
/// `step` is zero or its first number is positive; `rest` is not negative, and the second number of
/// `step` is below it when it is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lattice {
    /// The lengths of one input and its output.
    pub base: (i64, i64),
    /// How much both grow together.
    pub step: (i64, i64),
    /// How much the output may grow besides.
    pub rest: i64,
}

impl Lattice {
    /// Is this pair in the lattice?
    #[must_use]
    pub fn contains(&self, input: i64, output: i64) -> bool {
        let (input, mut output) = (input - self.base.0, output - self.base.1);
        if self.step.0 == 0 {
            return input == 0 && divides(self.rest, output);
        }
        output -= input / self.step.0 * self.step.1;
        input % self.step.0 == 0 && divides(self.rest, output)
    }

    /// Makes the lattice larger, so that it holds this difference as well.
    fn insert(&mut self, mut pair: Pair) {
        while pair.0 != 0 {
            let times = self.step.0 / pair.0;
            let left = (self.step.0 - times * pair.0, self.step.1 - times * pair.1);
            (self.step, pair) = (pair, left);
        }
        if self.step.0 < 0 {
            self.step = (-self.step.0, -self.step.1);
        }
        self.rest = gcd(self.rest, pair.1);
        if self.rest > 0 {
            self.step.1 = self.step.1.rem_euclid(self.rest);
        }
    }
}

fn divides(divisor: i64, number: i64) -> bool {
    if divisor == 0 { number == 0 } else { number % divisor == 0 }
}

impl LengthGraph {
    /// The smallest lattice with the lengths of all inputs and outputs. Returns `None` if no input is read.
    #[must_use]
    pub fn lattice(&self) -> Option<Lattice> {
        let pairs = self.tree();
        let end = |(state, last): &(u32, u32)| {
            let pair = pairs[*state as usize];
            (pair.0, pair.1 + i64::from(*last))
        };
        let base = self.ends.first().map(end)?;
        let mut lattice = Lattice { base, step: (0, 0), rest: 0 };
        for edge in &self.edges {
            let (from, to) = (pairs[edge.from as usize], pairs[edge.target as usize]);
            lattice.insert((from.0 + 1 - to.0, from.1 + i64::from(edge.written) - to.1));
        }
        for pair in self.ends.iter().map(end) {
            lattice.insert((pair.0 - base.0, pair.1 - base.1));
        }
        Some(lattice)
    }

    /// For each state the lengths on one path to it.
    fn tree(&self) -> Vec<Pair> {
        let mut pairs: Vec<Option<Pair>> = vec![None; self.states as usize];
        pairs[self.initial as usize] = Some((0, 0));
        let mut stack = vec![(self.initial, (0, 0))];
        while let Some((state, pair)) = stack.pop() {
            let first = self.edges.partition_point(|edge| edge.from < state);
            for edge in self.edges[first..].iter().take_while(|edge| edge.from == state) {
                if pairs[edge.target as usize].is_none() {
                    let next = (pair.0 + 1, pair.1 + i64::from(edge.written));
                    pairs[edge.target as usize] = Some(next);
                    stack.push((edge.target, next));
                }
            }
        }
        pairs.into_iter().map(Option::unwrap_or_default).collect()
    }
}
