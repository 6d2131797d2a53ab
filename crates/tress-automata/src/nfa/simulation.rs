//! Fewer states by simulation.
//!
//! State `q` simulates `p` when `q` accepts if `p` does and can follow every edge of `p` to a state that
//! again simulates. Then every word from `p` is a word from `q`. States that simulate each other are
//! merged, and an edge is dropped when another edge on the same characters leads to a state that
//! simulates its target. The relation is computed by plain refinement over bit sets, so the method is
//! for automata of up to about a thousand states.

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::limits::SIMULATION_STATES;
use super::{Nfa, NfaBuilder};
use crate::charset::{CharSet, minterms};

/// `simulators[p]` holds the states that simulate `p`.
type Simulators = Vec<FixedBitSet>;

impl Nfa {
    /// An automaton with the same words and at most as many states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn reduce(&self, budget: &Budget) -> Result<Nfa, Stop> {
        let nfa = self.trim();
        if SIMULATION_STATES.is_exceeded(nfa.states() as usize, budget) || nfa.states() == 0 {
            return Ok(nfa);
        }
        let simulators = simulation(&nfa, budget)?;
        Ok(nfa.merge_equals(&simulators).trim())
    }

    fn merge_equals(&self, simulators: &Simulators) -> Nfa {
        let representative = |state: u32| {
            let equal = |other: &usize| simulators[*other].contains(state as usize);
            simulators[state as usize].ones().find(equal).map_or(state, |other| other as u32)
        };
        let representatives: Vec<u32> = (0..self.states()).map(representative).collect();
        let mut builder = NfaBuilder::new();
        builder.reserve_states(self.states());
        let strictly_below = |p: u32, q: u32| {
            simulators[p as usize].contains(q as usize) && !simulators[q as usize].contains(p as usize)
        };
        let initial = self.initial();
        let needless = |state: u32| initial.iter().any(|&other| strictly_below(state, other));
        initial
            .iter()
            .filter(|&&state| !needless(state))
            .for_each(|&state| builder.set_initial(representatives[state as usize]));
        self.accepting().for_each(|state| builder.set_accepting(representatives[state as usize]));
        for state in (0..self.states()).filter(|&state| representatives[state as usize] == state) {
            let groups = self.edges_by_target(state);
            for (target, set) in &groups {
                let covered = groups
                    .iter()
                    .filter(|other| strictly_below(*target, other.0))
                    .fold(CharSet::empty(), |covered, other| covered.union(&other.1));
                for &range in set.difference(&covered).ranges() {
                    builder.add_edge(state, range, representatives[*target as usize]);
                }
            }
        }
        builder.build()
    }
}

/// The largest simulation relation.
fn simulation(nfa: &Nfa, budget: &Budget) -> Result<Simulators, Stop> {
    let successors = successors_by_class(nfa);
    let states = nfa.states() as usize;
    let mut simulators: Simulators = (0..states)
        .map(|p| {
            let mut row = FixedBitSet::with_capacity(states);
            row.insert_range(..);
            if nfa.is_accepting(p as u32) {
                row.intersect_with(&nfa.accepting);
            }
            row
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for p in 0..states {
            let candidates: Vec<usize> = simulators[p].ones().filter(|&q| q != p).collect();
            for q in candidates {
                budget.poll_many(1 + successors[p].len() as u64)?;
                if !can_follow(&successors[p], &successors[q], &simulators) {
                    simulators[p].set(q, false);
                    changed = true;
                }
            }
        }
    }
    Ok(simulators)
}

/// For each state the pairs of a character class and a target, and for each class the targets as a
/// set of bits.
fn successors_by_class(nfa: &Nfa) -> Vec<Vec<(u32, FixedBitSet)>> {
    let groups: Vec<Vec<(u32, CharSet)>> =
        (0..nfa.states()).map(|state| nfa.edges_by_target(state)).collect();
    let mut sets: Vec<CharSet> = groups.iter().flatten().map(|group| group.1.clone()).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut classes_of_set: Vec<Vec<u32>> = vec![Vec::new(); sets.len()];
    for (class, (_, members)) in minterms(&sets).iter().enumerate() {
        members.iter().for_each(|&set| classes_of_set[set as usize].push(class as u32));
    }
    groups
        .iter()
        .map(|groups| {
            let mut by_class: std::collections::BTreeMap<u32, FixedBitSet> =
                std::collections::BTreeMap::new();
            for (target, set) in groups {
                let at = sets.binary_search(set).unwrap_or(0);
                for &class in &classes_of_set[at] {
                    let empty = || FixedBitSet::with_capacity(nfa.states() as usize);
                    by_class.entry(class).or_insert_with(empty).insert(*target as usize);
                }
            }
            by_class.into_iter().collect()
        })
        .collect()
}

/// Can every step of `p` be answered by a step of `q` to a simulator of its target?
fn can_follow(p: &[(u32, FixedBitSet)], q: &[(u32, FixedBitSet)], simulators: &Simulators) -> bool {
    p.iter().all(|(class, targets)| {
        let Ok(at) = q.binary_search_by_key(class, |step| step.0) else { return false };
        targets.ones().all(|target| !simulators[target].is_disjoint(&q[at].1))
    })
}
