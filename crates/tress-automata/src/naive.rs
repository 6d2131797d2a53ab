//! Slow twins: the textbook constructions on an alphabet of three symbols, for the tests.
//!
//! Enters: a small expression tree ([`Ast`]), usually random. Leaves: its complete automaton
//! ([`Dfa`]) or the answer for one word, computed without any code of the rest of the crate.
//! The symbols are `a`, `b` and "everything else". Recursion is fine here: the trees are small.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::{Int, Random};

use crate::charset::{CharSet, MAX_CHAR};
use crate::regex::{Regex, RegexStore};

/// How many symbols there are.
pub const SYMBOLS: usize = 3;

/// Random trees that are larger than this, counters written out, are not used.
const LARGEST: u64 = 16;

/// A regular expression as a plain tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ast {
    /// The empty language.
    None,
    /// The empty word.
    Epsilon,
    /// One symbol of the set with these bits.
    Symbols(u8),
    /// One after the other.
    Concat(Box<Ast>, Box<Ast>),
    /// Either.
    Union(Box<Ast>, Box<Ast>),
    /// Both.
    Inter(Box<Ast>, Box<Ast>),
    /// The first, not the second.
    Diff(Box<Ast>, Box<Ast>),
    /// Everything else.
    Complement(Box<Ast>),
    /// Between two numbers of copies.
    Repeat(Box<Ast>, u64, Option<u64>),
    /// Read backwards.
    Reverse(Box<Ast>),
}

impl Ast {
    /// A random tree of at most `size` operators, small enough for the textbook.
    pub fn random(random: &mut Random, size: usize) -> Ast {
        loop {
            let ast = Self::random_of_any_size(random, size);
            if ast.unrolled_size() <= LARGEST {
                return ast;
            }
        }
    }

    /// How many symbols the tree has when its counters are written out.
    fn unrolled_size(&self) -> u64 {
        match self {
            Ast::None | Ast::Epsilon | Ast::Symbols(_) => 1,
            Ast::Concat(x, y) | Ast::Union(x, y) | Ast::Inter(x, y) | Ast::Diff(x, y) => {
                x.unrolled_size() + y.unrolled_size()
            }
            Ast::Complement(x) | Ast::Reverse(x) => x.unrolled_size(),
            Ast::Repeat(x, low, high) => x.unrolled_size() * high.unwrap_or(low + 1).max(1),
        }
    }

    fn random_of_any_size(random: &mut Random, size: usize) -> Ast {
        if size == 0 {
            return match random.below(8) {
                0 => Ast::Epsilon,
                1 => Ast::Symbols(7),
                2 if random.chance(1, 4) => Ast::None,
                _ => Ast::Symbols(1 + random.below(7) as u8),
            };
        }
        let left = random.below(size);
        let right = size - 1 - left;
        let operator = random.below(13);
        if operator <= 6 || operator == 8 {
            let x = Box::new(Ast::random_of_any_size(random, left));
            let y = Box::new(Ast::random_of_any_size(random, right));
            return match operator {
                0..=3 => Ast::Concat(x, y),
                4..=5 => Ast::Union(x, y),
                6 => Ast::Inter(x, y),
                _ => Ast::Diff(x, y),
            };
        }
        let x = Box::new(Ast::random_of_any_size(random, size - 1));
        match operator {
            7 => Ast::Complement(x),
            9 => Ast::Reverse(x),
            10 => Ast::Repeat(x, 0, None),
            _ => {
                let low = random.below(4) as u64;
                let high = random.chance(2, 3).then(|| low + random.below(3) as u64);
                Ast::Repeat(x, low, high)
            }
        }
    }

    /// The characters that the symbols with these bits represent.
    #[must_use]
    pub fn symbols(bits: u8) -> CharSet {
        let (a, b) = (u32::from('a'), u32::from('b'));
        let mut ranges = Vec::new();
        if bits & 1 != 0 {
            ranges.push((a, a));
        }
        if bits & 2 != 0 {
            ranges.push((b, b));
        }
        if bits & 4 != 0 {
            ranges.extend([(0, a - 1), (b + 1, MAX_CHAR)]);
        }
        CharSet::from_ranges(ranges)
    }

