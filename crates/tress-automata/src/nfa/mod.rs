//! Automata with ranges of characters on their edges.
//!
//! Enters: states and edges through [`NfaBuilder`], or an expression (`compile.rs`). Leaves: an
//! immutable [`Nfa`] and the operations of this folder. There are no ε-edges: the constructions
//! here add the edges that ε-edges would represent.
//!
//! Expressions are the lazy side of this crate and need no automaton to be decided. An `Nfa` is for
//! work that looks at states: cutting at states, simulation, counting, drawing.

mod build;
mod closures;
mod compile;
mod determinize;
mod draw;
mod expression;
mod inclusion;
mod layout;
pub(crate) mod limits;
mod minimize;
mod parts;
mod product;
mod simulation;
mod split;
mod text;

pub use crate::explicit::{Edge, Nfa, NfaBuilder};
pub use inclusion::{find_difference, find_distinction};
pub use product::find_common_word;
pub use split::Cut;
pub use text::TextError;

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use crate::charset::CharSet;

impl Nfa {
    /// The characters on edges from `state`, grouped by target in the order of the targets.
    #[must_use]
    pub fn edges_by_target(&self, state: u32) -> Vec<(u32, CharSet)> {
        let mut list: Vec<(u32, u32, u32)> =
            self.edges(state).iter().map(|edge| (edge.target, edge.low, edge.high)).collect();
        list.sort_unstable();
        list.chunk_by(|a, b| a.0 == b.0)
            .map(|group| (group[0].0, CharSet::from_ranges(group.iter().map(|edge| (edge.1, edge.2)))))
            .collect()
    }

    /// Is `word` accepted?
    #[must_use]
    pub fn accepts(&self, word: &[u32]) -> bool {
        let mut current = self.initial().to_vec();
        for &c in word {
            current = self.step(&current, c);
        }
        current.iter().any(|&state| self.is_accepting(state))
    }

    /// The states reached from `from` by `c`, sorted.
    #[must_use]
    pub fn step(&self, from: &[u32], c: u32) -> Vec<u32> {
        let mut next: Vec<u32> = from
            .iter()
            .flat_map(|&state| self.edges(state))
            .filter(|edge| edge.low <= c && c <= edge.high)
            .map(|edge| edge.target)
            .collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The states that can be reached from `from`, those included.
    #[must_use]
    pub fn reachable(&self, from: impl IntoIterator<Item = u32>) -> FixedBitSet {
        let mut seen = FixedBitSet::with_capacity(self.states() as usize);
        let mut stack: Vec<u32> = from.into_iter().collect();
        stack.iter().for_each(|&state| seen.insert(state as usize));
        while let Some(state) = stack.pop() {
            for edge in self.edges(state) {
                if !seen.put(edge.target as usize) {
                    stack.push(edge.target);
                }
            }
        }
        seen
    }

    /// The states from which an accepting state can be reached.
    #[must_use]
    pub fn live(&self) -> FixedBitSet {
        let reversed = self.reverse();
        reversed.reachable(reversed.initial().iter().copied())
    }

    /// For each state the length of the shortest word accepted from it; `u32::MAX` when there is none.
    #[must_use]
    pub fn distances(&self) -> Vec<u32> {
        let reversed = self.reverse();
        let mut distances = vec![u32::MAX; self.states() as usize];
        let mut layer: Vec<u32> = reversed.initial().to_vec();
        let mut distance = 0;
        while !layer.is_empty() {
            layer.retain(|&state| distances[state as usize] == u32::MAX);
            layer.iter().for_each(|&state| distances[state as usize] = distance);
            layer = layer.iter().flat_map(|&state| reversed.edges(state)).map(|edge| edge.target).collect();
            layer.sort_unstable();
            layer.dedup();
            distance += 1;
        }
        distances
    }

    /// Is no word accepted?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let seen = self.reachable(self.initial().iter().copied());
        seen.is_disjoint(&self.accepting)
    }

    /// A shortest accepted word.
    #[must_use]
    pub fn shortest_word(&self) -> Option<Vec<u32>> {
        let distances = self.distances();
        let start = self.initial().iter().copied().min_by_key(|&state| distances[state as usize])?;
        if distances[start as usize] == u32::MAX {
            return None;
        }
        let mut word = Vec::new();
        let mut state = start;
        while distances[state as usize] > 0 {
            let wanted = distances[state as usize] - 1;
            let groups = self.edges_by_target(state);
            let (target, set) = groups.into_iter().find(|group| distances[group.0 as usize] == wanted)?;
            word.push(set.representative()?);
            state = target;
        }
        Some(word)
    }
}

/// What an operation with a cap on its states gives: the automaton, or `None` if it would be
/// larger.
pub(crate) type Capped = Result<Option<Nfa>, Stop>;

/// Polls, and says whether `states` still fits under `cap`.
fn fits(states: usize, cap: usize, budget: &Budget) -> Result<bool, Stop> {
    budget.poll()?;
    Ok(states <= cap)
}

#[cfg(test)]
mod part_tests;
#[cfg(test)]
mod tests;
