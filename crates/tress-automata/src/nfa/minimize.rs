//! The smallest deterministic automaton.
//!
//! Partition refinement by signatures (Moore 1956): states stay together while their edges lead, range by
//! range, to the same classes. Only states with an edge into a class that was split are looked at again, and
//! the largest part of a class keeps its number (Hopcroft 1971), so that edges are looked at a logarithmic
//! number of times.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Capped, Nfa};

/// Whether a state accepts, and the ranges that lead to each class.
type Signature = (bool, Vec<(u32, u32, u32)>);

impl Nfa {
    /// The minimal deterministic automaton, without a dead state. Returns `None` if determinising it needs
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
    let mut partition = Partition::new(dfa);
    while let Some(class) = partition.next_class() {
        partition.split(class, budget)?;
    }
    Ok((partition.members.len() as u32, partition.classes))
}

/// Classes of states that no word looked at so far distinguishes.
///
/// Invariant: `members[c]` holds the states of class `c`, each at the index in `indices`. The last
/// `changed[c]` of them have an edge to a state that went into another class; all others have equal
/// signatures.
struct Partition<'a> {
    dfa: &'a Nfa,
    reversed: Nfa,
    classes: Vec<u32>,
    members: Vec<Vec<u32>>,
    indices: Vec<usize>,
    changed: Vec<usize>,
    /// Classes with changed states; some no longer have any.
    open: Vec<u32>,
}

impl<'a> Partition<'a> {
    /// All states in one class, with all signatures unknown.
    fn new(dfa: &'a Nfa) -> Self {
        let states = dfa.states();
        let is_empty = states == 0;
        Self {
            dfa,
            reversed: dfa.reverse(),
            classes: vec![0; states as usize],
            members: if is_empty { Vec::new() } else { vec![(0..states).collect()] },
            indices: (0..states as usize).collect(),
            changed: if is_empty { Vec::new() } else { vec![states as usize] },
            open: if is_empty { Vec::new() } else { vec![0] },
        }
    }

    fn next_class(&mut self) -> Option<u32> {
        loop {
            let class = self.open.pop()?;
            if self.changed[class as usize] > 0 {
                return Some(class);
            }
        }
    }

    /// Splits a class by signatures. The largest part stays the class, so that a state is moved only into a
    /// class of at most half the size.
    fn split(&mut self, class: u32, budget: &Budget) -> Result<(), Stop> {
        let mut same = std::mem::take(&mut self.members[class as usize]);
        let count = std::mem::take(&mut self.changed[class as usize]);
        let changed = same.split_off(same.len() - count);
        let settled = same.len();
        let mut numbers: FxHashMap<Signature, usize> = FxHashMap::default();
        let mut parts: Vec<Vec<u32>> = Vec::new();
        if let Some(&state) = same.first() {
            numbers.insert(signature(self.dfa, state, &self.classes), 0);
            parts.push(same);
        }
        for state in changed {
            budget.poll_many(1 + self.dfa.edges(state).len() as u64)?;
            let part = *numbers.entry(signature(self.dfa, state, &self.classes)).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(state);
        }
        let largest = (0..parts.len()).max_by_key(|&part| parts[part].len()).unwrap_or(0);
        let kept = parts.remove(largest);
        self.record(&kept, if largest == 0 { settled } else { 0 });
        self.members[class as usize] = kept;
        let first_new = self.members.len();
        for part in parts {
            self.record(&part, 0);
            part.iter().for_each(|&state| self.classes[state as usize] = self.members.len() as u32);
            self.members.push(part);
            self.changed.push(0);
        }
        // Marking changes the order of members.
        for state in self.members[first_new..].concat() {
            self.mark_sources(state, budget)?;
        }
        Ok(())
    }

    /// Records the indices of the states, from the index `first` on.
    fn record(&mut self, states: &[u32], first: usize) {
        for (index, &state) in states.iter().enumerate().skip(first) {
            self.indices[state as usize] = index;
        }
    }

    /// The states with an edge to `state` are changed. They go to the end of their classes.
    fn mark_sources(&mut self, state: u32, budget: &Budget) -> Result<(), Stop> {
        budget.poll_many(1 + self.reversed.edges(state).len() as u64)?;
        for edge in self.reversed.edges(state) {
            let source = edge.target;
            let class = self.classes[source as usize] as usize;
            let border = self.members[class].len() - self.changed[class];
            let index = self.indices[source as usize];
            if index < border {
                let other = self.members[class][border - 1];
                self.members[class].swap(index, border - 1);
                self.indices[source as usize] = border - 1;
                self.indices[other as usize] = index;
                self.changed[class] += 1;
                self.open.push(class as u32);
            }
        }
        Ok(())
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
    (dfa.is_accepting(state), ranges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nfa::NfaBuilder;

    /// A long word before a loop: each state differs from the others only after the rest of the word.
    #[test]
    fn long_words_cost_little_more_than_their_length() {
        let length = 20_000;
        let mut builder = NfaBuilder::new();
        builder.set_initial(0);
        for state in 0..length {
            builder.add_edge(state, (97, 97), state + 1);
        }
        builder.add_edge(length, (0, 98), length);
        builder.set_accepting(length);
        let budget = Budget::unlimited();
        let minimal = builder.build().minimize(usize::MAX, &budget).unwrap().unwrap();
        assert_eq!(minimal.states(), length + 1);
        assert!(budget.used() < 2_000_000, "{} steps", budget.used());
    }
}
