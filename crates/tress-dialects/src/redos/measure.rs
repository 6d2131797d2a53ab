//! Do the steps for the words of an attack grow?
//!
//! Enters: an attack. Leaves: numbers of steps for more and more rounds that show it, or nothing.

use tress_base::Stop;

use super::attack::Subject;
use super::limits::WORD_STEPS;
use super::{Attack, MOST_COPIES, steps};
use crate::Mode;

/// Characters of the shorter of two words that show a power, and of any word at most.
const LEAST_LENGTH: usize = 160;
const MOST_LENGTH: usize = 6_000;
/// The least power that counts: two minus what small terms of a quadratic can hide.
const LEAST_POWER: f64 = 1.6;

impl Subject<'_> {
    /// The steps for `rounds` rounds, and whether the word matches. Returns `None` if that takes too long to
    /// find out.
    pub(super) fn run(&self, attack: &Attack, rounds: usize) -> Result<Option<(f64, bool)>, Stop> {
        let word = attack.word(rounds);
        let search = self.mode == Mode::Search;
        WORD_STEPS.share(self.budget, || steps::count(&self.ast, &self.program, &word, search, self.budget))
    }

    /// The steps alone.
    fn count(&self, attack: &Attack, rounds: usize) -> Result<Option<f64>, Stop> {
        Ok(self.run(attack, rounds)?.map(|(steps, _)| steps))
    }

    /// Do steps multiply with every round? Then the figures that show it. A bounded loop may go through
    /// several of its rounds in one of the word's.
    pub(super) fn grows_exponentially(
        &self,
        attack: &Attack,
        most_rounds: usize,
    ) -> Result<Option<Figures>, Stop> {
        let length: usize = attack.parts.iter().map(|part| part.1.len()).sum::<usize>().max(1);
        let longest = MOST_LENGTH / 3 / length;
        let mut rounds =
            [most_rounds / 4, most_rounds / 4 / length].map(|round| round.min(longest).max(3)).to_vec();
        rounds.dedup();
        for round in rounds {
            let mut figures = Vec::new();
            for times in 1..=3 {
                let Some(steps) = self.count(attack, round * times)? else { return Ok(None) };
                figures.push((round * times, steps));
            }
            let first = (figures[1].1 / figures[0].1).log2();
            let second = (figures[2].1 / figures[1].1).log2();
            let least = 0.5 * round as f64;
            if second > 0.8 * first && first > least && second > least {
                return Ok(Some(figures));
            }
        }
        Ok(None)
    }

    /// Do steps grow as a power of the length that is larger than one? Then the power and the figures.
    pub(super) fn grows_as_power(
        &self,
        attack: &Attack,
        bounds: &[u64],
    ) -> Result<Option<(u32, Figures)>, Stop> {
        let length: usize = attack.parts.iter().map(|part| part.1.len()).sum();
        let bound = bounds.iter().copied().filter(|&bound| bound <= MOST_COPIES).max().unwrap_or(0);
        let least = LEAST_LENGTH.max(2 * bound as usize).min(MOST_LENGTH / 2);
        let rounds = least.div_ceil(length.max(1)).max(8);
        let (Some(small), Some(large)) = (self.count(attack, rounds)?, self.count(attack, 2 * rounds)?)
        else {
            return Ok(None);
        };
        let power = (large / small).log2();
        let figures = vec![(rounds, small), (2 * rounds, large)];
        Ok((power >= LEAST_POWER).then_some((power.round() as u32, figures)))
    }

    /// Does one round more, or two, take at least as many steps? Else the word matches for some numbers of
    /// rounds.
    pub(super) fn is_steady(&self, attack: &Attack, figures: &[(usize, f64)]) -> Result<bool, Stop> {
        let Some(&(rounds, steps)) = figures.first() else { return Ok(false) };
        for more in 1..=2 {
            if self.count(attack, rounds + more)?.is_none_or(|found| found < steps) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Rounds and steps.
pub(super) type Figures = Vec<(usize, f64)>;

/// An attack that is easier to read, as long as it still grows: neighbours that repeat the same word become
/// one, what is repeated and what stands before it become shorter.
pub(super) fn neater(
    mut attack: Attack,
    mut figures: Figures,
    grows: impl Fn(&Attack) -> Result<Option<Figures>, Stop>,
) -> Result<(Attack, Figures), Stop> {
    let mut merged = attack.clone();
    merged.parts.iter_mut().for_each(|part| part.1.truncate(root_length(&part.1)));
    merged.parts.dedup_by(|next, before| next.1 == before.1 && next.0.iter().all(|c| before.1.contains(c)));
    let mut tries = vec![merged];
    tries.extend((0..attack.parts.len()).map(|part| {
        let mut shorter = attack.clone();
        shorter.parts[part].1.truncate(root_length(&attack.parts[part].1));
        shorter
    }));
    for shorter in tries {
        if let Some(found) = grows(&shorter)? {
            (attack, figures) = (shorter, found);
            break;
        }
    }
    for part in 0..attack.parts.len() {
        let mut shorter = attack.clone();
        shorter.parts[part].0.clear();
        if !attack.parts[part].0.is_empty()
            && let Some(found) = grows(&shorter)?
        {
            (attack, figures) = (shorter, found);
        }
    }
    Ok((attack, figures))
}

/// The length of the shortest word of which this one is a power.
fn root_length(word: &[u32]) -> usize {
    let is_root = |&length: &usize| {
        word.len().is_multiple_of(length) && word.iter().zip(&word[length..]).all(|(a, b)| a == b)
    };
    (1..word.len()).find(is_root).unwrap_or(word.len())
}
