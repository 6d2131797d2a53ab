//! Derivatives of regular expressions, and what follows from them: membership, emptiness, reversal.
//!
//! Enters: expressions and characters. Leaves: expressions and answers. Work is kept on explicit stacks.

use std::collections::VecDeque;

use crate::budget::{Budget, Checked, too_large};
use crate::hash::{FastMap, FastSet};
use crate::regex::{ALL, NONE, Node, Regex, Regexes, Set, contains};

/// States that a search may visit.
const STATES: usize = 200_000;

impl Regexes {
    /// The parts whose derivatives make up the derivative of this expression.
    fn active(&self, regex: Regex) -> Vec<Regex> {
        match self.node(regex) {
            Node::Empty | Node::Set(_) => Vec::new(),
            Node::Concat(a, b) if self.is_nullable(*a) => vec![*a, *b],
            Node::Concat(a, _) | Node::Star(a) | Node::Not(a) | Node::Loop(a, ..) => vec![*a],
            Node::Union(parts) | Node::Inter(parts) => parts.to_vec(),
        }
    }

    /// The words that follow the character in words of the expression.
    pub(crate) fn derivative(&mut self, root: Regex, c: u32, budget: &mut Budget) -> Checked<Regex> {
        let mut open = vec![root];
        while let Some(regex) = open.last().copied() {
            if self.derivatives.contains_key(&(regex, c)) {
                open.pop();
                continue;
            }
            let parts = self.active(regex);
            budget.spend(4 + 2 * parts.len() + std::mem::take(&mut self.work))?;
            let count = open.len();
            open.extend(parts.iter().filter(|part| !self.derivatives.contains_key(&(**part, c))));
            if open.len() > count {
                continue;
            }
            let images: Vec<Regex> =
                parts.iter().map(|part| self.derivatives.get(&(*part, c)).copied().unwrap_or(NONE)).collect();
            let image = self.combined(regex, c, &images)?;
            self.derivatives.insert((regex, c), image);
            open.pop();
        }
        Ok(self.derivatives.get(&(root, c)).copied().unwrap_or(NONE))
    }

    /// The derivative from those of the active parts.
    fn combined(&mut self, regex: Regex, c: u32, images: &[Regex]) -> Checked<Regex> {
        let first = images.first().copied().unwrap_or(NONE);
        match self.node(regex).clone() {
            Node::Empty => Ok(NONE),
            Node::Set(set) => Ok(if contains(&set, c) { crate::regex::EMPTY } else { NONE }),
            Node::Concat(_, b) => {
                let mut parts = vec![self.concat(first, b)?];
                parts.extend(images.get(1));
                self.union(&parts)
            }
            Node::Star(_) => self.concat(first, regex),
            Node::Loop(part, least, most) => {
                let rest =
                    self.repeat(part, least.saturating_sub(1), most.map(|most| most.saturating_sub(1)))?;
                self.concat(first, rest)
            }
            Node::Union(_) => self.union(images),
            Node::Inter(_) => self.inter(images),
            Node::Not(_) => self.not(first),
        }
    }

    /// Derivatives by all characters of a word, one after the other.
    pub(crate) fn after(&mut self, regex: Regex, word: &[u32], budget: &mut Budget) -> Checked<Regex> {
        let mut state = regex;
        for c in word {
            if state == NONE || state == ALL {
                break;
            }
            state = self.derivative(state, *c, budget)?;
        }
        Ok(state)
    }

    /// Is the word in the language?
    pub(crate) fn has(&mut self, regex: Regex, word: &[u32], budget: &mut Budget) -> Checked<bool> {
        let state = self.after(regex, word, budget)?;
        Ok(self.is_nullable(state))
    }

    /// The sets of characters that the first character of a word is compared with.
    fn firsts(&self, root: Regex, budget: &mut Budget) -> Checked<Vec<Set>> {
        let (mut open, mut seen, mut found) = (vec![root], FastSet::default(), Vec::new());
        while let Some(regex) = open.pop() {
            if !seen.insert(regex) {
                continue;
            }
            budget.spend(1)?;
            if let Node::Set(set) = self.node(regex) {
                found.push(set.clone());
            }
            open.extend(self.active(regex));
        }
        Ok(found)
    }

