//! Words of one length: languages as layered automata, each in one shared form.
//!
//! Enters: a length, characters, words. Leaves: languages ([`Level`]) that are intersected, joined, cut and
//! put one behind the other. All words of a language have one length, so its automaton has no loops, and the
//! smallest one is unique: equal languages are equal numbers (a decision diagram with ranges on its edges).
//! The operations are those of Redelinghuys' thesis (2012) on symbolic execution with strings: prefixes,
//! suffixes, parts, trim.
//!
//! Functions recurse along the words, so callers keep lengths moderate.

mod build;
mod parts;
mod read;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

/// A language whose words have one length: the number of the first state of its automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Level(u32);

impl Level {
    /// No word.
    pub(crate) const NONE: Level = Level(0);
    /// Only the empty word.
    pub(crate) const EMPTY_WORD: Level = Level(1);

    /// The number of its first state.
    #[must_use]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// Is there no word?
    #[must_use]
    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }
}

/// Characters from the first to the second lead to a state.
pub(crate) type Edge = (u32, u32, Level);

/// What is remembered of two languages, or of a language and a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Operation {
    Meet,
    Join,
    Minus,
    Then,
    First,
}

/// All languages that were made.
///
/// Invariant: state 0 has no word, state 1 only the empty one. The edges of every other state are sorted,
/// disjoint, not mergeable, and lead to smaller states that have words; no two states have the same edges.
#[derive(Debug)]
pub(crate) struct Levels {
    states: Vec<Box<[Edge]>>,
    unique: FxHashMap<Box<[Edge]>, Level>,
    known: FxHashMap<(Operation, Level, u32), Level>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { states: vec![Box::default(); 2], unique: FxHashMap::default(), known: FxHashMap::default() }
    }
}

impl Levels {
    /// A store with no language but the two constants.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The edges of the first state.
    #[must_use]
    pub(crate) fn edges(&self, level: Level) -> &[Edge] {
        &self.states[level.0 as usize]
    }

    /// The state with these edges, which are disjoint.
    fn state(&mut self, mut edges: Vec<Edge>) -> Level {
        edges.retain(|edge| !edge.2.is_none());
        edges.sort_unstable();
        let mut merged: Vec<Edge> = Vec::with_capacity(edges.len());
        for edge in edges {
            match merged.last_mut() {
                Some(last) if last.2 == edge.2 && last.1 + 1 == edge.0 => last.1 = edge.1,
                _ => merged.push(edge),
            }
        }
        if merged.is_empty() {
            return Level::NONE;
        }
        let merged = merged.into_boxed_slice();
        if let Some(known) = self.unique.get(&merged) {
            return *known;
        }
        let level = Level(u32::try_from(self.states.len()).expect("memory ends before numbers do"));
        self.states.push(merged.clone());
        self.unique.insert(merged, level);
        level
    }

    /// The words of both.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn meet(&mut self, a: Level, b: Level, budget: &Budget) -> Result<Level, Stop> {
        self.combine(Operation::Meet, a, b, budget)
    }

    /// The words of either. Contract: all have one length.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn join(&mut self, a: Level, b: Level, budget: &Budget) -> Result<Level, Stop> {
        self.combine(Operation::Join, a, b, budget)
    }

    /// The words of the first that are not in the second.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn minus(&mut self, a: Level, b: Level, budget: &Budget) -> Result<Level, Stop> {
        self.combine(Operation::Minus, a, b, budget)
    }

    /// The words of any of them. Contract: all have one length.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn join_all(
        &mut self,
        levels: impl IntoIterator<Item = Level>,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let mut all = Level::NONE;
        for level in levels {
            all = self.join(all, level, budget)?;
        }
        Ok(all)
    }

    fn combine(&mut self, operation: Operation, a: Level, b: Level, budget: &Budget) -> Result<Level, Stop> {
        let plain = match operation {
            Operation::Meet if a == b => Some(a),
            Operation::Meet if a <= Level::EMPTY_WORD || b <= Level::EMPTY_WORD => Some(Level::NONE),
            Operation::Join if a == b || b.is_none() => Some(a),
            Operation::Join if a.is_none() => Some(b),
            Operation::Minus if a == b || a.is_none() => Some(Level::NONE),
            Operation::Minus if b <= Level::EMPTY_WORD || a == Level::EMPTY_WORD => Some(a),
            _ => None,
        };
        if let Some(plain) = plain {
            return Ok(plain);
        }
        let (a, b) = if operation == Operation::Minus || a < b { (a, b) } else { (b, a) };
        let key = (operation, a, b.0);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let overlay = self.overlay(a, b);
        budget.poll_many(overlay.len() as u64)?;
        let mut edges = Vec::with_capacity(overlay.len());
        for (low, high, left, right) in overlay {
            edges.push((low, high, self.combine(operation, left, right, budget)?));
        }
        let level = self.state(edges);
        self.known.insert(key, level);
        Ok(level)
    }

    /// The characters cut where an edge of either begins or ends, with both targets.
    fn overlay(&self, a: Level, b: Level) -> Vec<(u32, u32, Level, Level)> {
        let (a, b) = (self.edges(a), self.edges(b));
        let mut cuts: Vec<u32> = a.iter().chain(b).flat_map(|edge| [edge.0, edge.1 + 1]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let target = |edges: &[Edge], low: u32| {
            let at = edges.partition_point(|edge| edge.1 < low);
            edges.get(at).filter(|edge| edge.0 <= low).map_or(Level::NONE, |edge| edge.2)
        };
        cuts.windows(2)
            .map(|cut| (cut[0], cut[1] - 1, target(a, cut[0]), target(b, cut[0])))
            .filter(|(.., left, right)| !left.is_none() || !right.is_none())
            .collect()
    }

    /// The words of the first, each followed by those of the second.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn then(&mut self, a: Level, b: Level, budget: &Budget) -> Result<Level, Stop> {
        if a.is_none() || b.is_none() || b == Level::EMPTY_WORD {
            return Ok(if b.is_none() { Level::NONE } else { a });
        }
        if a == Level::EMPTY_WORD {
            return Ok(b);
        }
        self.mapped(Operation::Then, a, b.0, budget, |own, target| own.then(target, b, budget))
    }

    /// The prefixes of this length. Contract: the words are not shorter.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn first(&mut self, a: Level, length: usize, budget: &Budget) -> Result<Level, Stop> {
        if length == 0 || a <= Level::EMPTY_WORD {
            return Ok(if a.is_none() { a } else { Level::EMPTY_WORD });
        }
        let count = u32::try_from(length).unwrap_or(u32::MAX);
        self.mapped(Operation::First, a, count, budget, |own, target| own.first(target, length - 1, budget))
    }

    /// The state whose edges lead to the images of where they lead now.
    fn mapped(
        &mut self,
        operation: Operation,
        a: Level,
        with: u32,
        budget: &Budget,
        mut image: impl FnMut(&mut Self, Level) -> Result<Level, Stop>,
    ) -> Result<Level, Stop> {
        let key = (operation, a, with);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let mut edges = self.edges(a).to_vec();
        budget.poll_many(1 + edges.len() as u64)?;
        for edge in &mut edges {
            edge.2 = image(self, edge.2)?;
        }
        let level = self.state(edges);
        self.known.insert(key, level);
        Ok(level)
    }
}
