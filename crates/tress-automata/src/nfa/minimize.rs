//! The smallest deterministic automaton.
//!
//! Partition refinement by signatures (Moore 1956): states stay together while their edges lead, range by
//! range, to the same classes. Meant for automata of up to some thousand states; the rounds are as
//! many as the longest word that tells two states apart.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Capped, Nfa};

/// A class and the ranges that lead to each class.
type Signature = (u32, Vec<(u32, u32, u32)>);

impl Nfa {
    /// The minimal deterministic automaton, without a dead state; nothing when determinising it needs
    /// more than `cap` states. States are numbered in breadth-first order, so equal languages
    /// give equal automata.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn minimize(&self, cap: usize, budget: &Budget) -> Capped {
        let Some(dfa) = self.determinize(cap, budget)? else { return Ok(None) };
        let (count, classes) = refine(&dfa, budget)?;
        Ok(Some(dfa.map_states(count, &classes).breadth_first()))
    }

    /// The same automaton with its states numbered in the order in which they are reached; only for
    /// automata whose states can all be reached.
    fn breadth_first(&self) -> Nfa {
        let mut numbers = vec![u32::MAX; self.states() as usize];
        let mut order: Vec<u32> = self.initial().to_vec();
        order.iter().enumerate().for_each(|(number, &state)| numbers[state as usize] = number as u32);
        let mut at = 0;
        while at < order.len() {
            for edge in self.edges(order[at]) {
                if numbers[edge.target as usize] == u32::MAX {
                    numbers[edge.target as usize] = order.len() as u32;
                    order.push(edge.target);
                }
            }
            at += 1;
        }
        self.map_states(order.len() as u32, &numbers)
    }
}

/// The number of classes and the class of each state.
fn refine(dfa: &Nfa, budget: &Budget) -> Result<(u32, Vec<u32>), Stop> {
    let mut classes: Vec<u32> = (0..dfa.states()).map(|state| u32::from(dfa.is_accepting(state))).collect();
    let mut count = 0;
    loop {
        let mut numbers: FxHashMap<Signature, u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(classes.len());
        for state in 0..dfa.states() {
            budget.poll_many(1 + dfa.edges(state).len() as u64)?;
            let fresh = numbers.len() as u32;
            refined.push(*numbers.entry(signature(dfa, state, &classes)).or_insert(fresh));
        }
        if numbers.len() as u32 == count {
            return Ok((count, refined));
        }
        count = numbers.len() as u32;
        classes = refined;
    }
}

/// Adjacent ranges into one class count as one range.
fn signature(dfa: &Nfa, state: u32, classes: &[u32]) -> Signature {
    let mut ranges: Vec<(u32, u32, u32)> = Vec::new();
    for edge in dfa.edges(state) {
        let class = classes[edge.target as usize];
        match ranges.last_mut() {
            Some(last) if last.2 == class && last.1 + 1 == edge.low => last.1 = edge.high,
            _ => ranges.push((edge.low, edge.high, class)),
        }
    }
    (classes[state as usize], ranges)
}