    /// One character of each class of characters that have the same derivative by the expression.
    pub(crate) fn classes(&self, regex: Regex, budget: &mut Budget) -> Checked<Vec<u32>> {
        let sets = self.firsts(regex, budget)?;
        let bounds = sets.iter().flat_map(|set| set.iter());
        let mut starts: Vec<u32> = bounds.flat_map(|(low, high)| [*low, high.saturating_add(1)]).collect();
        starts.push(0);
        starts.retain(|start| *start <= crate::lexer::LAST);
        starts.sort_unstable();
        starts.dedup();
        let mut signatures = FastSet::default();
        let mut found = Vec::new();
        for start in starts {
            budget.spend(sets.len())?;
            let signature: Vec<bool> = sets.iter().map(|set| contains(set, start)).collect();
            if signatures.insert(signature) {
                found.push(start);
            }
        }
        Ok(found)
    }

    /// Is there no word? Refuses if more states than `limit` are reached.
    pub(crate) fn is_empty(&mut self, root: Regex, limit: usize, budget: &mut Budget) -> Checked<bool> {
        let (mut seen, mut open) = ([root].into_iter().collect::<FastSet<_>>(), VecDeque::from([root]));
        while let Some(state) = open.pop_front() {
            if self.is_nullable(state) {
                return Ok(false);
            }
            for c in self.classes(state, budget)? {
                let next = self.derivative(state, c, budget)?;
                if next != NONE && seen.insert(next) {
                    open.push_back(next);
                }
            }
            if seen.len() > limit.min(STATES) {
                return too_large();
            }
        }
        Ok(true)
    }

    /// Do the two expressions have the same words?
    pub(crate) fn same(&mut self, a: Regex, b: Regex, limit: usize, budget: &mut Budget) -> Checked<bool> {
        let difference = self.difference(a, b)?;
        self.is_empty(difference, limit, budget)
    }

    /// The words that one of the two expressions has and the other has not.
    pub(crate) fn difference(&mut self, a: Regex, b: Regex) -> Checked<Regex> {
        if a == b {
            return Ok(NONE);
        }
        let (not_a, not_b) = (self.not(a)?, self.not(b)?);
        let (left, right) = (self.inter(&[a, not_b])?, self.inter(&[not_a, b])?);
        self.union(&[left, right])
    }

    /// The words of the expression, read from the end.
    pub(crate) fn reversed(&mut self, root: Regex, budget: &mut Budget) -> Checked<Regex> {
        let (mut open, mut images): (Vec<Regex>, FastMap<Regex, Regex>) = (vec![root], FastMap::default());
        while let Some(regex) = open.last().copied() {
            let parts = match self.node(regex) {
                Node::Empty | Node::Set(_) => Vec::new(),
                Node::Concat(..) => self.spine(regex),
                Node::Star(a) | Node::Not(a) | Node::Loop(a, ..) => vec![*a],
                Node::Union(parts) | Node::Inter(parts) => parts.to_vec(),
            };
            budget.spend(4 + 2 * parts.len() + std::mem::take(&mut self.work))?;
            let count = open.len();
            open.extend(parts.iter().filter(|part| !images.contains_key(part)));
            if open.len() > count {
                continue;
            }
            open.pop();
            let parts: Vec<Regex> = parts.iter().filter_map(|part| images.get(part).copied()).collect();
            let first = parts.first().copied().unwrap_or(NONE);
            let image = match self.node(regex).clone() {
                Node::Empty | Node::Set(_) => regex,
                Node::Concat(..) => {
                    let mut result = crate::regex::EMPTY;
                    for part in parts {
                        result = self.concat(part, result)?;
                    }
                    result
                }
                Node::Star(_) => self.star(first)?,
                Node::Not(_) => self.not(first)?,
                Node::Loop(_, least, most) => self.repeat(first, least, most)?,
                Node::Union(_) => self.union(&parts)?,
                Node::Inter(_) => self.inter(&parts)?,
            };
            images.insert(regex, image);
        }
        Ok(images.get(&root).copied().unwrap_or(NONE))
    }
}
