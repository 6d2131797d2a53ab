//! Nondeterministic automata as data: states, edges with ranges of characters, initial and accepting states.
//!
//! Enters: states and edges through [`NfaBuilder`]. Leaves: an immutable [`Nfa`], whose edges are in
//! canonical order.

use fixedbitset::FixedBitSet;

use crate::charset::{CharRange, MAX_CHAR};

/// An edge: any character from `low` to `high` leads to `target`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The first character.
    pub low: u32,
    /// The last character.
    pub high: u32,
    /// The state reached.
    pub target: u32,
}

/// A nondeterministic automaton.
///
/// Invariant: the edges of a state are sorted, and two edges of a state with the same target are
/// neither overlapping nor adjacent. Initial states are sorted and distinct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nfa {
    pub(crate) initial: Vec<u32>,
    pub(crate) accepting: FixedBitSet,
    /// The edges of state `s` are `edges[offsets[s]..offsets[s + 1]]`.
    offsets: Vec<u32>,
    edges: Vec<Edge>,
}

impl Nfa {
    /// How many states there are; they are numbered from 0.
    #[must_use]
    pub fn states(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The initial states, sorted.
    #[must_use]
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// Is `state` accepting?
    #[must_use]
    #[inline]
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting.contains(state as usize)
    }

    /// The accepting states, in increasing order.
    pub fn accepting(&self) -> impl Iterator<Item = u32> + '_ {
        self.accepting.ones().map(|state| state as u32)
    }

    /// The edges that leave `state`, sorted.
    #[must_use]
    #[inline]
    pub fn edges(&self, state: u32) -> &[Edge] {
        let (from, to) = (self.offsets[state as usize], self.offsets[state as usize + 1]);
        &self.edges[from as usize..to as usize]
    }

    /// Is there at most one way to read a word: one initial state, edges that do not overlap?
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.initial.len() <= 1
            && (0..self.states())
                .all(|state| self.edges(state).windows(2).all(|pair| pair[0].high < pair[1].low))
    }
}

/// Collects states and edges in any order.
#[derive(Clone, Default, Debug)]
pub struct NfaBuilder {
    states: u32,
    initial: Vec<u32>,
    accepting: Vec<u32>,
    edges: Vec<(u32, Edge)>,
}

impl NfaBuilder {
    /// No states yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.states
    }

    /// A new state.
    pub fn add_state(&mut self) -> u32 {
        self.states += 1;
        self.states - 1
    }

    /// Makes sure that the states below `count` exist.
    pub fn reserve_states(&mut self, count: u32) {
        self.states = self.states.max(count);
    }

    /// Words may begin here.
    pub fn set_initial(&mut self, state: u32) {
        self.reserve_states(state + 1);
        self.initial.push(state);
    }

    /// Words may end here.
    pub fn set_accepting(&mut self, state: u32) {
        self.reserve_states(state + 1);
        self.accepting.push(state);
    }

    /// Any character of `range` leads from one state to the other. Characters outside the alphabet
    /// are left out.
    pub fn add_edge(&mut self, from: u32, (low, high): CharRange, target: u32) {
        self.reserve_states(from.max(target) + 1);
        let high = high.min(MAX_CHAR);
        if low <= high {
            self.edges.push((from, Edge { low, high, target }));
        }
    }

    /// The automaton, with edges in canonical order.
    #[must_use]
    pub fn build(mut self) -> Nfa {
        self.edges.sort_unstable_by_key(|&(from, edge)| (from, edge.target, edge.low, edge.high));
        let mut merged: Vec<(u32, Edge)> = Vec::with_capacity(self.edges.len());
        for (from, edge) in self.edges {
            match merged.last_mut() {
                Some((last_from, last))
                    if *last_from == from && last.target == edge.target && edge.low <= last.high + 1 =>
                {
                    last.high = last.high.max(edge.high);
                }
                _ => merged.push((from, edge)),
            }
        }
        merged.sort_unstable();
        let mut offsets = vec![0_u32; self.states as usize + 1];
        merged.iter().for_each(|&(from, _)| offsets[from as usize + 1] += 1);
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        self.initial.sort_unstable();
        self.initial.dedup();
        let mut accepting = FixedBitSet::with_capacity(self.states as usize);
        self.accepting.iter().for_each(|&state| accepting.insert(state as usize));
        let edges = merged.into_iter().map(|(_, edge)| edge).collect();
        Nfa { initial: self.initial, accepting, offsets, edges }
    }

    /// Adds all states and edges of `nfa`; gives the number that its state 0 has here.
    pub(crate) fn embed(&mut self, nfa: &Nfa) -> u32 {
        let shift = self.states;
        self.states += nfa.states();
        for state in 0..nfa.states() {
            for edge in nfa.edges(state) {
                self.edges.push((state + shift, Edge { target: edge.target + shift, ..*edge }));
            }
        }
        shift
    }
}
