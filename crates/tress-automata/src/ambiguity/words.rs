//! Shortest words between states, by breadth-first search.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::Graph;

/// A breadth-first search that remembers by which character a node was reached first.
pub(super) struct Search<N> {
    from: FxHashMap<N, Option<(N, u32)>>,
    open: VecDeque<N>,
}

impl<N: Copy + Eq + Hash> Search<N> {
    pub(super) fn new() -> Self {
        Self { from: FxHashMap::default(), open: VecDeque::new() }
    }

    /// Reaches `node`, from another by a character or as a start.
    pub(super) fn reach(&mut self, node: N, from: Option<(N, u32)>) {
        self.from.entry(node).or_insert_with(|| {
            self.open.push_back(node);
            from
        });
    }

    pub(super) fn next(&mut self) -> Option<N> {
        self.open.pop_front()
    }

    pub(super) fn len(&self) -> usize {
        self.from.len()
    }

    /// The start from which `node` was reached, and the word.
    pub(super) fn word(&self, node: N) -> (N, Vec<u32>) {
        let (mut at, mut word) = (node, Vec::new());
        while let Some(&Some((before, character))) = self.from.get(&at) {
            word.push(character);
            at = before;
        }
        word.reverse();
        (at, word)
    }
}

impl Graph {
    /// A shortest word from one of `from` to `to`, through the states that `allowed` lets pass.
    pub(super) fn path(
        &self,
        from: &[u32],
        to: u32,
        allowed: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let mut search = Search::new();
        from.iter().for_each(|&state| search.reach(state, None));
        while let Some(state) = search.next() {
            budget.poll()?;
            if state == to {
                return Ok(Some(search.word(state).1));
            }
            for step in &self.steps[state as usize] {
                if allowed(step.target)
                    && let Some(character) = step.set.representative()
                {
                    search.reach(step.target, Some((state, character)));
                }
            }
        }
        Ok(None)
    }
}
