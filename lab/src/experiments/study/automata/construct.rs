//! Automata with ε-moves from patterns: Thompson's construction, with states merged wherever the language cannot
//! notice.
//!
//! Enters: a [`Pattern`]. Leaves: an [`EpsilonAutomaton`], whose labels are numbers of character sets in a table.
//! Two states become one when nothing leaves the first or nothing enters the second. A `+` is a copy
//! and a star; bounded repetitions are copies, of which those beyond the lower bound may be the last.

use tress_automata::CharSet;

use crate::experiments::study::pattern::{Node, Pattern};

/// An automaton whose moves read a character of a set, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EpsilonAutomaton {
    pub(crate) states: u32,
    /// Moves that read nothing.
    pub(crate) epsilon: Vec<(u32, u32)>,
    /// Moves with the number of their set.
    pub(crate) moves: Vec<(u32, u32, u32)>,
    pub(crate) initial: u32,
    pub(crate) finals: Vec<u32>,
}

/// The automaton of a pattern. Its sets are added to `sets`, each once.
pub(crate) fn construct(pattern: &Pattern, sets: &mut Vec<CharSet>) -> EpsilonAutomaton {
    let mut done: Vec<EpsilonAutomaton> = Vec::new();
    for node in &pattern.nodes {
        let built = match node {
            Node::Set(set) => EpsilonAutomaton::of_set(number_of(set, sets)),
            Node::Concat(items) => items
                .iter()
                .fold(EpsilonAutomaton::empty_word(), |before, &item| before.followed_by(&done[item])),
            Node::Alternate(items) => {
                EpsilonAutomaton::alternate(&items.iter().map(|&item| &done[item]).collect::<Vec<_>>())
            }
            Node::Repeat { body, low, high } => done[*body].repeated(*low, *high),
        };
        done.push(built);
    }
    done.pop().unwrap_or_else(EpsilonAutomaton::empty_word)
}

fn number_of(set: &CharSet, sets: &mut Vec<CharSet>) -> u32 {
    let known = sets.iter().position(|known| known == set);
    known.unwrap_or_else(|| {
        sets.push(set.clone());
        sets.len() - 1
    }) as u32
}

impl EpsilonAutomaton {
    fn empty_word() -> Self {
        Self { states: 1, epsilon: Vec::new(), moves: Vec::new(), initial: 0, finals: vec![0] }
    }

    fn of_set(label: u32) -> Self {
        Self { states: 2, epsilon: Vec::new(), moves: vec![(0, label, 1)], initial: 0, finals: vec![1] }
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.epsilon.iter().copied().chain(self.moves.iter().map(|&(from, _, to)| (from, to)))
    }

    /// Does nothing lead back to the start?
    fn starts_clean(&self) -> bool {
        self.edges().all(|(_, to)| to != self.initial)
    }

    /// The only final state, when nothing leaves it.
    fn sink(&self) -> Option<u32> {
        let [only] = self.finals[..] else { return None };
        self.edges().all(|(from, _)| from != only).then_some(only)
    }

    /// Takes the states and moves of `other` over, its state 0 as the next number here and its initial state as
    /// `start`, if that is given. Gives the map of states.
    fn embed(&mut self, other: &Self, start: Option<u32>) -> impl Fn(u32) -> u32 + use<> {
        let (shift, initial) = (self.states, other.initial);
        let map = move |state: u32| match start {
            Some(start) if state == initial => start,
            // States behind the one that is merged close the gap.
            Some(_) if state > initial => state + shift - 1,
            _ => state + shift,
        };
        self.states += other.states - u32::from(start.is_some());
        self.epsilon.extend(other.epsilon.iter().map(|&(from, to)| (map(from), map(to))));
        self.moves.extend(other.moves.iter().map(|&(from, label, to)| (map(from), label, map(to))));
        map
    }

    /// A word of this, then one of the other.
    fn followed_by(&self, other: &Self) -> Self {
        let mut result = self.clone();
        let sink = self.sink();
        let map = result.embed(other, sink);
        if sink.is_none() {
            let links = self.finals.iter().map(|&end| (end, map(other.initial)));
            result.epsilon.extend(links);
        }
        result.finals = other.finals.iter().map(|&state| map(state)).collect();
        result
    }

    /// A word of any.
    fn alternate(items: &[&Self]) -> Self {
        let mut result = Self::empty_word();
        result.finals.clear();
        let merged = items.iter().all(|item| item.starts_clean());
        for item in items {
            let map = result.embed(item, merged.then_some(0));
            if !merged {
                result.epsilon.push((0, map(item.initial)));
            }
            result.finals.extend(item.finals.iter().map(|&state| map(state)));
        }
        result.finals.sort_unstable();
        result.finals.dedup();
        result
    }

    /// The same words, with a start to which nothing leads back.
    fn with_clean_start(&self) -> Self {
        if self.starts_clean() {
            return self.clone();
        }
        let mut result = Self::empty_word();
        let map = result.embed(self, None);
        result.epsilon.push((0, map(self.initial)));
        result.finals = self.finals.iter().map(|&state| map(state)).collect();
        result
    }

    /// Any number of words of this.
    fn star(&self) -> Self {
        let body = self.with_clean_start();
        if let Some(sink) = body.sink().filter(|&sink| sink != body.initial) {
            return body.with_end_at_start(sink);
        }
        let mut result = body.clone();
        result.epsilon.extend(body.finals.iter().map(|&end| (end, body.initial)));
        if !result.finals.contains(&body.initial) {
            result.finals.push(body.initial);
        }
        result
    }

    /// The end becomes the start, so that words follow each other.
    fn with_end_at_start(mut self, sink: u32) -> Self {
        let initial = self.initial;
        let map = |state: u32| {
            let target = if state == sink { initial } else { state };
            target - u32::from(target > sink)
        };
        self.epsilon.iter_mut().for_each(|(from, to)| (*from, *to) = (map(*from), map(*to)));
        self.moves.iter_mut().for_each(|(from, _, to)| (*from, *to) = (map(*from), map(*to)));
        self.states -= 1;
        self.initial = map(initial);
        self.finals = vec![self.initial];
        self
    }

    /// Between `low` and `high` words of this.
    fn repeated(&self, low: u32, high: Option<u32>) -> Self {
        let Some(high) = high else {
            let star = self.star();
            let copies = (0..low).fold(Self::empty_word(), |before, _| before.followed_by(self));
            return if low == 0 { star } else { copies.followed_by(&star) };
        };
        let body = self.with_clean_start();
        let mut result = Self::empty_word();
        let mut ends = Vec::new();
        for copy in 0..high {
            if copy >= low {
                ends.extend_from_slice(&result.finals);
            }
            result = result.followed_by(&body);
        }
        result.finals.extend(ends);
        result.finals.sort_unstable();
        result.finals.dedup();
        result
    }
}
