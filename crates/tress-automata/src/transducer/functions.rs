//! Functions of strings as machines.
//!
//! Enters: what a function replaces and by what. Leaves: a machine that reads the argument and writes
//! the value. All of these are deterministic and total.

use std::collections::BTreeMap;

use super::{Piece, Transducer, TransducerBuilder};
use crate::charset::MAX_CHAR;

/// A pattern that is not empty, and its replacement.
pub(crate) type Row = (Vec<u32>, Vec<u32>);

impl Transducer {
    /// Every character of a range is moved by its shift; what is in no range is copied. Of ranges that
    /// overlap the first counts.
    #[must_use]
    pub fn shifts(shifts: &[((u32, u32), i32)]) -> Self {
        let mut builder = TransducerBuilder::new();
        let state = builder.state();
        builder.accept(state, &[]);
        let mut next = 0;
        while next <= MAX_CHAR {
            let inside = shifts.iter().find(|((low, high), _)| *low <= next && next <= *high);
            let earlier = |range: &&((u32, u32), i32)| range.0.0 > next;
            let start = shifts.iter().filter(earlier).map(|range| range.0.0 - 1).min().unwrap_or(MAX_CHAR);
            let end = inside.map_or(start, |range| start.min(range.0.1));
            let shift = inside.map_or(0, |range| range.1);
            builder.step(state, (next, end), &[Piece::Read(shift)], state);
            next = end + 1;
        }
        builder.build(state)
    }

    /// Every occurrence of a pattern is replaced at once, from left to right: at each position the longest
    /// pattern that begins there, and what was written is not looked at again. Of two rows with one
    /// pattern the first counts; empty patterns are left out. One row is `str.replace_all`.
    #[must_use]
    pub fn table(rows: &[(Vec<u32>, Vec<u32>)]) -> Self {
        Trie::new(rows).machine(false)
    }

    /// The first occurrence of `pattern` is replaced, as `str.replace` does; an empty pattern occurs
    /// before everything.
    #[must_use]
    pub fn replace_first(pattern: &[u32], new: &[u32]) -> Self {
        if pattern.is_empty() {
            return Self::insert_before(new);
        }
        let rows = [(pattern.to_vec(), new.to_vec())];
        Trie::new(&rows).machine(true)
    }

    /// Writes `word` and then what it reads.
    #[must_use]
    pub(crate) fn insert_before(word: &[u32]) -> Self {
        let mut builder = TransducerBuilder::new();
        let [start, rest] = [builder.state(), builder.state()];
        builder.accept(start, word);
        builder.accept(rest, &[]);
        let mut output: Vec<Piece> = word.iter().map(|c| Piece::Char(*c)).collect();
        output.push(Piece::Read(0));
        builder.step(start, (0, MAX_CHAR), &output, rest);
        builder.step(rest, (0, MAX_CHAR), &[Piece::Read(0)], rest);
        builder.build(start)
    }
}

/// The prefixes of all patterns. The machine's states are those that are no end of the search: what
/// was read since the last decision.
struct Trie {
    nodes: Vec<TrieNode>,
}

struct TrieNode {
    /// What leads here.
    word: Vec<u32>,
    children: BTreeMap<u32, usize>,
    /// What replaces the pattern that ends here.
    new: Option<Vec<u32>>,
}

/// What happens on a character: what is written, and where the search goes on. `done` means that the
/// one replacement that was allowed has been made, and the rest is copied.
struct Move {
    output: Vec<u32>,
    node: usize,
    done: bool,
}

impl Trie {
    fn new(rows: &[Row]) -> Self {
        let mut trie =
            Self { nodes: vec![TrieNode { word: Vec::new(), children: BTreeMap::new(), new: None }] };
        for (pattern, new) in rows.iter().filter(|row| !row.0.is_empty()) {
            let mut at = 0;
            for (index, c) in pattern.iter().enumerate() {
                let fresh = trie.nodes.len();
                let next = *trie.nodes[at].children.entry(*c).or_insert(fresh);
                if next == fresh {
                    let word = pattern[..=index].to_vec();
                    trie.nodes.push(TrieNode { word, children: BTreeMap::new(), new: None });
                }
                at = next;
            }
            trie.nodes[at].new.get_or_insert_with(|| new.clone());
        }
        trie
    }

    /// Goes on from the root with `word`, which is all that is known of the input. `ended` means that
    /// nothing follows it; otherwise the search stops where it needs more.
    fn run(&self, mut word: &[u32], once: bool, ended: bool) -> Move {
        let mut output = Vec::new();
        while !word.is_empty() {
            let (mut at, mut read) = (0, 0);
            let mut longest: Option<(usize, &Vec<u32>)> = None;
            while let Some(next) = word.get(read).and_then(|c| self.nodes[at].children.get(c)) {
                (at, read) = (*next, read + 1);
                longest = self.nodes[at].new.as_ref().map(|new| (read, new)).or(longest);
            }
            if read == word.len() && !ended && !self.nodes[at].children.is_empty() {
                return Move { output, node: at, done: false };
            }
            let Some((length, new)) = longest else {
                output.push(word[0]);
                word = &word[1..];
                continue;
            };
            output.extend_from_slice(new);
            word = &word[length..];
            if once {
                output.extend_from_slice(word);
                return Move { output, node: 0, done: true };
            }
        }
        Move { output, node: 0, done: false }
    }

    /// The machine; `once` lets it replace one occurrence only.
    fn machine(&self, once: bool) -> Transducer {
        let mut builder = TransducerBuilder::new();
        let states: Vec<u32> = self.nodes.iter().map(|_| builder.state()).collect();
        let copying = builder.state();
        builder.accept(copying, &[]);
        builder.step(copying, (0, MAX_CHAR), &[Piece::Read(0)], copying);
        let mut characters: Vec<u32> =
            self.nodes.iter().flat_map(|node| node.children.keys().copied()).collect();
        characters.sort_unstable();
        characters.dedup();
        for (node, state) in self.nodes.iter().zip(&states) {
            builder.accept(*state, &self.run(&node.word, once, true).output);
            for c in &characters {
                let word: Vec<u32> = node.word.iter().copied().chain([*c]).collect();
                let Move { output, node, done } = self.run(&word, once, false);
                let output: Vec<Piece> = output.into_iter().map(Piece::Char).collect();
                let target = if done { copying } else { states[node] };
                builder.step(*state, (*c, *c), &output, target);
            }
            self.step_over_others(
                &mut builder,
                (*state, &node.word),
                &characters,
                (states[0], copying),
                once,
            );
        }
        builder.build(states[0]).trim()
    }

    /// A character that is in no pattern: what was pending is written, and then the character itself.
    fn step_over_others(
        &self,
        builder: &mut TransducerBuilder,
        (state, word): (u32, &[u32]),
        characters: &[u32],
        (root, copying): (u32, u32),
        once: bool,
    ) {
        let Move { output, done, .. } = self.run(word, once, true);
        let mut pieces: Vec<Piece> = output.into_iter().map(Piece::Char).collect();
        pieces.push(Piece::Read(0));
        let target = if done { copying } else { root };
        let mut next = 0;
        for c in characters.iter().copied().chain([MAX_CHAR + 1]) {
            if next < c {
                builder.step(state, (next, c - 1), &pieces, target);
            }
            next = c + 1;
        }
    }
}
