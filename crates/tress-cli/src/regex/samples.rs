//! Random words of a language whose automaton is there, for `tress regex sample` and `tress language`.

use tress_automata::CharSet;
use tress_automata::words::Words;
use tress_base::{Budget, Random, Stop};

/// The longest words that are counted or drawn.
pub(crate) const LONGEST: usize = 100_000;
/// Numbers of words kept for uniform samples.
const MOST_COUNTS: usize = 4_000_000;

/// Which characters samples and counts use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letters {
    Printable,
    Ascii,
    All,
}

impl Letters {
    /// The characters.
    pub(crate) fn set(self) -> CharSet {
        match self {
            Letters::All => CharSet::full(),
            Letters::Ascii => CharSet::range(0, 0x7F),
            Letters::Printable => CharSet::range(0x20, 0x7E),
        }
    }
}

/// Which words are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// The least and the greatest length.
    pub(crate) lengths: (usize, usize),
    pub(crate) wanted: usize,
    pub(crate) seed: u64,
}

impl Draw {
    /// Is there room for the numbers of words that uniform samples need?
    pub(crate) fn is_possible(&self, words: &Words) -> bool {
        words.states().saturating_mul(self.lengths.1 + 1) <= MOST_COUNTS
    }

    /// Words of the wanted lengths: a length is drawn among those that have words, then a word of it. Nothing when
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
