//! Regular expressions: shared, numbered, in a form that derivatives keep finite.
//!
//! Enters: parts. Leaves: numbers of expressions. Unions and intersections are flat, sorted and without
//! repetition, concatenations lean to the right; every simplification keeps the language.

use std::rc::Rc;

use crate::budget::{Checked, too_large};
use crate::hash::FastMap;
use crate::lexer::LAST;

/// The number of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Regex(u32);

/// Characters, as ranges that are sorted and apart.
pub(crate) type Set = Rc<[(u32, u32)]>;

/// The outside of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Empty,
    /// One character of these; of none: no word.
    Set(Set),
    Concat(Regex, Regex),
    Star(Regex),
    Union(Box<[Regex]>),
    Inter(Box<[Regex]>),
    Not(Regex),
    /// From the first number to the second, without one any number, of words.
    Loop(Regex, u64, Option<u64>),
}

/// Expressions that may exist at once, and their parts.
const NODES: usize = 4_000_000;
const PARTS: usize = 1 << 26;

/// All expressions.
///
/// Invariant: parts have smaller numbers; a loop over an expression with the empty word begins at zero.
#[derive(Debug)]
pub(crate) struct Regexes {
    nodes: Vec<Node>,
    nullable: Vec<bool>,
    known: FastMap<Node, Regex>,
    /// The parts of all expressions.
    parts: usize,
    /// Parts that were looked at since somebody counted them.
    pub(crate) work: usize,
    pub(crate) derivatives: FastMap<(Regex, u32), Regex>,
}

/// No word.
pub(crate) const NONE: Regex = Regex(0);
/// The empty word.
pub(crate) const EMPTY: Regex = Regex(1);
/// Each word of one character.
pub(crate) const ANY: Regex = Regex(2);
/// Every word.
pub(crate) const ALL: Regex = Regex(3);

fn merged(mut ranges: Vec<(u32, u32)>) -> Set {
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (low, high) in ranges {
        match merged.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    merged.into()
}

fn common(a: &[(u32, u32)], b: &[(u32, u32)]) -> Set {
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (low, high) = (x.0.max(y.0), x.1.min(y.1));
        if low <= high {
            found.push((low, high));
        }
        if x.1 < y.1 { i += 1 } else { j += 1 }
    }
    found.into()
}

/// Does the set contain the character?
pub(crate) fn contains(set: &[(u32, u32)], character: u32) -> bool {
    let after = set.partition_point(|(low, _)| *low <= character);
    after.checked_sub(1).and_then(|index| set.get(index)).is_some_and(|(_, high)| character <= *high)
}

impl Regexes {
    pub(crate) fn new() -> Self {
        let set = |ranges: &[(u32, u32)]| Node::Set(ranges.into());
        let nodes = vec![set(&[]), Node::Empty, set(&[(0, LAST)]), Node::Star(ANY)];
        let known = nodes.iter().cloned().zip([NONE, EMPTY, ANY, ALL]).collect();
        let (nullable, derivatives) = (vec![false, true, false, true], FastMap::default());
        Self { nodes, nullable, known, parts: 0, work: 0, derivatives }
    }

    /// Is it time to begin again with none?
    pub(crate) fn is_large(&self) -> bool {
        self.derivatives.len() > NODES / 4 || self.nodes.len() > NODES / 4 || self.parts > PARTS / 4
    }

    /// The outside of an expression.
    pub(crate) fn node(&self, regex: Regex) -> &Node {
        // Numbers are made by this store alone.
        &self.nodes[regex.0 as usize]
    }

    /// Does the expression have the empty word?
    pub(crate) fn is_nullable(&self, regex: Regex) -> bool {
        self.nullable[regex.0 as usize]
    }

