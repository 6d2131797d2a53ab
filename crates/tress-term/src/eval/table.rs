//! Many patterns replaced at once.
//!
//! Enters: a word, and patterns each followed by its replacement. Leaves: the word in which, from left
//! to right, the longest pattern at each place is replaced. The longest pattern that begins at a place
//! is, read backwards, the longest one that ends there; so the word is read once from its end by the
//! machine of Aho and Corasick for the reversed patterns, and the time is linear.

use rustc_hash::FxHashMap;
use tress_base::Budget;

use super::error::EvalError;
use super::words::{CHARS_PER_STEP, admit};
use crate::term::Word;

/// Characters read between two looks at the budget.
const CHUNK: usize = 1024;
/// Room for one character of a pattern.
const BYTES_PER_NODE: u64 = 64;

/// No pair: nothing is replaced here.
const NONE: u32 = u32::MAX;

/// A pattern and its replacement.
type Pair<'a> = (&'a [u32], &'a [u32]);

/// A suffix of some patterns, read from its end.
struct Node {
    /// How many characters it has.
    depth: u32,
    /// The node of the same suffix without its last characters, as few as possible.
    shorter: u32,
    /// The pair whose pattern is the longest that this suffix begins with.
    pair: u32,
}

/// The suffixes of all patterns. Invariant: node 0 is the empty one.
struct Suffixes {
    nodes: Vec<Node>,
    next: FxHashMap<(u32, u32), u32>,
}

/// `word` after all replacements; `flat` holds a pattern, its replacement, the next pattern and so on.
pub(super) fn replace(word: &Word, flat: &[&[u32]], budget: &Budget) -> Result<Word, EvalError> {
    let pairs: Vec<Pair<'_>> = flat.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let text = word.spelled(budget)?;
    let found = longest(text, &pairs, budget)?;
    let mut length = Some(0_usize);
    let mut taken = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (step, written) = match found[at] {
            NONE => (1, 1),
            pair => {
                taken.push(at);
                let (pattern, new) = pairs[pair as usize];
                (pattern.len(), new.len())
            }
        };
        length = length.and_then(|length| length.checked_add(written));
        at += step;
    }
    if taken.is_empty() {
        return Ok(word.clone());
    }
    let mut result = Vec::with_capacity(admit(length, budget)?);
    let mut kept_from = 0;
    for start in taken {
        let (pattern, new) = pairs[found[start] as usize];
        result.extend_from_slice(&text[kept_from..start]);
        result.extend_from_slice(new);
        kept_from = start + pattern.len();
    }
    result.extend_from_slice(&text[kept_from..]);
    Ok(result.into())
}

/// For each place of the text the pair with the longest pattern that begins there.
fn longest(text: &[u32], pairs: &[Pair<'_>], budget: &Budget) -> Result<Vec<u32>, EvalError> {
    budget.room_for(size_of_val(text) as u64)?;
    budget.poll_many(text.len() as u64 / CHARS_PER_STEP)?;
    let mut found = vec![NONE; text.len()];
    let suffixes = Suffixes::new(pairs, budget)?;
    let mut node = 0;
    for (at, c) in text.iter().enumerate().rev() {
        if at.is_multiple_of(CHUNK) {
            budget.poll_many(CHUNK as u64)?;
        }
        node = suffixes.step(node, *c);
        found[at] = suffixes.nodes[node as usize].pair;
    }
    Ok(found)
}

impl Suffixes {
    fn new(pairs: &[Pair<'_>], budget: &Budget) -> Result<Self, EvalError> {
        let size: u64 = pairs.iter().map(|(pattern, _)| pattern.len() as u64).sum();
        budget.room_for(size.saturating_mul(BYTES_PER_NODE))?;
        let mut suffixes =
            Self { nodes: vec![Node { depth: 0, shorter: 0, pair: NONE }], next: FxHashMap::default() };
        // How each node is reached, by its number.
        let mut edges = vec![(0, 0)];
        for (place, (pattern, _)) in pairs.iter().enumerate().filter(|(_, (pattern, _))| !pattern.is_empty())
        {
            budget.poll_many(pattern.len() as u64)?;
            let end = suffixes.insert(pattern, &mut edges);
            let pair = &mut suffixes.nodes[end as usize].pair;
            *pair = (*pair).min(place as u32);
        }
        suffixes.link(&edges, budget)?;
        Ok(suffixes)
    }

    /// The node of a whole pattern.
    fn insert(&mut self, pattern: &[u32], edges: &mut Vec<(u32, u32)>) -> u32 {
        let mut at = 0;
        for (depth, c) in (1..).zip(pattern.iter().rev()) {
            let fresh = self.nodes.len() as u32;
            let next = *self.next.entry((at, *c)).or_insert(fresh);
            if next == fresh {
                self.nodes.push(Node { depth, shorter: 0, pair: NONE });
                edges.push((at, *c));
            }
            at = next;
        }
        at
    }

    /// Finds the shorter node of each node, and the pairs of those that are no pattern themselves.
    fn link(&mut self, edges: &[(u32, u32)], budget: &Budget) -> Result<(), EvalError> {
        let mut order: Vec<usize> = (1..self.nodes.len()).collect();
        order.sort_by_key(|node| self.nodes[*node].depth);
        for node in order {
            budget.poll()?;
            let (parent, c) = edges[node];
            let shorter = match parent {
                0 => 0,
                _ => self.step(self.nodes[parent as usize].shorter, c),
            };
            self.nodes[node].shorter = shorter;
            if self.nodes[node].pair == NONE {
                self.nodes[node].pair = self.nodes[shorter as usize].pair;
            }
        }
        Ok(())
    }

    /// The longest suffix that begins with `c` and goes on as `node` does.
    fn step(&self, mut node: u32, c: u32) -> u32 {
        loop {
            if let Some(next) = self.next.get(&(node, c)) {
                return *next;
            }
            if node == 0 {
                return 0;
            }
            node = self.nodes[node as usize].shorter;
        }
    }
}
