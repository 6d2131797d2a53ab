//! Regular expressions as an interned algebra.
//!
//! Enters: calls of the constructors (`build.rs`, `boolean.rs`, `reverse.rs`). Leaves: [`Regex`]
//! ids; equal expressions have equal ids, and many equal languages do too, because the
//! constructors simplify. Counted repetition stays a counter, whatever its bounds.
//!
//! What the simplified form looks like: a concatenation is a pair whose left part is no
//! concatenation, except when that part is very long; then turning it around would cost its length
//! again at every step of a chain. For the same reason a union or intersection inside another is
//! merged only while it is small. So a chain of n constructor calls costs O(n).

mod alphabet;
mod boolean;
mod build;
mod derivatives;
mod followed;
#[cfg(test)]
mod followed_tests;
mod restrict;
mod reverse;
mod searched;
mod verdicts;

pub(crate) use boolean::Run;
pub use derivatives::Transition;
pub(crate) use derivatives::target_of;
pub use followed::FunctionId;
pub(crate) use followed::{Function, Needs};

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::charset::CharSet;
use crate::explicit::Nfa;
use derivatives::DerivativeTable;
use followed::{AutomatonId, Preimage};
use verdicts::Verdicts;

/// A regular expression in a [`RegexStore`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Regex(u32);

impl Regex {
    /// The empty language.
    pub const NONE: Regex = Regex(0);
    /// The language of the empty word.
    pub const EPSILON: Regex = Regex(1);
    /// All words of one character.
    pub const ANY_CHAR: Regex = Regex(2);
    /// All words.
    pub const ALL: Regex = Regex(3);

    /// The dense number of the expression in its store.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an expression is made of, for readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'a> {
    /// The empty language.
    None,
    /// The empty word.
    Epsilon,
    /// One character of a set that is not empty.
    Chars(&'a CharSet),
    /// A word of the first, then a word of the second.
    Concat(Regex, Regex),
    /// Between `low` and `high` words of `body`; no upper bound when `high` is missing.
    Repeat {
        /// What is repeated.
        body: Regex,
        /// The least number of copies.
        low: u64,
        /// The largest number of copies.
        high: Option<u64>,
    },
    /// A word of any member; at least two, sorted.
    Union(&'a [Regex]),
    /// A word of all members; at least two, sorted.
    Inter(&'a [Regex]),
    /// Every word that is not in the argument.
    Complement(Regex),
    /// A language that is known by its derivatives only: a pre-image, or an automaton.
    Followed,
}

/// The stored form of an expression: twelve bytes, with the larger parts in side tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    None,
    Epsilon,
    Chars(u32),
    Concat(Regex, Regex),
    Repeat(u32),
    Union(u32),
    Inter(u32),
    Complement(Regex),
    /// A state of an automaton.
    State(AutomatonId, u32),
    Preimage(u32),
}

/// Means "no upper bound" in lengths and counters.
pub(crate) const UNBOUNDED: u64 = u64::MAX;

/// Facts about an expression, computed when it is made.
///
/// `min` is a lower and `max` an upper bound of the word lengths; both are exact when the
/// expression is classical and the numbers fit 64 bits.
#[derive(Clone, Copy, Debug)]
struct Info {
    min: u64,
    max: u64,
    /// Number of factors of a concatenation, 1 for everything else.
    factors: u32,
    nullable: bool,
    classical: bool,
    /// Is some part known by its derivatives only?
    followed: bool,
}

/// One counter: `body` repeated `low..=high` times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Counter {
    body: Regex,
    low: u64,
    high: u64,
}

/// All expressions, each stored once.
///
/// Invariant: children have smaller ids than their parents, so the ids are a topological order.
#[derive(Debug)]
pub struct RegexStore {
    nodes: Vec<Node>,
    infos: Vec<Info>,
    known: FxHashMap<Node, Regex>,
    sets: Table<CharSet>,
    counters: Table<Counter>,
    lists: Table<Arc<[Regex]>>,
    functions: Table<Function>,
    preimages: Table<Preimage>,
    automata: Vec<Arc<Nfa>>,
    weight: usize,
    alphabets: alphabet::Alphabets,
    pub(crate) derivatives: DerivativeTable,
    pub(crate) verdicts: Verdicts,
}

/// Values numbered in the order of their first use.
#[derive(Debug)]
struct Table<T> {
    values: Vec<T>,
    known: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Table<T> {
    fn new() -> Self {
        Self { values: Vec::new(), known: FxHashMap::default() }
    }

    fn intern(&mut self, value: T) -> u32 {
        if let Some(&id) = self.known.get(&value) {
            return id;
        }
        let id = self.values.len() as u32;
        self.values.push(value.clone());
        self.known.insert(value, id);
        id
    }
}

impl Default for RegexStore {
    fn default() -> Self {
        Self::new()
    }
}

impl RegexStore {
    /// A store with the constant expressions only.
    #[must_use]
    pub fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            infos: Vec::new(),
            known: FxHashMap::default(),
            sets: Table::new(),
            counters: Table::new(),
            lists: Table::new(),
            functions: Table::new(),
            preimages: Table::new(),
            automata: Vec::new(),
            weight: 0,
            alphabets: alphabet::Alphabets::default(),
            derivatives: DerivativeTable::default(),
            verdicts: Verdicts::default(),
        };
        store.add(Node::None);
        store.add(Node::Epsilon);
        let full = store.sets.intern(CharSet::full());
        store.add(Node::Chars(full));
        let all = Counter { body: Regex::ANY_CHAR, low: 0, high: UNBOUNDED };
        let all = store.counters.intern(all);
        store.add(Node::Repeat(all));
        store
    }

