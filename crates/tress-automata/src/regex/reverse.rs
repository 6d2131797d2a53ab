//! The language read backwards.
//!
//! Enters: an expression. Leaves: the expression whose words are the reversed words. Works
//! bottom-up over the shared graph with an explicit stack; a concatenation is taken apart into all
//! its factors at once, so that a long word costs its length.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Node, Regex, RegexStore, View};

impl RegexStore {
    /// The words of `r`, each read backwards.
    ///
    /// # Panics
    /// When the language must be followed ([`RegexStore::is_followed`]).
    pub fn reverse(&mut self, r: Regex) -> Regex {
        self.reverse_within(r, &Budget::unlimited()).expect("no limit")
    }

    /// [`RegexStore::reverse`] of an expression that may be large.
    ///
    /// # Errors
    /// When the budget ends.
    ///
    /// # Panics
    /// When the language must be followed ([`RegexStore::is_followed`]).
    pub(crate) fn reverse_within(&mut self, r: Regex, budget: &Budget) -> Result<Regex, Stop> {
        let mut done: FxHashMap<Regex, Regex> = FxHashMap::default();
        let mut stack = vec![(r, false)];
        while let Some((at, parts_done)) = stack.pop() {
            budget.poll()?;
            if done.contains_key(&at) {
                continue;
            }
            let parts = self.parts(at);
            if !parts_done && !parts.is_empty() {
                stack.push((at, true));
                stack.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let parts: Vec<Regex> = parts.iter().map(|part| done[part]).collect();
            let reversed = self.rebuild_reversed(at, &parts);
            done.insert(at, reversed);
        }
        Ok(done[&r])
    }

    /// All factors of a concatenation, whatever its nesting; the children of anything else.
    pub(crate) fn parts(&self, r: Regex) -> Vec<Regex> {
        if !matches!(self.nodes[r.index()], Node::Concat(..)) {
            return self.children(r).collect();
        }
        let mut factors = Vec::new();
        let mut stack = vec![r];
        while let Some(at) = stack.pop() {
            if let Node::Concat(first, rest) = self.nodes[at.index()] {
                stack.push(rest);
                stack.push(first);
            } else {
                factors.push(at);
            }
        }
        factors
    }

    fn rebuild_reversed(&mut self, r: Regex, parts: &[Regex]) -> Regex {
        match self.view(r) {
            View::None | View::Epsilon | View::Chars(_) => r,
            View::Followed => panic!("a language that is followed has only one direction"),
            View::Concat(..) => parts.iter().fold(Regex::EPSILON, |rest, &part| self.concat_two(part, rest)),
            View::Repeat { low, high, .. } => self.repeat(parts[0], low, high),
            View::Union(_) => self.union(parts),
            View::Inter(_) => self.inter(parts),
            View::Complement(_) => self.complement(parts[0]),
        }
    }
}