    /// The same language in a store.
    pub fn build(&self, store: &mut RegexStore) -> Regex {
        match self {
            Ast::None => store.none(),
            Ast::Epsilon => store.epsilon(),
            Ast::Symbols(bits) => store.chars(Self::symbols(*bits)),
            Ast::Concat(x, y) => {
                let parts = [x.build(store), y.build(store)];
                store.concat(&parts)
            }
            Ast::Union(x, y) => {
                let parts = [x.build(store), y.build(store)];
                store.union(&parts)
            }
            Ast::Inter(x, y) => {
                let parts = [x.build(store), y.build(store)];
                store.inter(&parts)
            }
            Ast::Diff(x, y) => {
                let (x, y) = (x.build(store), y.build(store));
                store.diff(x, y)
            }
            Ast::Complement(x) => {
                let x = x.build(store);
                store.complement(x)
            }
            Ast::Repeat(x, low, high) => {
                let x = x.build(store);
                store.repeat(x, *low, *high)
            }
            Ast::Reverse(x) => {
                let x = x.build(store);
                store.reverse(x)
            }
        }
    }
}

/// A complete deterministic automaton over the three symbols, with state 0 as its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    next: Vec<[usize; SYMBOLS]>,
    accepting: Vec<bool>,
}

/// Builds an automaton from the successor and acceptance functions of states of any kind.
fn explore<S: Ord + Clone>(start: S, step: impl Fn(&S, usize) -> S, accepts: impl Fn(&S) -> bool) -> Dfa {
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut dfa = Dfa { next: Vec::new(), accepting: Vec::new() };
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        let mut row = [0; SYMBOLS];
        for (symbol, entry) in row.iter_mut().enumerate() {
            let target = step(&state, symbol);
            *entry = *numbers.entry(target.clone()).or_insert_with(|| {
                states.push(target);
                states.len() - 1
            });
        }
        dfa.next.push(row);
        dfa.accepting.push(accepts(&state));
        at += 1;
    }
    dfa.minimize()
}

impl Dfa {
    /// The automaton of an expression.
    #[must_use]
    pub fn new(ast: &Ast) -> Dfa {
        match ast {
            Ast::None => explore((), |(), _| (), |()| false),
            Ast::Epsilon => explore(true, |_, _| false, |&state| state),
            Ast::Symbols(bits) => explore(
                0,
                |&state, symbol| if state == 0 && bits >> symbol & 1 == 1 { 1 } else { 2 },
                |&state| state == 1,
            ),
            Ast::Concat(x, y) => Dfa::new(x).concat(&Dfa::new(y)),
            Ast::Union(x, y) => Dfa::new(x).combine(&Dfa::new(y), |p, q| p || q),
            Ast::Inter(x, y) => Dfa::new(x).combine(&Dfa::new(y), |p, q| p && q),
            Ast::Diff(x, y) => Dfa::new(x).combine(&Dfa::new(y), |p, q| p && !q),
            Ast::Complement(x) => {
                let mut dfa = Dfa::new(x);
                dfa.accepting.iter_mut().for_each(|accepting| *accepting = !*accepting);
                dfa
            }
            Ast::Repeat(x, low, high) => Dfa::new(x).repeat(*low, *high),
            Ast::Reverse(x) => Dfa::new(x).reverse(),
        }
    }

    /// Moore's partition refinement.
    fn minimize(self) -> Dfa {
        let mut class: Vec<usize> = self.accepting.iter().map(|&accepting| usize::from(accepting)).collect();
        loop {
            let mut numbers: BTreeMap<(usize, [usize; SYMBOLS]), usize> = BTreeMap::new();
            let refined: Vec<usize> = (0..self.next.len())
                .map(|state| {
                    let key = (class[state], self.next[state].map(|target| class[target]));
                    let fresh = numbers.len();
                    *numbers.entry(key).or_insert(fresh)
                })
                .collect();
            if refined == class {
                break;
            }
            class = refined;
        }
        let count = class.iter().max().map_or(0, |&max| max + 1);
        let mut dfa = Dfa { next: vec![[0; SYMBOLS]; count], accepting: vec![false; count] };
        for (state, &number) in class.iter().enumerate() {
            dfa.next[number] = self.next[state].map(|target| class[target]);
            dfa.accepting[number] = self.accepting[state];
        }
        dfa
    }

    fn combine(&self, other: &Dfa, accepts: impl Fn(bool, bool) -> bool) -> Dfa {
        explore(
            (0, 0),
            |&(p, q), symbol| (self.next[p][symbol], other.next[q][symbol]),
            |&(p, q)| accepts(self.accepting[p], other.accepting[q]),
        )
    }

