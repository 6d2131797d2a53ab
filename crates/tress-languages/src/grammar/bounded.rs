//! The words of a grammar with a bounded length, as expressions that share their parts.
//!
//! Productions are cut into pairs first. What derives the empty word or one other symbol is followed
//! beforehand, so the words of a symbol with length `n` are pairs of shorter parts: one expression for each
//! symbol and length, made once, from the shortest on.

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::{Grammar, Item};
use tress_automata::CharSet;
use tress_automata::{Regex, RegexStore};

/// A grammar with its words by length, as far as they were asked for.
///
/// Invariant: `words[n][s]` are the words of symbol `s` with length `n`, in the store that was always given.
#[derive(Clone, Debug)]
pub struct Bounded {
    binary: Binary,
    words: Vec<Vec<Regex>>,
    /// For each symbol the lengths at least one that its words have, in increasing order.
    lengths: Vec<Vec<usize>>,
}

/// Productions with at most two parts.
///
/// Invariant: `covers[s]` are the symbols whose words are all words of `s`, itself included: what stands
/// next to them in a production of `s` may be empty.
#[derive(Clone, Debug)]
struct Binary {
    chars: Vec<CharSet>,
    pairs: Vec<Vec<(usize, usize)>>,
    nullable: FixedBitSet,
    covers: Vec<Vec<usize>>,
}

