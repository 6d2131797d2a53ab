//! The search for a word, from state to state.
//!
//! Enters: an expression. Leaves: a state through which a word leads, or the proof that there is none. Best
//! first, with antichains and leaps; the head of this folder says why.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::leap::{self, Outline, Shape};
use super::limits::VERDICTS;
use super::{Hunt, shortest_classical_word};
use crate::antichain::{Antichain, Insertion};
use crate::charset::CharSet;
use crate::machine::{self, MachineState};
use crate::matching::matches_runs;
use crate::regex::{Regex, RegexStore};
use crate::runs::Runs;

/// A state met by the search and how it was reached.
#[derive(Clone, Copy)]
struct Node {
    state: MachineState,
    parent: u32,
    via: u32,
    depth: u64,
    superfluous: bool,
}

/// A character that denotes a leap: the word since a node that the search keeps is repeated.
const LEAP: u32 = u32::MAX;

const NO_PARENT: u32 = u32::MAX;

/// A search that can be interrupted by its budget and taken up again.
pub(super) struct Search {
    root: Regex,
    started: bool,
    hunt: Hunt,
    nodes: Vec<Node>,
    /// Nodes to expand, by the least length of a word through them.
    open: BTreeMap<u64, Vec<u32>>,
    known: FxHashMap<MachineState, u32>,
    antichain: Antichain,
    leap_after: usize,
    /// The newest node of each shape.
    shapes: FxHashMap<Shape, (u32, Outline)>,
    /// Where the word that a leap repeats begins.
    leaps: FxHashMap<u32, u64>,
}

impl Search {
    pub(super) fn new(root: Regex, hunt: Hunt, leap_after: usize) -> Self {
        Self {
            root,
            started: false,
            hunt,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            known: FxHashMap::default(),
            antichain: Antichain::default(),
            leap_after,
            shapes: FxHashMap::default(),
            leaps: FxHashMap::default(),
        }
    }