    /// How many expressions the store holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: the constants are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How much the store holds: expressions and members of lists.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// What `r` is made of.
    #[must_use]
    #[inline]
    pub fn view(&self, r: Regex) -> View<'_> {
        match self.nodes[r.index()] {
            Node::None => View::None,
            Node::Epsilon => View::Epsilon,
            Node::Chars(set) => View::Chars(&self.sets.values[set as usize]),
            Node::Concat(first, rest) => View::Concat(first, rest),
            Node::Repeat(counter) => {
                let Counter { body, low, high } = self.counters.values[counter as usize];
                View::Repeat { body, low, high: (high != UNBOUNDED).then_some(high) }
            }
            Node::Union(list) => View::Union(&self.lists.values[list as usize]),
            Node::Inter(list) => View::Inter(&self.lists.values[list as usize]),
            Node::Complement(inner) => View::Complement(inner),
            Node::State(..) | Node::Preimage(_) => View::Followed,
        }
    }

    /// Is the empty word in the language?
    #[must_use]
    #[inline]
    pub fn is_nullable(&self, r: Regex) -> bool {
        self.infos[r.index()].nullable
    }

    /// Is the expression free of intersections and complements? Such a language is empty only
    /// when it is [`Regex::NONE`].
    #[must_use]
    #[inline]
    pub fn is_classical(&self, r: Regex) -> bool {
        self.infos[r.index()].classical
    }

    /// No word is shorter than this. Exact for classical expressions.
    #[must_use]
    #[inline]
    pub fn min_length(&self, r: Regex) -> u64 {
        self.infos[r.index()].min
    }

    /// No word is longer than this, when there is such a bound. Exact for classical expressions.
    #[must_use]
    #[inline]
    pub fn max_length(&self, r: Regex) -> Option<u64> {
        let max = self.infos[r.index()].max;
        (max != UNBOUNDED).then_some(max)
    }

    /// Appends the members of a union, however nested, to `out`; anything else but the empty
    /// language is its own only member.
    pub(crate) fn push_alternatives(&self, r: Regex, out: &mut Vec<Regex>) {
        let Node::Union(_) = self.nodes[r.index()] else {
            if r != Regex::NONE {
                out.push(r);
            }
            return;
        };
        let mut stack = vec![r];
        while let Some(at) = stack.pop() {
            match self.view(at) {
                View::Union(members) => stack.extend_from_slice(members),
                _ => out.push(at),
            }
        }
    }

    /// The parts of `r`, in order.
    pub(crate) fn children(&self, r: Regex) -> impl Iterator<Item = Regex> + '_ {
        let (pair, list): ([Option<Regex>; 2], &[Regex]) = match self.view(r) {
            View::None | View::Epsilon | View::Chars(_) | View::Followed => ([None, None], &[]),
            View::Concat(first, rest) => ([Some(first), Some(rest)], &[]),
            View::Repeat { body, .. } | View::Complement(body) => ([Some(body), None], &[]),
            View::Union(list) | View::Inter(list) => ([None, None], list),
        };
        pair.into_iter().flatten().chain(list.iter().copied())
    }

    fn info(&self, r: Regex) -> Info {
        self.infos[r.index()]
    }

    /// Bytes that tables take anew when this many nodes come: they double, and the old ones are there until
    /// the new ones are filled.
    fn growth(&self, nodes: usize) -> usize {
        let of = |length: usize, capacity: usize, bytes: usize| {
            if length + nodes > capacity { 2 * (capacity + nodes) * bytes } else { 0 }
        };
        of(self.known.len(), self.known.capacity(), size_of::<(Node, Regex)>() + 1)
            + of(self.nodes.len(), self.nodes.capacity(), size_of::<Node>())
            + of(self.infos.len(), self.infos.capacity(), size_of::<Info>())
    }

    /// The id of `node`, which must already be in simplified form.
    fn add(&mut self, node: Node) -> Regex {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let id = Regex(self.nodes.len() as u32);
        let info = self.compute_info(node);
        self.weight += 1;
        if let Node::Union(list) | Node::Inter(list) = node {
            self.weight += self.lists.values[list as usize].len();
        }
        self.nodes.push(node);
        self.infos.push(info);
        self.known.insert(node, id);
        id
    }

    fn compute_info(&self, node: Node) -> Info {
        let leaf =
            |min, max, nullable| Info { min, max, factors: 1, nullable, classical: true, followed: false };
        match node {
            Node::None => leaf(UNBOUNDED, 0, false),
            Node::Epsilon => leaf(0, 0, true),
            Node::Chars(_) => leaf(1, 1, false),
            Node::Concat(first, rest) => {
                let (a, b) = (self.info(first), self.info(rest));
                Info {
                    min: a.min.saturating_add(b.min),
                    max: a.max.saturating_add(b.max),
                    factors: a.factors.saturating_add(b.factors),
                    nullable: a.nullable && b.nullable,
                    classical: a.classical && b.classical,
                    followed: a.followed || b.followed,
                }
            }
            Node::Repeat(counter) => {
                let Counter { body, low, high } = self.counters.values[counter as usize];
                let body = self.info(body);
                Info {
                    min: body.min.saturating_mul(low),
                    max: if body.max == 0 { 0 } else { body.max.saturating_mul(high) },
                    factors: 1,
                    nullable: low == 0 || body.nullable,
                    classical: body.classical,
                    followed: body.followed,
                }
            }
            Node::Union(list) => self.list_info(list, true),
            Node::Inter(list) => self.list_info(list, false),
            Node::Complement(inner) => {
                let Info { nullable, followed, .. } = self.info(inner);
                Info { followed, ..unknown(!nullable) }
            }
            Node::State(..) | Node::Preimage(_) => {
                Info { followed: true, ..unknown(self.followed_nullable(node)) }
            }
        }
    }

    fn list_info(&self, list: u32, is_union: bool) -> Info {
        let members = &self.lists.values[list as usize];
        let infos = members.iter().map(|&member| self.info(member));
        let mut total = Info {
            min: if is_union { UNBOUNDED } else { 0 },
            max: if is_union { 0 } else { UNBOUNDED },
            factors: 1,
            nullable: !is_union,
            classical: is_union,
            followed: false,
        };
        for info in infos {
            total.followed |= info.followed;
            if is_union {
                total.min = total.min.min(info.min);
                total.max = total.max.max(info.max);
                total.nullable |= info.nullable;
                total.classical &= info.classical;
            } else {
                total.min = total.min.max(info.min);
                total.max = total.max.min(info.max);
                total.nullable &= info.nullable;
            }
        }
        total
    }
}

/// What is known of a language of which only this is known: whether it has the empty word.
fn unknown(nullable: bool) -> Info {
    let min = u64::from(!nullable);
    Info { min, max: UNBOUNDED, factors: 1, nullable, classical: false, followed: false }
}

#[cfg(test)]
mod tests;
