//! Binary decision diagrams over the bits of a character, the highest bit first.
//!
//! Nodes are shared, so equal sets have equal numbers; results of operations are kept. Functions here recurse as deep
//! as a character has bits.

use rustc_hash::FxHashMap;
use tress_automata::{CharRange, CharSet};
use tress_base::{Budget, Stop};

use super::Algebra;
use crate::experiments::study::alphabet::Alphabet;

/// The diagram of the empty set.
pub(crate) const NONE: u32 = 0;
/// The diagram of all characters.
pub(crate) const ALL: u32 = 1;

/// A node: the bit that is tested, counted from the highest, and where 0 and 1 lead.
///
/// Invariant: the ways differ, and lead to nodes that test later bits or to [`NONE`] and [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BddNode {
    pub(crate) ordinal: u32,
    pub(crate) zero: u32,
    pub(crate) one: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    And,
    Or,
    Not,
}

/// Sets as diagrams that share their nodes.
pub(crate) struct Bdds {
    alphabet: Alphabet,
    nodes: Vec<BddNode>,
    numbers: FxHashMap<BddNode, u32>,
    results: FxHashMap<(Op, u32, u32), u32>,
}

impl Bdds {
    pub(crate) fn new(alphabet: Alphabet) -> Self {
        // The ends stand behind every bit.
        let end = |value| BddNode { ordinal: alphabet.bits, zero: value, one: value };
        Self {
            alphabet,
            nodes: vec![end(NONE), end(ALL)],
            numbers: FxHashMap::default(),
            results: FxHashMap::default(),
        }
    }

    /// The node behind a number.
    pub(crate) fn node(&self, number: u32) -> BddNode {
        self.nodes[number as usize]
    }

    /// How many nodes a diagram has, without the ends.
    pub(crate) fn size(&self, root: u32) -> usize {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![root];
        while let Some(number) = open.pop() {
            if number > ALL && seen.insert(number) {
                open.extend([self.node(number).zero, self.node(number).one]);
            }
        }
        seen.len()
    }

    pub(crate) fn make(&mut self, node: BddNode) -> u32 {
        if node.zero == node.one {
            return node.zero;
        }
        let nodes = &mut self.nodes;
        *self.numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() as u32 - 1
        })
    }

    /// The characters of sorted ranges among those that begin with the bits of `base` before `ordinal`.
    fn of_ranges(&mut self, ordinal: u32, base: u32, ranges: &[CharRange]) -> u32 {
        let last = base | (self.alphabet.last() >> ordinal);
        let start = ranges.partition_point(|range| range.1 < base);
        let end = ranges.partition_point(|range| range.0 <= last);
        match &ranges[start..end.max(start)] {
            [] => NONE,
            [(low, high)] if *low <= base && last <= *high => ALL,
            near => {
                let half = 1 << (self.alphabet.bits - ordinal - 1);
                let zero = self.of_ranges(ordinal + 1, base, near);
                let one = self.of_ranges(ordinal + 1, base | half, near);
                self.make(BddNode { ordinal, zero, one })
            }
        }
    }

    /// The result that needs no look at the nodes.
    fn trivial(op: Op, a: u32, b: u32) -> Option<u32> {
        match (op, a, b) {
            (Op::Not, NONE, _) => Some(ALL),
            (Op::Not, ALL, _) => Some(NONE),
            (Op::Not, ..) => None,
            _ if a == b => Some(a),
            (Op::And, NONE, _) | (Op::And, _, NONE) => Some(NONE),
            (Op::Or, ALL, _) | (Op::Or, _, ALL) => Some(ALL),
            (Op::And, ALL, other) | (Op::And, other, ALL) => Some(other),
            (Op::Or, NONE, other) | (Op::Or, other, NONE) => Some(other),
            _ => None,
        }
    }

    /// An operation on two diagrams; negation looks at the first only.
    fn apply(&mut self, op: Op, a: u32, b: u32) -> u32 {
        if let Some(result) = Self::trivial(op, a, b) {
            return result;
        }
        let key = (op, a.min(b), a.max(b));
        if let Some(&result) = self.results.get(&key) {
            return result;
        }
        let (left, right) = (self.node(a), self.node(b));
        let ordinal = left.ordinal.min(right.ordinal);
        let ways = |node: BddNode, own: u32| {
            if node.ordinal == ordinal { (node.zero, node.one) } else { (own, own) }
        };
        let ((a0, a1), (b0, b1)) = (ways(left, a), ways(right, b));
        let zero = self.apply(op, a0, b0);
        let one = self.apply(op, a1, b1);
        let result = self.make(BddNode { ordinal, zero, one });
        self.results.insert(key, result);
        result
    }
}

impl Algebra for Bdds {
    type Set = u32;

    fn of(&mut self, set: &CharSet) -> u32 {
        self.of_ranges(0, 0, set.intersection(&self.alphabet.all()).ranges())
    }

    fn union(&mut self, a: &u32, b: &u32) -> u32 {
        self.apply(Op::Or, *a, *b)
    }

    fn intersection(&mut self, a: &u32, b: &u32) -> u32 {
        self.apply(Op::And, *a, *b)
    }

    fn complement(&mut self, a: &u32) -> u32 {
        self.apply(Op::Not, *a, *a)
    }

    fn is_empty(&mut self, a: &u32, _: &Budget) -> Result<bool, Stop> {
        Ok(*a == NONE)
    }

    fn member(&mut self, a: &u32, _: &Budget) -> Result<Option<u32>, Stop> {
        let (mut at, mut character) = (*a, 0);
        while at > ALL {
            let node = self.node(at);
            let bit = u32::from(node.zero == NONE);
            character |= bit << (self.alphabet.bits - node.ordinal - 1);
            at = if bit == 1 { node.one } else { node.zero };
        }
        Ok((at == ALL).then_some(character))
    }

    fn contains(&self, a: &u32, c: u32) -> bool {
        let mut at = *a;
        while at > ALL {
            let node = self.node(at);
            let bit = c >> (self.alphabet.bits - node.ordinal - 1) & 1;
            at = if bit == 1 { node.one } else { node.zero };
        }
        at == ALL && c <= self.alphabet.last()
    }

    fn same(&self, a: &u32, b: &u32) -> bool {
        a == b
    }
}
