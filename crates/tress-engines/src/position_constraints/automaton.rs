//! Deterministic automata over classes of characters, and how long the ways through them are.
//!
//! Enters: one automaton for each variable, and the characters of literals. Leaves: the same automata over
//! classes that no set of characters cuts, lengths of ways between states, and words with given classes at
//! given positions.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_automata::lengths::{LengthSet, walk_lengths};
use tress_automata::nfa::Nfa;
use tress_automata::{CharSet, minterms};
use tress_base::{Budget, Stop};

use super::limits::ENTRIES;

/// Classes of characters: disjoint, and together all characters.
#[derive(Debug)]
pub(super) struct Characters(Vec<CharSet>);

impl Characters {
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The class of a character.
    pub(super) fn class_of(&self, character: u32) -> usize {
        self.0.iter().position(|class| class.contains(character)).expect("classes hold all letters")
    }

    /// Is there one character only?
    pub(super) fn is_single(&self, class: usize) -> bool {
        self.0[class].len() == 1
    }

    /// A character of a class; other numbers give other characters as long as there are any.
    pub(super) fn pick(&self, class: usize, number: usize) -> u32 {
        let set = &self.0[class];
        let first = set.representative().expect("no class is empty");
        if number == 0 {
            return first;
        }
        let number = u32::try_from(number % set.len() as usize).expect("below a small number");
        set.nth(number).unwrap_or(first)
    }
}

/// A step of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) class: usize,
    pub(super) to: u32,
}

/// A deterministic automaton that begins in state 0. Every state lies on the way of a word.
#[derive(Debug)]
pub(super) struct Automaton {
    /// Sorted by the state they leave.
    pub(super) edges: Vec<Edge>,
    accepting: Vec<bool>,
    /// For each state those that one character leads to.
    graph: Vec<Vec<u32>>,
    between: FxHashMap<(u32, u32), LengthSet>,
}

/// The automata over common classes, which the characters of literals cut as well.
pub(super) fn classify(nfas: &[Nfa], literal: impl IntoIterator<Item = u32>) -> (Characters, Vec<Automaton>) {
    let (mut sets, mut positions) = (Vec::new(), Vec::new());
    for (number, nfa) in nfas.iter().enumerate() {
        for state in 0..nfa.states() {
            for (target, characters) in nfa.edges_by_target(state) {
                positions.push((number, state, target));
                sets.push(characters);
            }
        }
    }
    sets.extend(literal.into_iter().map(CharSet::single));
    let mut automata: Vec<Automaton> = nfas.iter().map(Automaton::without_edges).collect();
    let mut classes = Vec::new();
    for (class, (characters, within)) in minterms(&sets).into_iter().enumerate() {
        classes.push(characters);
        for &(number, from, to) in within.iter().filter_map(|index| positions.get(*index as usize)) {
            automata[number].edges.push(Edge { from, class, to });
        }
    }
    automata.iter_mut().for_each(Automaton::finish);
    (Characters(classes), automata)
}

impl Automaton {
    fn without_edges(nfa: &Nfa) -> Self {
        let accepting = (0..nfa.states()).map(|state| nfa.is_accepting(state)).collect();
        Self { edges: Vec::new(), accepting, graph: Vec::new(), between: FxHashMap::default() }
    }

    fn finish(&mut self) {
        self.edges.sort_unstable_by_key(|edge| (edge.from, edge.class));
        self.graph = vec![Vec::new(); self.accepting.len()];
        for edge in &self.edges {
            self.graph[edge.from as usize].push(edge.to);
        }
        for targets in &mut self.graph {
            targets.sort_unstable();
            targets.dedup();
        }
    }

    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The lengths of ways from one state to another.
    pub(super) fn between(&mut self, from: u32, to: u32, budget: &Budget) -> Result<LengthSet, Stop> {
        if let Some(known) = self.between.get(&(from, to)) {
            return Ok(known.clone());
        }
        let lengths = walk_lengths(&self.graph, from, |state| state == to, budget)?;
        self.between.insert((from, to), lengths.clone());
        Ok(lengths)
    }

    /// The lengths of words that are accepted from a state.
    pub(super) fn behind(&self, from: u32, budget: &Budget) -> Result<LengthSet, Stop> {
        walk_lengths(&self.graph, from, |state| self.accepting[state as usize], budget)
    }

    /// A word of this length, as classes, with the given ones at some positions. The outer `None` means that
    /// the table would be too large, the inner that there is no such word.
    pub(super) fn word(
        &self,
        length: usize,
        fixed: &BTreeMap<usize, usize>,
        budget: &Budget,
    ) -> Result<Option<Option<Vec<usize>>>, Stop> {
        if ENTRIES.is_exceeded(length.saturating_mul(self.states()), budget) {
            return Ok(None);
        }
        let fits = |at: usize, edge: &Edge| fixed.get(&at).is_none_or(|class| *class == edge.class);
        // For every position the states from which the rest of a word leads to the end.
        let mut alive = vec![self.accepting.clone()];
        for at in (0..length).rev() {
            budget.poll_many(self.edges.len() as u64 + 1)?;
            let next = alive.last().expect("begun with the end");
            let mut row = vec![false; self.states()];
            for edge in self.edges.iter().filter(|edge| fits(at, edge) && next[edge.to as usize]) {
                row[edge.from as usize] = true;
            }
            alive.push(row);
        }
        alive.reverse();
        if !alive[0].first().is_some_and(|begins| *begins) {
            return Ok(Some(None));
        }
        let (mut state, mut word) = (0, Vec::with_capacity(length));
        for at in 0..length {
            budget.poll()?;
            let first = self.edges.partition_point(|edge| edge.from < state);
            let mut leaving = self.edges[first..].iter().take_while(|edge| edge.from == state);
            let goes_on = |edge: &&Edge| fits(at, edge) && alive[at + 1][edge.to as usize];
            let edge = leaving.find(goes_on).expect("the table says that there is one");
            word.push(edge.class);
            state = edge.to;
        }
        Ok(Some(Some(word)))
    }
}