    /// Gives a node through which an accepted word is known, or `None` if there is no word.
    pub(super) fn run(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<u32>, Stop> {
        if !self.started {
            let states = machine::start_states(store, self.root, budget)?;
            self.started = true;
            for state in states {
                if let Some(node) = self.meet(store, state, (NO_PARENT, 0), 0) {
                    return Ok(Some(node));
                }
            }
        }
        while let Some((rank, node)) = self.next_open() {
            let answer = self.expand(store, node, budget);
            if answer.is_err() {
                self.open.entry(rank).or_default().push(node);
            }
            if let Some(found) = answer? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Meets the successors of a node. Gives a node through which an accepted word is known. When
    /// the budget ends, nothing has changed.
    fn expand(&mut self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<Option<u32>, Stop> {
        budget.poll()?;
        let Node { state, superfluous, depth, .. } = self.nodes[node as usize];
        if superfluous {
            return Ok(None);
        }
        if state.accepts(store) || state.is_surely_live(store) {
            return Ok(Some(node));
        }
        for step in machine::steps(store, state, budget)? {
            let c = CharSet::from_ranges(step.ranges).representative().unwrap_or(0);
            let before = self.nodes.len();
            if let Some(found) = self.meet(store, step.target, (node, c), depth + 1) {
                return Ok(Some(found));
            }
            if before >= self.leap_after && self.nodes.len() > before {
                let met = before as u32;
                if let Some(found) = self.leap(store, met) {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The most promising node; among equals the newest.
    fn next_open(&mut self) -> Option<(u64, u32)> {
        let mut entry = self.open.first_entry()?;
        let rank = *entry.key();
        let node = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        Some((rank, node?))
    }

    /// Enters a state reached from `parent` by `via`. Gives the node when any word will do and this
    /// state has one.
    fn meet(
        &mut self,
        store: &RegexStore,
        state: MachineState,
        (parent, via): (u32, u32),
        depth: u64,
    ) -> Option<u32> {
        let by_depth = self.hunt == Hunt::Shortest;
        if let Some(&old) = self.known.get(&state)
            && (!by_depth || self.nodes[old as usize].depth <= depth)
        {
            return None;
        }
        let verdict = store.verdicts.get(state.must, state.must_not);
        if verdict == Some(false) {
            return None;
        }
        let node = self.nodes.len() as u32;
        if state.must_not != Regex::NONE || !store.is_classical(state.must) {
            match self.antichain.enter(store, state, depth, node, by_depth) {
                Insertion::Superfluous => return None,
                Insertion::Kept(removed) => {
                    removed.iter().for_each(|&old| self.nodes[old as usize].superfluous = true);
                }
            }
        }
        self.known.insert(state, node);
        self.nodes.push(Node { state, parent, via, depth, superfluous: false });
        // Behind a leap only a word that can be written down counts.
        let known_live = self.hunt == Hunt::Existence && verdict == Some(true) && self.leaps.is_empty();
        if known_live || (!by_depth && (state.accepts(store) || state.is_surely_live(store))) {
            return Some(node);
        }
        let needed = store.min_length(state.must);
        let rank = if by_depth { needed.saturating_add(depth) } else { needed };
        self.open.entry(rank).or_default().push(node);
        None
    }

    /// Goes on from a node as often as the way from the last node of its shape can be repeated.
    /// Gives the node that [`Search::meet`] gives.
    fn leap(&mut self, store: &mut RegexStore, node: u32) -> Option<u32> {
        let Node { state, depth, .. } = self.nodes[node as usize];
        let now = leap::outline(store, state)?;
        let target = self.shapes.get(&now.shape).and_then(|(last, before)| {
            let rounds = now.rounds_since(before).filter(|_| self.is_above(*last, node))?;
            let start = self.nodes[*last as usize].depth;
            let depth = (depth - start).checked_mul(rounds)?.checked_add(depth)?;
            Some((now.after(store, before, rounds), start, depth))
        });
        self.shapes.insert(now.shape.clone(), (node, now));
        let (target, start, depth) = target?;
        let next = self.nodes.len() as u32;
        let found = self.meet(store, target, (node, LEAP), depth);
        if self.nodes.len() as u32 > next {
            self.leaps.insert(next, start);
        }
        found
    }

    /// Does the way to `node` lead through `other`?
    fn is_above(&self, other: u32, node: u32) -> bool {
        let depth = self.nodes[other as usize].depth;
        let mut at = node;
        while at != NO_PARENT && self.nodes[at as usize].depth > depth {
            at = self.nodes[at as usize].parent;
        }
        at == other
    }

    /// Is there a leap on the way to `node`?
    pub(super) fn leaps_to(&self, node: u32) -> bool {
        let mut at = node;
        while at != NO_PARENT && self.nodes[at as usize].via != LEAP {
            at = self.nodes[at as usize].parent;
        }
        at != NO_PARENT
    }

    /// Is the word through `node` accepted? A word that is too long to be read is taken for wrong.
    pub(super) fn is_right(&self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<bool, Stop> {
        match Stop::unless_gave_up(self.word_through(store, node, budget))? {
            None => Ok(false),
            Some(word) => matches_runs(store, self.root, &word, budget),
        }
    }

    /// After a search that found nothing: every state it met is empty.
    pub(super) fn remember_dead(&self, store: &mut RegexStore, budget: &Budget) {
        if !VERDICTS.is_exceeded(store.verdicts.len() + self.nodes.len(), budget) {
            for Node { state, .. } in &self.nodes {
                store.verdicts.insert(state.must, state.must_not, false);
            }
        }
    }

    /// The states on the way to a state with a word have words, as far back as single steps lead.
    pub(super) fn remember_live(&self, store: &mut RegexStore, node: u32, budget: &Budget) {
        let mut at = node;
        while at != NO_PARENT && !VERDICTS.is_exceeded(store.verdicts.len() + 1, budget) {
            let Node { state, parent, via, .. } = self.nodes[at as usize];
            store.verdicts.insert(state.must, state.must_not, true);
            at = if via == LEAP { NO_PARENT } else { parent };
        }
    }

    /// The word that leads to `node`, and from there to acceptance.
    pub(super) fn word_through(
        &self,
        store: &mut RegexStore,
        node: u32,
        budget: &Budget,
    ) -> Result<Runs, Stop> {
        let mut way = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].parent != NO_PARENT {
            way.push(at);
            at = self.nodes[at as usize].parent;
        }
        let mut word = Runs::new();
        for at in way.into_iter().rev() {
            let Node { via, depth, .. } = self.nodes[at as usize];
            if via != LEAP {
                word.push(via, 1);
                continue;
            }
            let round = word.part(self.leaps[&at], u64::MAX);
            let times = (depth - word.len()) / round.len().max(1);
            word.push_copies(&round, times, budget)?;
        }
        let state = self.nodes[node as usize].state;
        if !state.accepts(store) {
            let rest = shortest_classical_word(store, state.must, budget)?;
            word.push_copies(&rest, 1, budget)?;
        }
        Ok(word)
    }
}
