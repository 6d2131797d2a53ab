//! Random words of a language whose automaton is there, for `tress regex sample` and `tress language`.

use tress_automata::CharSet;
use tress_automata::words::Words;
use tress_base::{Budget, Random, Stop};

use super::limits::COUNTS;

/// The longest words that are counted or sampled.
pub(crate) const LONGEST: usize = 100_000;

/// Which characters samples and counts use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characters {
    Printable,
    Ascii,
    All,
}

impl Characters {
    /// The characters.
    pub(crate) fn set(self) -> CharSet {
        match self {
            Characters::All => CharSet::full(),
            Characters::Ascii => CharSet::range(0, 0x7F),
            Characters::Printable => CharSet::range(0x20, 0x7E),
        }
    }
}

/// Which words are sampled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    /// The least and the greatest length.
    pub(crate) lengths: (usize, usize),
    pub(crate) wanted: usize,
    pub(crate) seed: u64,
}

impl Sampling {
    /// Is there room for the numbers of words that uniform samples need?
    pub(crate) fn is_possible(&self, words: &Words, budget: &Budget) -> bool {
        !COUNTS.is_exceeded(words.states().saturating_mul(self.lengths.1 + 1), budget)
    }

    /// Words of the wanted lengths: a random length among those that have words, then a word of it. None if
    /// no length has one.
    pub(crate) fn words(&self, mut words: Words, budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
        let (low, high) = self.lengths;
        let counts = words.counts(high, budget)?;
        let lengths: Vec<usize> = (low..=high).filter(|&length| !counts[length].is_zero()).collect();
        let mut random = Random::new(self.seed);
        let mut samples = Vec::new();
        for _ in 0..self.wanted {
            if lengths.is_empty() {
                break;
            }
            let length = *random.pick(&lengths);
            samples.extend(words.sample(length, &mut random, budget)?);
        }
        Ok(samples)
    }
}
