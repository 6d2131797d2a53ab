//! From an automaton back to an expression, by eliminating one state after the other.
//!
//! States with few ways through them go first, which keeps the expression small in most cases; it can
//! still grow fast, so it is capped.

use std::collections::{BTreeMap, BTreeSet};

use tress_automata::nfa::Nfa;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::limits::ELIMINATION_WEIGHT;

/// Edges labelled with expressions, kept from both ends.
#[derive(Default)]
struct Graph {
    out: Vec<BTreeMap<u32, Regex>>,
    back: Vec<BTreeSet<u32>>,
}

impl Graph {
    fn add(&mut self, store: &mut RegexStore, from: u32, label: Regex, to: u32) {
        let known = self.out[from as usize].get(&to).copied();
        let label = known.map_or(label, |known| store.union(&[known, label]));
        self.out[from as usize].insert(to, label);
        self.back[to as usize].insert(from);
    }
}

/// The language of `nfa`. Returns `None` if the expression would be too large.
pub(crate) fn to_regex(store: &mut RegexStore, nfa: &Nfa, budget: &Budget) -> Result<Option<Regex>, Stop> {
    let count = nfa.states();
    let (start, end) = (count, count + 1);
    let size = count as usize + 2;
    let mut graph = Graph { out: vec![BTreeMap::new(); size], back: vec![BTreeSet::new(); size] };
    for state in 0..count {
        for (target, set) in nfa.edges_by_target(state) {
            let label = store.chars(set);
            graph.add(store, state, label, target);
        }
    }
    nfa.initial().iter().for_each(|&state| graph.add(store, start, Regex::EPSILON, state));
    nfa.accepting().for_each(|state| graph.add(store, state, Regex::EPSILON, end));
    let before = store.weight();
    let mut left: Vec<u32> = (0..count).collect();
    while !left.is_empty() {
        budget.poll_many(left.len() as u64)?;
        if ELIMINATION_WEIGHT.is_exceeded(store.weight() - before, budget) {
            return Ok(None);
        }
        let ways = |state: &u32| {
            let (ins, outs) = (graph.back[*state as usize].len(), graph.out[*state as usize].len());
            (ins * outs, *state)
        };
        let Some(index) = (0..left.len()).min_by_key(|&index| ways(&left[index])) else { break };
        let state = left.swap_remove(index);
        eliminate(&mut graph, state, store, budget)?;
    }
    Ok(Some(graph.out[start as usize].get(&end).copied().unwrap_or(Regex::NONE)))
}

/// Replaces every way through `state` by an edge.
fn eliminate(graph: &mut Graph, state: u32, store: &mut RegexStore, budget: &Budget) -> Result<(), Stop> {
    let mut outs = std::mem::take(&mut graph.out[state as usize]);
    let ins = std::mem::take(&mut graph.back[state as usize]);
    let around = outs.remove(&state).map_or(Regex::EPSILON, |label| store.star(label));
    for &to in outs.keys() {
        graph.back[to as usize].remove(&state);
    }
    for from in ins {
        if from == state {
            continue;
        }
        let Some(label) = graph.out[from as usize].remove(&state) else { continue };
        for (&to, &next) in &outs {
            budget.poll()?;
            let through = store.concat(&[label, around, next]);
            graph.add(store, from, through, to);
        }
    }
    Ok(())
}