    fn concat(&self, other: &Dfa) -> Dfa {
        let enter = |p: usize, mut set: BTreeSet<usize>| {
            if self.accepting[p] {
                set.insert(0);
            }
            (p, set)
        };
        explore(
            enter(0, BTreeSet::new()),
            |(p, set), symbol| {
                enter(self.next[*p][symbol], set.iter().map(|&q| other.next[q][symbol]).collect())
            },
            |(_, set)| set.iter().any(|&q| other.accepting[q]),
        )
    }

    fn star(&self) -> Dfa {
        explore(
            None::<BTreeSet<usize>>,
            |state, symbol| {
                let from = state.clone().unwrap_or_else(|| BTreeSet::from([0]));
                let mut set: BTreeSet<usize> = from.iter().map(|&p| self.next[p][symbol]).collect();
                if set.iter().any(|&p| self.accepting[p]) {
                    set.insert(0);
                }
                Some(set)
            },
            |state| state.as_ref().is_none_or(|set| set.iter().any(|&p| self.accepting[p])),
        )
    }

    fn repeat(&self, low: u64, high: Option<u64>) -> Dfa {
        if high.is_some_and(|high| low > high) {
            return Dfa::new(&Ast::None);
        }
        let optional = self.combine(&Dfa::new(&Ast::Epsilon), |p, q| p || q);
        let mut result = Dfa::new(&Ast::Epsilon);
        for _ in 0..low {
            result = result.concat(self);
        }
        match high {
            None => result.concat(&self.star()),
            Some(high) => (low..high).fold(result, |result, _| result.concat(&optional)),
        }
    }

    fn reverse(&self) -> Dfa {
        let start: BTreeSet<usize> = (0..self.next.len()).filter(|&p| self.accepting[p]).collect();
        explore(
            start,
            |set, symbol| (0..self.next.len()).filter(|&p| set.contains(&self.next[p][symbol])).collect(),
            |set| set.contains(&0),
        )
    }

    /// Is the word, given by symbols, accepted?
    #[must_use]
    pub fn accepts(&self, word: &[usize]) -> bool {
        self.accepting[word.iter().fold(0, |state, &symbol| self.next[state][symbol])]
    }

    /// Is no word accepted?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// How many states the minimal complete automaton has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The shortest accepted length.
    #[must_use]
    pub fn shortest(&self) -> Option<usize> {
        let mut reached = BTreeSet::from([0]);
        for length in 0..self.next.len() {
            if reached.iter().any(|&state| self.accepting[state]) {
                return Some(length);
            }
            reached = reached.iter().flat_map(|&state| self.next[state]).collect();
        }
        None
    }

    /// For each length up to `longest`, the number of accepted words over the whole alphabet.
    #[must_use]
    pub fn counts(&self, longest: usize) -> Vec<Int> {
        let sizes = [1, 2, 4].map(|bits| Int::from(Ast::symbols(bits).len()));
        let mut reach = vec![Int::ZERO; self.next.len()];
        reach[0] = Int::ONE;
        let mut counts = Vec::new();
        for _ in 0..=longest {
            let accepted = (0..self.next.len()).filter(|&p| self.accepting[p]);
            counts.push(accepted.fold(Int::ZERO, |sum, p| &sum + &reach[p]));
            let mut after = vec![Int::ZERO; self.next.len()];
            for (p, row) in self.next.iter().enumerate() {
                for (symbol, &target) in row.iter().enumerate() {
                    after[target] = &after[target] + &(&reach[p] * &sizes[symbol]);
                }
            }
            reach = after;
        }
        counts
    }

    /// The set difference, for inclusion tests.
    #[must_use]
    pub fn minus(&self, other: &Dfa) -> Dfa {
        self.combine(other, |p, q| p && !q)
    }
}

/// All words over the three symbols up to a length, shortest first.
#[must_use]
pub fn words(longest: usize) -> Vec<Vec<usize>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = words.len();
        for at in from..until {
            for symbol in 0..SYMBOLS {
                let mut word: Vec<usize> = words[at].clone();
                word.push(symbol);
                words.push(word);
            }
        }
        from = until;
    }
    words
}

/// Characters for symbols; the third symbol is written as `c`.
#[must_use]
pub fn spell(word: &[usize]) -> Vec<u32> {
    word.iter().map(|&symbol| u32::from('a') + symbol as u32).collect()
}

/// Symbols for characters.
#[must_use]
pub fn symbols_of(word: &[u32]) -> Vec<usize> {
    word.iter().map(|&c| (c.wrapping_sub(u32::from('a')) as usize).min(SYMBOLS - 1)).collect()
}
