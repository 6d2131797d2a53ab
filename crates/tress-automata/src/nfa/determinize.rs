//! The subset construction, and what needs it: deterministic and complement automata.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::Budget;

use super::{Capped, Edge, Nfa, NfaBuilder, fits};
use crate::charset::{CharRange, MAX_CHAR};

/// Calls `visit` for every range of characters with the sorted set of states it leads to from the set
/// `from`; with `complete`, also for ranges that lead nowhere.
pub(super) fn for_subset_steps(
    nfa: &Nfa,
    from: &[u32],
    complete: bool,
    mut visit: impl FnMut(CharRange, Vec<u32>),
) {
    let mut edges: Vec<Edge> = from.iter().flat_map(|&state| nfa.edges(state)).copied().collect();
    edges.sort_unstable();
    let mut active: Vec<Edge> = Vec::new();
    let (mut next, mut low) = (0, 0);
    while low <= MAX_CHAR {
        active.retain(|edge| edge.high >= low);
        while let Some(edge) = edges.get(next).filter(|edge| edge.low <= low) {
            active.push(*edge);
            next += 1;
        }
        let mut high = edges.get(next).map_or(MAX_CHAR, |edge| edge.low - 1);
        high = active.iter().fold(high, |high, edge| high.min(edge.high));
        if complete || !active.is_empty() {
            let mut targets: Vec<u32> = active.iter().map(|edge| edge.target).collect();
            targets.sort_unstable();
            targets.dedup();
            visit((low, high), targets);
        }
        low = high + 1;
    }
}

impl Nfa {
    /// A deterministic automaton with the same words. Returns `None` if it needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn determinize(&self, cap: usize, budget: &Budget) -> Capped {
        let nfa = self.trim();
        if nfa.is_deterministic() {
            return Ok(fits(nfa.states() as usize, cap, budget)?.then_some(nfa));
        }
        Ok(nfa.subset_automaton(false, cap, budget)?.map(|nfa| nfa.trim()))
    }

    /// A deterministic automaton of all other words. Returns `None` if it needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn complement(&self, cap: usize, budget: &Budget) -> Capped {
        let Some(mut nfa) = self.subset_automaton(true, cap, budget)? else { return Ok(None) };
        nfa.accepting.toggle_range(..);
        Ok(Some(nfa.trim()))
    }

    fn subset_automaton(&self, complete: bool, cap: usize, budget: &Budget) -> Capped {
        let start: Arc<[u32]> = self.initial().into();
        let mut numbers: FxHashMap<Arc<[u32]>, u32> = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut builder = NfaBuilder::new();
        builder.set_initial(0);
        let mut at = 0;
        while at < sets.len() {
            if !fits(sets.len(), cap, budget)? {
                return Ok(None);
            }
            let set = sets[at].clone();
            budget.poll_many(set.len() as u64)?;
            if set.iter().any(|&state| self.is_accepting(state)) {
                builder.set_accepting(at as u32);
            }
            for_subset_steps(self, &set, complete, |range, targets| {
                let targets: Arc<[u32]> = targets.into();
                let target = *numbers.entry(targets).or_insert_with_key(|targets| {
                    sets.push(targets.clone());
                    sets.len() as u32 - 1
                });
                builder.add_edge(at as u32, range, target);
            });
            at += 1;
        }
        Ok(Some(builder.build()))
    }
}