    fn intern(&mut self, node: Node) -> Checked<Regex> {
        if let Some(known) = self.known.get(&node) {
            return Ok(*known);
        }
        self.parts += match &node {
            Node::Set(set) => set.len(),
            Node::Union(parts) | Node::Inter(parts) => parts.len(),
            _ => 2,
        };
        if self.nodes.len() >= NODES || self.parts > PARTS {
            return too_large();
        }
        let nullable = match &node {
            Node::Empty | Node::Star(_) => true,
            Node::Set(_) => false,
            Node::Concat(a, b) => self.is_nullable(*a) && self.is_nullable(*b),
            Node::Union(parts) => parts.iter().any(|part| self.is_nullable(*part)),
            Node::Inter(parts) => parts.iter().all(|part| self.is_nullable(*part)),
            Node::Not(part) => !self.is_nullable(*part),
            Node::Loop(_, least, _) => *least == 0,
        };
        let new = Regex(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.nullable.push(nullable);
        self.known.insert(node, new);
        Ok(new)
    }

    pub(crate) fn set(&mut self, ranges: Vec<(u32, u32)>) -> Checked<Regex> {
        self.work += ranges.len();
        let set = merged(ranges);
        self.intern(Node::Set(set))
    }

    /// Exactly this word.
    pub(crate) fn word(&mut self, word: &[u32]) -> Checked<Regex> {
        let mut regex = EMPTY;
        for character in word.iter().rev() {
            let first = self.set(vec![(*character, *character)])?;
            regex = self.concat(first, regex)?;
        }
        Ok(regex)
    }

    /// The parts of a concatenation, from the left.
    pub(crate) fn spine(&self, regex: Regex) -> Vec<Regex> {
        let (mut parts, mut rest) = (Vec::new(), regex);
        while let Node::Concat(first, after) = self.node(rest) {
            parts.push(*first);
            rest = *after;
        }
        parts.push(rest);
        parts
    }

    pub(crate) fn concat(&mut self, a: Regex, b: Regex) -> Checked<Regex> {
        let mut result = b;
        for part in self.spine(a).into_iter().rev() {
            self.work += 1;
            result = match (part, result) {
                (NONE, _) | (_, NONE) => NONE,
                (EMPTY, other) | (other, EMPTY) => other,
                (ALL, ALL) => ALL,
                _ => self.intern(Node::Concat(part, result))?,
            };
        }
        Ok(result)
    }

    pub(crate) fn star(&mut self, part: Regex) -> Checked<Regex> {
        match self.node(part) {
            Node::Star(_) => Ok(part),
            _ if part == NONE || part == EMPTY => Ok(EMPTY),
            _ => self.intern(Node::Star(part)),
        }
    }

    pub(crate) fn not(&mut self, part: Regex) -> Checked<Regex> {
        match self.node(part) {
            Node::Not(inner) => Ok(*inner),
            _ if part == NONE => Ok(ALL),
            _ if part == ALL => Ok(NONE),
            _ => self.intern(Node::Not(part)),
        }
    }

    pub(crate) fn union(&mut self, parts: &[Regex]) -> Checked<Regex> {
        let (mut flat, mut ranges) = (Vec::new(), Vec::new());
        for part in parts {
            match self.node(*part) {
                Node::Union(inner) => flat.extend_from_slice(inner),
                _ => flat.push(*part),
            }
        }
        self.work += flat.len();
        if flat.contains(&ALL) {
            return Ok(ALL);
        }
        let (mut rest, mut sets) = (Vec::new(), Vec::new());
        for part in flat {
            match self.node(part) {
                Node::Set(set) => {
                    ranges.extend_from_slice(set);
                    sets.push(part);
                }
                _ => rest.push(part),
            }
        }
        sets.dedup();
        match sets.as_slice() {
            [] | [NONE] => {}
            [only] => rest.push(*only),
            _ => rest.push(self.set(ranges)?),
        }
        rest.sort_unstable();
        rest.dedup();
        if rest.iter().any(|part| *part != EMPTY && self.is_nullable(*part)) {
            rest.retain(|part| *part != EMPTY);
        }
        rest.retain(|part| *part != NONE);
        match rest.as_slice() {
            [] => Ok(NONE),
            [only] => Ok(*only),
            _ => self.intern(Node::Union(rest.into())),
        }
    }

    pub(crate) fn inter(&mut self, parts: &[Regex]) -> Checked<Regex> {
        let mut flat = Vec::new();
        for part in parts {
            match self.node(*part) {
                Node::Inter(inner) => flat.extend_from_slice(inner),
                _ => flat.push(*part),
            }
        }
        self.work += flat.len();
        if flat.contains(&NONE) {
            return Ok(NONE);
        }
        if flat.contains(&EMPTY) {
            return Ok(if flat.iter().all(|part| self.is_nullable(*part)) { EMPTY } else { NONE });
        }
        let (mut rest, mut set): (Vec<Regex>, Option<Set>) = (Vec::new(), None);
        for part in flat {
            match self.node(part) {
                Node::Set(other) => set = Some(set.map_or_else(|| other.clone(), |set| common(&set, other))),
                _ => rest.push(part),
            }
        }
        if let Some(set) = set {
            match self.intern(Node::Set(set))? {
                NONE => return Ok(NONE),
                set => rest.push(set),
            }
        }
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|part| *part != ALL);
        match rest.as_slice() {
            [] => Ok(ALL),
            [only] => Ok(*only),
            _ => self.intern(Node::Inter(rest.into())),
        }
    }

    /// From `least` to `most` words of the part.
    pub(crate) fn repeat(&mut self, part: Regex, least: u64, most: Option<u64>) -> Checked<Regex> {
        if most.is_some_and(|most| most < least) {
            return Ok(NONE);
        }
        if most == Some(0) || part == EMPTY {
            return Ok(EMPTY);
        }
        let least = if self.is_nullable(part) { 0 } else { least };
        match (least, most) {
            (0, None) => self.star(part),
            (0, _) if part == NONE || matches!(self.node(part), Node::Star(_)) => self.star(part),
            (_, _) if part == NONE => Ok(NONE),
            (1, Some(1)) => Ok(part),
            (0, Some(1)) => self.union(&[EMPTY, part]),
            _ => self.intern(Node::Loop(part, least, most)),
        }
    }
}

#[cfg(test)]
mod tests;
