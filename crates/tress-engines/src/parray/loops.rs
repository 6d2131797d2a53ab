//! Automata as paths of characters and well-formed loops.
//!
//! A loop is well-formed when every way around it has one length and comes back through one state; ways
//! between two positions that all of them pass are stated one by one. Such a loop, repeated `m` times, is a
//! constraint on positions modulo its length. Enters: an automaton. Leaves: all its paths, or `None` if
//! some loop is not well-formed or there are too many paths.

use tress_automata::CharSet;
use tress_automata::nfa::Nfa;
use tress_base::Budget;

use super::limits::{PATH_PIECES, PATHS};

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// One character.
    Character(CharSet),
    /// Any number of rounds.
    Loop(Round),
}

/// One round of a loop: its sections one after the other, each with its ways, all of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) length: usize,
    pub(super) sections: Vec<Vec<Vec<CharSet>>>,
}

/// A way through an automaton.
pub(super) type Path = Vec<Piece>;

/// An edge, with all its characters.
type Step = (u32, CharSet);

struct Walk<'n> {
    nfa: &'n Nfa,
    /// What each state can reach by at least one step.
    reach: Vec<Vec<bool>>,
    steps: Vec<Vec<Step>>,
    found: Vec<Path>,
    budget: &'n Budget,
}

/// All paths of a trimmed automaton.
pub(super) fn paths(nfa: &Nfa, budget: &Budget) -> Option<Vec<Path>> {
    let steps: Vec<Vec<Step>> = (0..nfa.states()).map(|state| nfa.edges_by_target(state)).collect();
    let after = |state: u32| {
        let seen = nfa.reachable(nfa.edges(state).iter().map(|edge| edge.target));
        (0..nfa.states()).map(|other| seen.contains(other as usize)).collect()
    };
    let reach = (0..nfa.states()).map(after).collect();
    let mut walk = Walk { nfa, reach, steps, found: Vec::new(), budget };
    for &state in nfa.initial() {
        walk.from(state, &mut Vec::new())?;
    }
    Some(walk.found)
}

impl Walk<'_> {
    fn is_loop(&self, state: u32) -> bool {
        self.reach[state as usize][state as usize]
    }

    /// Are two states on one loop?
    fn together(&self, a: u32, b: u32) -> bool {
        self.reach[a as usize][b as usize] && self.reach[b as usize][a as usize]
    }

    /// Follows all ways from a state that is entered for the first time. The depth is bounded by the
    /// number of pieces.
    fn from(&mut self, state: u32, path: &mut Path) -> Option<()> {
        if PATH_PIECES.is_exceeded(path.len(), self.budget)
            || PATHS.is_exceeded(self.found.len(), self.budget)
        {
            return None;
        }
        if !self.is_loop(state) {
            return self.leave(state, path);
        }
        let layers = self.layers(state)?;
        let before = path.len();
        path.push(Piece::Loop(self.round(&layers)?));
        // Behind whole rounds a walk may go on for part of one.
        for (depth, layer) in layers.iter().enumerate() {
            for &exit in layer {
                for way in self.ways(&layers, 0, depth, exit)? {
                    let kept = path.len();
                    path.extend(way.into_iter().map(Piece::Character));
                    self.leave(exit, path)?;
                    path.truncate(kept);
                }
            }
        }
        path.truncate(before);
        Some(())
    }

    /// Ends at a state, or leaves its loop.
    fn leave(&mut self, state: u32, path: &mut Path) -> Option<()> {
        if self.nfa.is_accepting(state) {
            self.found.push(path.clone());
            if PATHS.is_exceeded(self.found.len(), self.budget) {
                return None;
            }
        }
        let outside = |step: &&Step| !self.together(state, step.0);
        let steps: Vec<Step> = self.steps[state as usize].iter().filter(outside).cloned().collect();
        for (target, set) in steps {
            path.push(Piece::Character(set));
            self.from(target, path)?;
            path.pop();
        }
        Some(())
    }

    /// The states of a loop by their distance from an entry. `None` if ways around it differ in
    /// length, or do not all come back through the entry.
    fn layers(&self, entry: u32) -> Option<Vec<Vec<u32>>> {
        let mut layers: Vec<Vec<u32>> = vec![vec![entry]];
        let mut known = vec![entry];
        loop {
            let last = layers.last().expect("there is one");
            let inside = |step: &&Step| self.together(entry, step.0);
            let steps = last.iter().flat_map(|state| self.steps[*state as usize].iter().filter(inside));
            let mut next: Vec<u32> = steps.map(|step| step.0).collect();
            next.sort_unstable();
            next.dedup();
            if next == [entry] {
                return Some(layers);
            }
            if next.iter().any(|state| known.contains(state)) {
                return None;
            }
            known.extend(&next);
            layers.push(next);
        }
    }

    fn round(&self, layers: &[Vec<u32>]) -> Option<Round> {
        let cuts: Vec<usize> = (0..layers.len()).filter(|depth| layers[*depth].len() == 1).collect();
        let ends = cuts[1..].iter().copied().chain([layers.len()]);
        let sections = cuts.iter().zip(ends);
        let sections: Option<Vec<Vec<Vec<CharSet>>>> =
            sections.map(|(from, to)| self.ways(layers, *from, to, layers[to % layers.len()][0])).collect();
        Some(Round { length: layers.len(), sections: sections? })
    }

    /// The ways from a layer of one state to a state some layers on.
    fn ways(&self, layers: &[Vec<u32>], from: usize, to: usize, end: u32) -> Option<Vec<Vec<CharSet>>> {
        let mut open: Vec<(u32, Vec<CharSet>)> = vec![(layers[from][0], Vec::new())];
        for depth in from..to {
            let target = &layers[(depth + 1) % layers.len()];
            let mut next = Vec::new();
            for (state, way) in open {
                for (goal, set) in &self.steps[state as usize] {
                    if target.contains(goal) && (depth + 1 < to || *goal == end) {
                        let mut way = way.clone();
                        way.push(set.clone());
                        next.push((*goal, way));
                    }
                }
            }
            if PATHS.is_exceeded(next.len(), self.budget) {
                return None;
            }
            open = next;
        }
        Some(open.into_iter().map(|(_, way)| way).collect())
    }
}
