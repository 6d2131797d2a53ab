//! Constructors for characters, words, concatenation and repetition.
//!
//! Enters: parts in simplified form. Leaves: the simplified whole. Rules used: units and zeros,
//! `x{a,b} x{c,d} = x{a+c,b+d}`, nested counters where the counts leave no gap, and absorption
//! into `all`.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Counter, Node, Regex, RegexStore, UNBOUNDED, View};
use crate::charset::CharSet;

/// A left part with more factors than this is not turned around.
const LONG_CONCAT: u32 = 64;
/// Long words are built in parts of this many characters.
const PART_OF_WORD: usize = 1 << 12;
/// What a factor of a long concatenation takes in memory, about.
const BYTES_PER_FACTOR: usize = 128;

impl RegexStore {
    /// The empty language.
    #[must_use]
    pub fn none(&self) -> Regex {
        Regex::NONE
    }

    /// The language of the empty word.
    #[must_use]
    pub fn epsilon(&self) -> Regex {
        Regex::EPSILON
    }

    /// All words of length one.
    #[must_use]
    pub fn any_char(&self) -> Regex {
        Regex::ANY_CHAR
    }

    /// The same language as an expression of another store has.
    ///
    /// # Panics
    /// When the language must be followed ([`RegexStore::is_followed`]).
    pub fn copy_from(&mut self, other: &RegexStore, regex: Regex) -> Regex {
        let mut done: FxHashMap<Regex, Regex> = FxHashMap::default();
        let mut stack = vec![regex];
        while let Some(at) = stack.last().copied() {
            let before = stack.len();
            let parts: Vec<Regex> = match other.view(at) {
                View::None | View::Epsilon | View::Chars(_) | View::Followed => Vec::new(),
                View::Concat(first, second) => vec![first, second],
                View::Repeat { body, .. } | View::Complement(body) => vec![body],
                View::Union(members) | View::Inter(members) => members.to_vec(),
            };
            stack.extend(parts.iter().filter(|part| !done.contains_key(part)));
            if stack.len() > before {
                continue;
            }
            let parts: Vec<Regex> = parts.iter().map(|part| done[part]).collect();
            let copy = match other.view(at) {
                View::None => Regex::NONE,
                View::Epsilon => Regex::EPSILON,
                View::Chars(set) => self.chars(set.clone()),
                View::Concat(..) => self.concat_two(parts[0], parts[1]),
                View::Repeat { low, high, .. } => self.repeat(parts[0], low, high),
                View::Union(_) => self.union(&parts),
                View::Inter(_) => self.inter(&parts),
                View::Complement(_) => self.complement(parts[0]),
                View::Followed => panic!("a language that is followed stays in its store"),
            };
            done.insert(at, copy);
            stack.pop();
        }
        done[&regex]
    }

    /// All words.
    #[must_use]
    pub fn all(&self) -> Regex {
        Regex::ALL
    }

    /// The words of length one with a character in `set`.
    pub fn chars(&mut self, set: CharSet) -> Regex {
        if set.is_empty() {
            return Regex::NONE;
        }
        let id = self.sets.intern(set);
        self.add(Node::Chars(id))
    }

    /// The words of length one with a character from `low` to `high`.
    pub fn range(&mut self, low: u32, high: u32) -> Regex {
        self.chars(CharSet::range(low, high))
    }

    /// Exactly `word`. Empty when a character lies outside the alphabet.
    pub fn word(&mut self, word: &[u32]) -> Regex {
        let mut result = Regex::EPSILON;
        for equal in word.chunk_by(|one, next| one == next).rev() {
            let first = self.chars(CharSet::single(equal[0]));
            let first = self.repeat(first, equal.len() as u64, Some(equal.len() as u64));
            result = self.concat_two(first, result);
        }
        result
    }

    /// [`RegexStore::word`] for a word that may be long.
    ///
    /// # Errors
    /// When the budget ends or there is no memory for it.
    pub fn long_word(&mut self, word: &[u32], budget: &Budget) -> Result<Regex, Stop> {
        let mut result = Regex::EPSILON;
        for part in word.rchunks(PART_OF_WORD) {
            budget.room_for((part.len() * BYTES_PER_FACTOR + self.growth(part.len())) as u64)?;
            budget.poll_many(part.len() as u64)?;
            let part = self.word(part);
            result = self.concat_two(part, result);
        }
        Ok(result)
    }

    /// A word of each part, one after the other.
    pub fn concat(&mut self, parts: &[Regex]) -> Regex {
        let mut result = Regex::EPSILON;
        for &part in parts.iter().rev() {
            result = self.concat_two(part, result);
        }
        result
    }

    /// A word of `first` followed by a word of `rest`.
    pub fn concat_two(&mut self, first: Regex, rest: Regex) -> Regex {
        if first == Regex::NONE || rest == Regex::NONE {
            return Regex::NONE;
        }
        if self.info(first).factors > LONG_CONCAT {
            return self.prepend(first, rest);
        }
        let mut factors: smallvec::SmallVec<[Regex; 8]> = smallvec::SmallVec::new();
        let mut at = first;
        while let Node::Concat(head, tail) = self.nodes[at.index()] {
            factors.push(head);
            at = tail;
        }
        factors.push(at);
        factors.into_iter().rev().fold(rest, |rest, factor| self.prepend(factor, rest))
    }

