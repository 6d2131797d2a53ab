//! What is asked of a language: how many words it has, which one, which first.

use rustc_hash::FxHashMap;

use super::{Level, Levels};
use tress_automata::CharSet;

impl Levels {
    /// The only word. `None` if there is none or another.
    #[must_use]
    pub(crate) fn only_word(&self, mut level: Level) -> Option<Vec<u32>> {
        let mut word = Vec::new();
        while level != Level::EMPTY_WORD {
            let [(low, high, next)] = *self.edges(level) else { return None };
            if low != high {
                return None;
            }
            word.push(low);
            level = next;
        }
        Some(word)
    }

    /// A word that reads well. `None` if there is none.
    #[must_use]
    pub(crate) fn some_word(&self, mut level: Level) -> Option<Vec<u32>> {
        let mut word = Vec::new();
        while level != Level::EMPTY_WORD {
            let edges = self.edges(level);
            let characters = CharSet::from_ranges(edges.iter().map(|edge| (edge.0, edge.1)));
            let character = characters.representative()?;
            let edge = edges.iter().find(|edge| edge.0 <= character && character <= edge.1)?;
            word.push(character);
            level = edge.2;
        }
        Some(word)
    }

    /// How many words there are, at most the largest number there is.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn count(&self, level: Level) -> u64 {
        let states = self.states_of(level);
        let mut counts: FxHashMap<Level, u64> = FxHashMap::default();
        counts.insert(Level::NONE, 0);
        counts.insert(Level::EMPTY_WORD, 1);
        for state in states {
            let sum = self.edges(state).iter().fold(0_u64, |sum, (low, high, next)| {
                sum.saturating_add(u64::from(high - low + 1).saturating_mul(counts[next]))
            });
            counts.insert(state, sum);
        }
        counts[&level]
    }

    /// The states with characters that a language needs, each behind those it leads to.
    #[must_use]
    pub(crate) fn states_of(&self, level: Level) -> Vec<Level> {
        let (mut seen, mut open) = (vec![level], vec![level]);
        while let Some(state) = open.pop() {
            for edge in self.edges(state) {
                if !seen.contains(&edge.2) {
                    seen.push(edge.2);
                    open.push(edge.2);
                }
            }
        }
        seen.retain(|state| *state > Level::EMPTY_WORD);
        seen.sort_unstable();
        seen
    }

    /// The states of [`Levels::states_of`], each with how many characters its words have.
    #[must_use]
    pub(crate) fn states_with_lengths(&self, level: Level) -> Vec<(Level, usize)> {
        let mut lengths: FxHashMap<Level, usize> = FxHashMap::default();
        lengths.insert(Level::EMPTY_WORD, 0);
        let mut all = Vec::new();
        for state in self.states_of(level) {
            let length = self.edges(state).first().map_or(0, |edge| 1 + lengths[&edge.2]);
            lengths.insert(state, length);
            all.push((state, length));
        }
        all
    }
}
