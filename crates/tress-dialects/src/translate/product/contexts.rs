//! The contexts in which a position of a word can be.
//!
//! A context is a pair of numbers. The first represents the set of states that the bodies of looks behind
//! have just reached by reading; the second for the set of states of looks ahead that the next symbol can
//! leave towards success. Number 0 is the empty set in both: the start and the end of the word.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::machine::Machine;
use crate::translate::limits::CONTEXT_PAIRS;

/// A context, worked out.
#[derive(Debug)]
struct Resolved {
    truth: Vec<bool>,
    /// For each symbol the first half of the next context.
    step: Vec<u32>,
    /// For each symbol the second half of the context before.
    step_back: Vec<u32>,
}

/// Numbered sets of states.
#[derive(Debug, Default)]
struct Sets {
    sets: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
}

impl Sets {
    fn number(&mut self, set: Vec<u32>) -> u32 {
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() as u32 - 1
        })
    }
}

/// All pairs that can occur, and some that cannot.
pub(crate) struct Contexts<'a> {
    machine: &'a Machine,
    before: Sets,
    after: Sets,
    resolved: FxHashMap<(u32, u32), Resolved>,
}

impl<'a> Contexts<'a> {
    /// Works out every pair. Returns `None` if there are too many.
    pub(crate) fn new(machine: &'a Machine, budget: &Budget) -> Result<Option<Self>, Stop> {
        let mut contexts =
            Self { machine, before: Sets::default(), after: Sets::default(), resolved: FxHashMap::default() };
        contexts.before.number(Vec::new());
        contexts.after.number(Vec::new());
        loop {
            let (befores, afters) = (contexts.before.sets.len(), contexts.after.sets.len());
            if CONTEXT_PAIRS.is_exceeded(befores * afters, budget) {
                return Ok(None);
            }
            for before in 0..befores as u32 {
                for after in 0..afters as u32 {
                    if !contexts.resolved.contains_key(&(before, after)) {
                        budget.poll_many(contexts.machine.symbols.len() as u64)?;
                        let resolved = contexts.resolve(before, after);
                        contexts.resolved.insert((before, after), resolved);
                    }
                }
            }
            if (befores, afters) == (contexts.before.sets.len(), contexts.after.sets.len()) {
                return Ok(Some(contexts));
            }
        }
    }

    fn resolve(&mut self, before: u32, after: u32) -> Resolved {
        let machine = self.machine;
        let mut truth = vec![false; machine.looks.len()];
        for (index, look) in machine.looks.iter().enumerate() {
            // Fragments do not touch each other, so the states of all of them may be closed at once.
            if look.ahead {
                let mut states = self.after.sets[after as usize].clone();
                states.push(look.accept);
                let succeeding = machine.close(states, &truth, true);
                truth[index] = succeeding.binary_search(&look.start).is_ok();
            } else {
                let mut states = self.before.sets[before as usize].clone();
                states.push(look.start);
                let reached = machine.close(states, &truth, false);
                truth[index] = reached.binary_search(&look.accept).is_ok();
            }
        }
        let starts = machine.looks.iter().filter(|look| !look.ahead).map(|look| look.start);
        let mut states: Vec<u32> = starts.chain(self.before.sets[before as usize].iter().copied()).collect();
        states.sort_unstable();
        let reached = machine.close(states, &truth, false);
        let accepts = machine.looks.iter().filter(|look| look.ahead).map(|look| look.accept);
        let states: Vec<u32> = accepts.chain(self.after.sets[after as usize].iter().copied()).collect();
        let succeeding = machine.close(states, &truth, true);
        let symbols = 0..machine.symbols.len() as u32;
        let step = symbols.clone().map(|symbol| self.before.number(moved(&machine.chars, &reached, symbol)));
        let step: Vec<u32> = step.collect();
        let back = symbols.map(|symbol| self.after.number(moved(&machine.chars_back, &succeeding, symbol)));
        Resolved { truth, step, step_back: back.collect() }
    }

    pub(crate) fn before_count(&self) -> u32 {
        self.before.sets.len() as u32
    }

    pub(crate) fn after_count(&self) -> u32 {
        self.after.sets.len() as u32
    }

    /// Which looks hold.
    pub(crate) fn truth(&self, before: u32, after: u32) -> Vec<bool> {
        self.resolved.get(&(before, after)).map(|resolved| resolved.truth.clone()).unwrap_or_default()
    }

    /// The first half of the context after `symbol`.
    pub(crate) fn step(&self, before: u32, after: u32, symbol: u32) -> u32 {
        self.resolved.get(&(before, after)).map_or(0, |resolved| resolved.step[symbol as usize])
    }

    /// The second half of the context before `symbol`.
    pub(crate) fn step_back(&self, before: u32, after: u32, symbol: u32) -> Option<u32> {
        self.resolved.get(&(before, after)).map(|resolved| resolved.step_back[symbol as usize])
    }
}

/// The ends of the edges with this symbol.
fn moved(edges: &[Vec<(u32, u32)>], from: &[u32], symbol: u32) -> Vec<u32> {
    let ends = from.iter().flat_map(|&state| &edges[state as usize]);
    let mut ends: Vec<u32> = ends.filter(|edge| edge.0 == symbol).map(|edge| edge.1).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}
