//! Parts of words: what is behind a number of characters, parts of one length, words without their spaces.

use std::collections::BTreeSet;
use std::ops::Range;

use tress_base::{Budget, Stop};

use super::{Level, Levels};
use tress_automata::CharSet;

impl Levels {
    /// The states that are reached by a number of characters.
    fn reached(&self, level: Level, characters: usize, budget: &Budget) -> Result<BTreeSet<Level>, Stop> {
        let mut states = BTreeSet::from([level]);
        for _ in 0..characters {
            let mut next = BTreeSet::new();
            for state in states {
                budget.poll_many(1 + self.edges(state).len() as u64)?;
                next.extend(self.edges(state).iter().map(|edge| edge.2));
            }
            states = next;
        }
        Ok(states)
    }

    /// What is behind a number of characters. Contract: the words are not shorter.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn behind(&mut self, level: Level, characters: usize, budget: &Budget) -> Result<Level, Stop> {
        let states = self.reached(level, characters, budget)?;
        self.join_all(states, budget)
    }

    /// The parts between two positions. Contract: the words reach so far.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn part(
        &mut self,
        level: Level,
        positions: Range<usize>,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let behind = self.behind(level, positions.start, budget)?;
        self.first(behind, positions.len(), budget)
    }

    /// All parts of this length of words that are `whole` characters long.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn parts(
        &mut self,
        level: Level,
        whole: usize,
        length: usize,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let mut all = Level::NONE;
        for start in 0..(whole + 1).saturating_sub(length) {
            let part = self.part(level, start..start + length, budget)?;
            all = self.join(all, part, budget)?;
        }
        Ok(all)
    }

    /// The characters that can be at a position.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn characters_at(
        &self,
        level: Level,
        position: usize,
        budget: &Budget,
    ) -> Result<CharSet, Stop> {
        let states = self.reached(level, position, budget)?;
        let edges = states.iter().flat_map(|state| self.edges(*state));
        Ok(CharSet::from_ranges(edges.map(|edge| (edge.0, edge.1))))
    }

    /// The words of `whole` characters that are a word of the language with blanks around it.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn padded(
        &mut self,
        (level, length): (Level, usize),
        whole: usize,
        blanks: &CharSet,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let mut all = Level::NONE;
        for before in 0..(whole + 1).saturating_sub(length) {
            let padded = self.between(before, level, whole - length - before, blanks, budget)?;
            all = self.join(all, padded, budget)?;
        }
        Ok(all)
    }

    /// What trimming leaves of words with `whole` characters when it leaves `length` of them: parts with
    /// blanks around, that begin and end with no blank.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn trimmed(
        &mut self,
        (level, whole): (Level, usize),
        length: usize,
        [characters, blanks]: [&CharSet; 2],
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let kept = self.unblanked(length, characters, blanks, budget)?;
        let mut all = Level::NONE;
        for before in 0..(whole + 1).saturating_sub(length) {
            let shape = self.between(before, kept, whole - length - before, blanks, budget)?;
            let fitting = self.meet(level, shape, budget)?;
            let part = self.part(fitting, before..before + length, budget)?;
            all = self.join(all, part, budget)?;
        }
        Ok(all)
    }

    /// All words of this length that begin and end with no blank.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn unblanked(
        &mut self,
        length: usize,
        characters: &CharSet,
        blanks: &CharSet,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let ends = characters.difference(blanks);
        let end = self.all(length.min(1), &ends);
        let inside = self.between(0, end, length.saturating_sub(1), characters, budget)?;
        let outside = self.between(length.saturating_sub(1), end, 0, characters, budget)?;
        self.meet(inside, outside, budget)
    }
}