impl Bounded {
    /// A grammar of which no words were asked for yet. The same store must be given to every question.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn new(grammar: &Grammar, budget: &Budget) -> Result<Self, Stop> {
        let binary = Binary::new(grammar, budget)?;
        let lengths = vec![Vec::new(); binary.chars.len()];
        let empty = |symbol| if binary.nullable.contains(symbol) { Regex::EPSILON } else { Regex::NONE };
        let words = vec![(0..binary.chars.len()).map(empty).collect()];
        Ok(Self { binary, words, lengths })
    }

    /// The words of exactly this length.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn exactly(&mut self, store: &mut RegexStore, length: usize, budget: &Budget) -> Result<Regex, Stop> {
        while self.words.len() <= length {
            self.next_length(store, budget)?;
        }
        Ok(self.words[length][0])
    }

    /// The words of at most this length.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn up_to(&mut self, store: &mut RegexStore, length: usize, budget: &Budget) -> Result<Regex, Stop> {
        self.exactly(store, length, budget)?;
        let all: Vec<Regex> = self.words[..=length].iter().map(|row| row[0]).collect();
        Ok(store.union(&all))
    }

    /// The words of a symbol of the grammar with a length that was asked for.
    pub(super) fn words_of(&self, symbol: usize, length: usize) -> Regex {
        self.words[length][symbol]
    }

    /// The least length of a word of a symbol, among the lengths that were asked for.
    pub(super) fn least(&self, symbol: usize) -> Option<usize> {
        if self.binary.nullable.contains(symbol) { Some(0) } else { self.lengths[symbol].first().copied() }
    }

    /// Makes the expressions for one more character.
    fn next_length(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<(), Stop> {
        let length = self.words.len();
        let symbols = self.binary.chars.len();
        let mut own = Vec::with_capacity(symbols);
        for symbol in 0..symbols {
            own.push(self.own_words(symbol, length, store, budget)?);
        }
        let mut row = Vec::with_capacity(symbols);
        for covered in &self.binary.covers {
            budget.poll_many(covered.len() as u64)?;
            let parts: Vec<Regex> = covered.iter().map(|symbol| own[*symbol]).collect();
            row.push(store.union(&parts));
        }
        for (lengths, words) in self.lengths.iter_mut().zip(&row) {
            if *words != Regex::NONE {
                lengths.push(length);
            }
        }
        self.words.push(row);
        Ok(())
    }

    /// The words of a symbol that are one character, or two parts that are not empty.
    fn own_words(
        &self,
        symbol: usize,
        length: usize,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Regex, Stop> {
        let mut parts = Vec::new();
        if length == 1 {
            parts.push(store.chars(self.binary.chars[symbol].clone()));
        }
        for (first, second) in &self.binary.pairs[symbol] {
            for split in &self.lengths[*first] {
                budget.poll()?;
                if *split >= length {
                    break;
                }
                let rest = self.words[length - split][*second];
                parts.push(store.concat(&[self.words[*split][*first], rest]));
            }
        }
        budget.poll_many(parts.len() as u64)?;
        Ok(store.union(&parts))
    }
}

impl Binary {
    fn new(grammar: &Grammar, budget: &Budget) -> Result<Self, Stop> {
        let mut rules = Rules::default();
        rules.empty.resize(grammar.symbols(), false);
        rules.chars.resize(grammar.symbols(), CharSet::empty());
        rules.pairs.resize(grammar.symbols(), Vec::new());
        rules.units.resize(grammar.symbols(), Vec::new());
        for (symbol, productions) in grammar.productions.iter().enumerate() {
            for production in productions {
                budget.poll_many(1 + production.len() as u64)?;
                rules.add(symbol, production);
            }
        }
        let nullable = rules.nullable(budget)?;
        let covers = rules.covers(&nullable, budget)?;
        Ok(Self { chars: rules.chars, pairs: rules.pairs, nullable, covers })
    }
}

/// Productions that were cut, by symbol.
#[derive(Default)]
struct Rules {
    empty: Vec<bool>,
    chars: Vec<CharSet>,
    units: Vec<Vec<usize>>,
    pairs: Vec<Vec<(usize, usize)>>,
}

impl Rules {
    fn symbol(&mut self) -> usize {
        self.empty.push(false);
        self.chars.push(CharSet::empty());
        self.units.push(Vec::new());
        self.pairs.push(Vec::new());
        self.chars.len() - 1
    }

    /// The symbol of an item.
    fn of_item(&mut self, item: &Item) -> usize {
        match item {
            Item::Symbol(symbol) => *symbol,
            Item::Chars(set) => {
                let symbol = self.symbol();
                self.chars[symbol] = set.clone();
                symbol
            }
        }
    }

    /// Adds a production, cut into pairs from the left.
    fn add(&mut self, mut symbol: usize, mut production: &[Item]) {
        while let [first, rest @ ..] = production
            && rest.len() > 1
        {
            let (first, tail) = (self.of_item(first), self.symbol());
            self.pairs[symbol].push((first, tail));
            (symbol, production) = (tail, rest);
        }
        match production {
            [] => self.empty[symbol] = true,
            [Item::Chars(set)] => self.chars[symbol] = self.chars[symbol].union(set),
            [Item::Symbol(other)] => self.units[symbol].push(*other),
            [first, second, ..] => {
                let pair = (self.of_item(first), self.of_item(second));
                self.pairs[symbol].push(pair);
            }
        }
    }

    /// The symbols that derive the empty word.
    fn nullable(&self, budget: &Budget) -> Result<FixedBitSet, Stop> {
        let mut nullable = FixedBitSet::with_capacity(self.empty.len());
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); self.empty.len()];
        for symbol in 0..self.empty.len() {
            let parts = self.pairs[symbol].iter().flat_map(|(first, second)| [*first, *second]);
            for part in parts.chain(self.units[symbol].iter().copied()) {
                budget.poll()?;
                uses[part].push(symbol);
            }
        }
        let mut stack: Vec<usize> = (0..self.empty.len()).filter(|symbol| self.empty[*symbol]).collect();
        while let Some(symbol) = stack.pop() {
            budget.poll()?;
            if nullable.put(symbol) {
                continue;
            }
            for user in &uses[symbol] {
                let unit = self.units[*user].iter().any(|part| nullable.contains(*part));
                let both = |(first, second): &(usize, usize)| {
                    nullable.contains(*first) && nullable.contains(*second)
                };
                budget.poll_many(self.pairs[*user].len() as u64)?;
                if unit || self.pairs[*user].iter().any(both) {
                    stack.push(*user);
                }
            }
        }
        Ok(nullable)
    }

    /// For each symbol those whose words are all words of it.
    fn covers(&self, nullable: &FixedBitSet, budget: &Budget) -> Result<Vec<Vec<usize>>, Stop> {
        let direct = |symbol: usize| -> Vec<usize> {
            let mut found = self.units[symbol].clone();
            for (first, second) in &self.pairs[symbol] {
                found.extend(nullable.contains(*second).then_some(*first));
                found.extend(nullable.contains(*first).then_some(*second));
            }
            found
        };
        let direct: Vec<Vec<usize>> = (0..self.empty.len()).map(direct).collect();
        let mut all = Vec::with_capacity(direct.len());
        for symbol in 0..direct.len() {
            let mut seen = FixedBitSet::with_capacity(direct.len());
            let mut stack = vec![symbol];
            while let Some(at) = stack.pop() {
                budget.poll()?;
                if !seen.put(at) {
                    stack.extend(&direct[at]);
                }
            }
            all.push(seen.ones().collect());
        }
        Ok(all)
    }
}