    /// `first rest`, where `first` is one factor or too long to be taken apart.
    fn prepend(&mut self, first: Regex, rest: Regex) -> Regex {
        if rest == Regex::EPSILON {
            return first;
        }
        if first == Regex::EPSILON {
            return rest;
        }
        if (rest == Regex::ALL && self.is_nullable(first)) || (first == Regex::ALL && self.is_nullable(rest))
        {
            return Regex::ALL;
        }
        let (head, tail) = match self.nodes[rest.index()] {
            Node::Concat(head, tail) => (head, tail),
            _ => (rest, Regex::EPSILON),
        };
        if let Some(merged) = self.merge_factors(first, head) {
            return self.prepend_merged(merged, tail);
        }
        self.add(Node::Concat(first, rest))
    }

    /// Attaches a merged factor; `all` may absorb the factors that follow it.
    fn prepend_merged(&mut self, merged: Regex, mut tail: Regex) -> Regex {
        if merged == Regex::ALL {
            while let Node::Concat(head, rest) = self.nodes[tail.index()]
                && self.is_nullable(head)
            {
                tail = rest;
            }
        }
        if tail == Regex::EPSILON || (merged == Regex::ALL && self.is_nullable(tail)) {
            return merged;
        }
        self.add(Node::Concat(merged, tail))
    }

    /// One factor for two neighbours that repeat the same body.
    fn merge_factors(&mut self, first: Regex, second: Regex) -> Option<Regex> {
        if (second == Regex::ALL && self.is_nullable(first))
            || (first == Regex::ALL && self.is_nullable(second))
        {
            return Some(Regex::ALL);
        }
        let (a, b) = (self.as_counter(first), self.as_counter(second));
        if a.body != b.body {
            return None;
        }
        let low = a.low.checked_add(b.low)?;
        let high = if a.high == UNBOUNDED || b.high == UNBOUNDED {
            UNBOUNDED
        } else {
            a.high
                .checked_add(b.high)
                .filter(|&high| high != UNBOUNDED)?
                .saturating_sub(u64::from(tress_base::is_planted("merge-factors")))
                .max(low)
        };
        Some(self.counter(Counter { body: a.body, low, high }))
    }

    /// `r` as a repetition; everything is itself repeated once.
    pub(super) fn as_counter(&self, r: Regex) -> Counter {
        match self.nodes[r.index()] {
            Node::Repeat(counter) => self.counters.values[counter as usize],
            _ => Counter { body: r, low: 1, high: 1 },
        }
    }

    /// Any number of words of `r`.
    pub fn star(&mut self, r: Regex) -> Regex {
        self.repeat(r, 0, None)
    }

    /// At least one word of `r`.
    pub fn plus(&mut self, r: Regex) -> Regex {
        self.repeat(r, 1, None)
    }

    /// The empty word or a word of `r`.
    pub fn opt(&mut self, r: Regex) -> Regex {
        self.repeat(r, 0, Some(1))
    }

    /// Between `low` and `high` words of `r`; no upper bound when `high` is missing. The empty
    /// language when `low > high`.
    pub fn repeat(&mut self, r: Regex, low: u64, high: Option<u64>) -> Regex {
        let high = high.unwrap_or(UNBOUNDED);
        if low > high {
            return Regex::NONE;
        }
        self.counter(Counter { body: r, low, high })
    }

    /// The simplified repetition; requires `low <= high`.
    pub(super) fn counter(&mut self, counter: Counter) -> Regex {
        let Counter { mut body, mut low, high } = counter;
        if high == 0 {
            return Regex::EPSILON;
        }
        if body == Regex::NONE {
            return if low == 0 { Regex::EPSILON } else { Regex::NONE };
        }
        if body == Regex::EPSILON || body == Regex::ALL {
            return body;
        }
        if self.is_nullable(body) {
            low = 0;
            body = self.without_epsilon_member(body);
        }
        if let Some(merged) = self.merge_nested(Counter { body, low, high }) {
            return self.counter(merged);
        }
        if high == 1 && (low == 1 || self.is_nullable(body)) {
            return body;
        }
        if high == 1
            && let View::Union(members) = self.view(body)
        {
            let members = std::iter::once(Regex::EPSILON).chain(members.iter().copied()).collect();
            return self.union_of_flat(members);
        }
        let id = self.counters.intern(Counter { body, low, high });
        self.add(Node::Repeat(id))
    }

    /// A union without its member `ε`; anything else stays as it is.
    fn without_epsilon_member(&mut self, r: Regex) -> Regex {
        let View::Union(members) = self.view(r) else { return r };
        if !members.contains(&Regex::EPSILON) {
            return r;
        }
        let rest: Vec<Regex> = members.iter().copied().filter(|&member| member != Regex::EPSILON).collect();
        self.union(&rest)
    }

    /// `(x{a,b}){c,d} = x{ac,bd}` when the counts in between leave no gap: between k and k+1
    /// outer copies there is none when `(k+1)a <= kb+1`, and k = c is the worst case.
    fn merge_nested(&self, outer: Counter) -> Option<Counter> {
        let Node::Repeat(inner) = self.nodes[outer.body.index()] else { return None };
        let inner = self.counters.values[inner as usize];
        let gapless = outer.low == outer.high || {
            let next_starts = outer.low.checked_add(1)?.checked_mul(inner.low)?;
            next_starts <= times(outer.low, inner.high)?.saturating_add(1)
        };
        if !gapless {
            return None;
        }
        let low = outer.low.checked_mul(inner.low)?;
        let high = times(outer.high, inner.high)?;
        Some(Counter { body: inner.body, low, high })
    }
}

/// The product of two upper bounds. Returns `None` if it does not fit.
fn times(a: u64, b: u64) -> Option<u64> {
    if a == 0 || b == 0 {
        Some(0)
    } else if a == UNBOUNDED || b == UNBOUNDED {
        Some(UNBOUNDED)
    } else {
        a.checked_mul(b).filter(|&product| product != UNBOUNDED)
    }
}
