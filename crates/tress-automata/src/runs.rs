//! Words as runs of equal characters.
//!
//! A word that only has to be long is one run, however long it is: it takes no memory and is read
//! at once. Words of languages are found in this form and written out when someone needs their
//! characters one by one.

use tress_base::{Budget, Stop};

use crate::limits::{WORD_CHARACTERS, WORD_RUNS};

/// The number of characters that are written in the time of one step of other work.
const CHARS_PER_STEP: u64 = 64;

/// A word.
///
/// Invariant: no run is empty, and neighbours have different characters, so equal words look equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Runs {
    runs: Vec<(u32, u64)>,
    length: u64,
}

impl Runs {
    /// The empty word.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many characters the word has; a number that does not fit is not exact.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Is it the empty word?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The runs: a character and how often it stands there.
    #[must_use]
    pub fn runs(&self) -> &[(u32, u64)] {
        &self.runs
    }

    /// Adds a character this many times.
    pub fn push(&mut self, character: u32, count: u64) {
        if count == 0 {
            return;
        }
        self.length = self.length.saturating_add(count);
        match self.runs.last_mut() {
            Some((last, before)) if *last == character => *before = before.saturating_add(count),
            _ => self.runs.push((character, count)),
        }
    }

    /// Adds a word this many times.
    ///
    /// # Errors
    /// When the budget ends or the runs need more memory than there may be.
    pub(crate) fn push_copies(&mut self, word: &Runs, times: u64, budget: &Budget) -> Result<(), Stop> {
        if let [(character, count)] = word.runs[..] {
            self.push(character, count.saturating_mul(times));
            return Ok(());
        }
        let runs = (word.runs.len() as u64).saturating_mul(times);
        WORD_RUNS.check(runs as usize, budget)?;
        budget.room_for(runs.saturating_mul(size_of::<(u32, u64)>() as u64))?;
        for _ in 0..times {
            budget.poll_many(word.runs.len() as u64)?;
            word.runs.iter().for_each(|(character, count)| self.push(*character, *count));
        }
        Ok(())
    }

    /// `count` characters from a position on, fewer where the word ends.
    #[must_use]
    pub fn part(&self, start: u64, count: u64) -> Runs {
        let (mut skipped, mut left) = (start, count);
        let mut part = Runs::new();
        for (character, there) in &self.runs {
            let before = skipped.min(*there);
            let taken = left.min(there - before);
            part.push(*character, taken);
            (skipped, left) = (skipped - before, left - taken);
            if left == 0 {
                break;
            }
        }
        part
    }

    /// The word backwards.
    pub fn reverse(&mut self) {
        self.runs.reverse();
    }

    /// All characters, one by one.
    ///
    /// # Errors
    /// When the budget ends or the characters need more memory than there may be.
    pub fn spell(&self, budget: &Budget) -> Result<Vec<u32>, Stop> {
        WORD_CHARACTERS.check(self.length as usize, budget)?;
        budget.room_for(self.length * size_of::<u32>() as u64)?;
        let mut word = Vec::with_capacity(self.length as usize);
        for (character, count) in &self.runs {
            budget.poll_many(count / CHARS_PER_STEP)?;
            word.resize(word.len() + *count as usize, *character);
        }
        Ok(word)
    }
}

impl From<&[u32]> for Runs {
    fn from(word: &[u32]) -> Self {
        let mut runs = Runs::new();
        word.iter().for_each(|character| runs.push(*character, 1));
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    /// All operations agree with the same ones on plain lists of characters.
    #[test]
    fn runs_agree_with_lists() {
        let mut random = Random::new(3);
        let budget = Budget::unlimited();
        for _ in 0..500 {
            let mut runs = Runs::new();
            let mut list: Vec<u32> = Vec::new();
            for _ in 0..random.below(6) {
                let (character, count) = (random.below(2) as u32, random.below(4));
                runs.push(character, count as u64);
                list.resize(list.len() + count, character);
                if random.chance(1, 4) {
                    let (start, times) = (random.below(list.len() + 1), random.below(3));
                    let count = random.below(list.len() - start + 2);
                    let end = list[start..list.len().min(start + count)].to_vec();
                    let tail = runs.part(start as u64, count as u64);
                    assert_eq!(tail.spell(&budget).unwrap(), end);
                    runs.push_copies(&tail, times as u64, &budget).unwrap();
                    (0..times).for_each(|_| list.extend_from_slice(&end));
                }
                if random.chance(1, 4) {
                    runs.reverse();
                    list.reverse();
                }
            }
            assert_eq!(runs.len(), list.len() as u64);
            assert_eq!(runs.spell(&budget).unwrap(), list);
            assert_eq!(runs, Runs::from(&list[..]));
        }
    }

    #[test]
    fn what_is_too_long_is_not_spelled() {
        let mut runs = Runs::new();
        runs.push(97, u64::MAX);
        runs.push(97, 1);
        assert_eq!(runs.spell(&Budget::unlimited()), Err(Stop::GaveUp(WORD_CHARACTERS.name())));
    }
}
