//! Attacks on bounded loops: words that stay slow however many rounds they have.
//!
//! Enters: an attack that grows with every round. Leaves: one whose words do not begin to match when the
//! rounds reach the bound of a loop, and the numbers of rounds for which that was counted. `(.*a){20}` is
//! slow on `a` repeated, but twenty of them match; with nineteen of them in front, whatever follows is read
//! in all the ways.

use tress_base::Stop;

use super::attack::Subject;
use super::failing::few;
use super::limits::FIXED_ROUNDS;
use super::measure::Figures;
use super::{Attack, Rounds};

/// Rounds of words that must stay slow.
const LATER: [usize; 6] = [24, 32, 48, 64, 128, 256];
/// Rounds of words behind which the loop has come to its bound.
const FIGURES: [usize; 3] = [16, 64, 256];
/// Steps from which on a word is slow.
const SLOW: f64 = 200_000.0;

impl Subject<'_> {
    /// The attack when it lasts, else one that does; when there is none, the rounds for which it holds.
    pub(super) fn lasting(
        &mut self,
        attack: Attack,
        figures: Figures,
    ) -> Result<(Attack, Figures, Rounds), Stop> {
        let slowest = figures.last().map_or(SLOW, |last| last.1);
        // Where bounds had to be lifted for counting, the count says nothing about them.
        if !self.program.lifted.is_empty() || self.lasts(&attack, slowest.min(SLOW))? {
            return Ok((attack, figures, Rounds::Any));
        }
        let last = self.last_failing(&attack)?;
        if let Some(last) = last
            && let Some((fixed, figures)) = self.with_rest(&attack, last)?
        {
            return Ok((fixed, figures, Rounds::Any));
        }
        let last = last.unwrap_or(figures.last().map_or(0, |last| last.0));
        Ok((attack, figures, Rounds::UpTo(last)))
    }

    /// Does a word of many rounds still fail, and take as many steps?
    fn lasts(&self, attack: &Attack, least: f64) -> Result<bool, Stop> {
        for rounds in LATER {
            match self.run(attack, rounds)? {
                Some((steps, false)) if steps >= least => {}
                // What is too long to be counted in the time is not fast.
                None => return Ok(true),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The number of rounds with the most steps among words that fail.
    fn last_failing(&self, attack: &Attack) -> Result<Option<usize>, Stop> {
        let mut best: Option<(usize, f64)> = None;
        for rounds in 1..=FIXED_ROUNDS.most(self.budget) as usize {
            match self.run(attack, rounds)? {
                Some((steps, false)) if best.is_none_or(|best| steps >= best.1) => {
                    best = Some((rounds, steps))
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(best.filter(|best| best.1 >= SLOW / 4.0).map(|best| best.0))
    }

    /// The word of `rounds` rounds with a rest behind it that is repeated, such that it never matches and
    /// takes more steps with every repetition, or as many.
    fn with_rest(&mut self, attack: &Attack, rounds: usize) -> Result<Option<(Attack, Figures)>, Stop> {
        let [(fixed, pump)] = &attack.parts[..] else { return Ok(None) };
        let mut front = fixed.clone();
        (0..rounds).for_each(|_| front.extend(pump));
        let mut best: Option<(Attack, Figures)> = None;
        for character in few(&self.characters, self.budget).to_vec() {
            let tried =
                Attack { parts: vec![(front.clone(), vec![character])], suffix: attack.suffix.clone() };
            let Some(figures) = self.figures(&tried)? else { continue };
            let steps = |figures: &Figures| figures.last().map_or(0.0, |last| last.1);
            if best.as_ref().is_none_or(|(_, best)| steps(best) < steps(&figures)) {
                best = Some((tried, figures));
            }
        }
        Ok(best)
    }

    /// The steps of a word that fails for all these rounds, is slow for the last ones and never gets faster.
    fn figures(&self, attack: &Attack) -> Result<Option<Figures>, Stop> {
        let mut figures: Figures = Vec::new();
        for rounds in FIGURES {
            match self.run(attack, rounds)? {
                Some((steps, false)) if figures.last().is_none_or(|last| steps >= last.1) => {
                    figures.push((rounds, steps));
                }
                _ => return Ok(None),
            }
        }
        Ok(figures.last().is_some_and(|last| last.1 >= SLOW).then_some(figures))
    }
}
