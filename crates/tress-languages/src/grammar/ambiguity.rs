//! Words that a grammar derives in two ways, up to a length.
//!
//! Where two derivations of one word differ for the first time, they take two productions of a symbol, or one
//! production whose parts share the word out in two ways (Brabrand, Giegerich and Møller 2010 call this
//! vertical and horizontal ambiguity). For words of one length both are intersections of expressions that
//! [`Bounded`] has, which the lazy search decides. The shortest words around the symbol make it a word of the
//! start.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::questions::comparison;
use super::{Bounded, Grammar, Item};
use tress_automata::emptiness::{Goal, find_word};
use tress_automata::follow::{Answer, Search};
use tress_automata::{Regex, RegexStore};

/// A word with two derivations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// A word of the start.
    pub word: Vec<u32>,
    /// The part of it on which the derivations differ.
    pub part: Range<usize>,
    /// The rule that derives this part in two ways.
    pub rule: String,
}

/// A shortest word with two derivations, if one has at most this length.
///
/// # Errors
/// When the budget ends.
pub fn ambiguous_word(
    store: &mut RegexStore,
    grammar: &Grammar,
    longest: usize,
    budget: &Budget,
) -> Result<Option<Ambiguity>, Stop> {
    let mut bounded = Bounded::new(grammar, budget)?;
    bounded.exactly(store, longest, budget)?;
    let mut finder = Finder::new(store, grammar, bounded, longest, budget)?;
    for length in 0..=longest {
        for fork in finder.forks() {
            if let Some(part) = length.checked_sub(finder.cost(fork))
                && let Some(word) = finder.overlap(fork, part)?
            {
                return finder.surrounded(fork, word).map(Some);
            }
        }
    }
    Ok(None)
}

/// The parts of a production from one on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rest {
    symbol: usize,
    production: usize,
    from: usize,
}

/// Where two derivations can part.
#[derive(Clone, Copy, Debug)]
enum Fork {
    /// They take two productions of the symbol.
    Choice(usize),
    /// They share out these parts in two ways, and what stands before them is a shortest word.
    Split(Rest),
}

/// How a symbol is reached from the start with the least number of characters around it.
#[derive(Clone, Copy, Debug)]
struct Around {
    cost: usize,
    /// The part of a production that is the symbol; none for the start.
    above: Option<Rest>,
}

struct Finder<'a> {
    store: &'a mut RegexStore,
    grammar: &'a Grammar,
    bounded: Bounded,
    longest: usize,
    budget: &'a Budget,
    /// For symbols that are reached by words that are not too long.
    around: Vec<Option<Around>>,
    rests: FxHashMap<(Rest, usize), Regex>,
}

impl<'a> Finder<'a> {
    fn new(
        store: &'a mut RegexStore,
        grammar: &'a Grammar,
        bounded: Bounded,
        longest: usize,
        budget: &'a Budget,
    ) -> Result<Self, Stop> {
        let around = vec![None; grammar.symbols()];
        let mut finder =
            Self { store, grammar, bounded, longest, budget, around, rests: FxHashMap::default() };
        finder.reach()?;
        Ok(finder)
    }

    /// The least length of a word of an item, if it is not too long.
    fn least(&self, item: &Item) -> Option<usize> {
        match item {
            Item::Chars(set) => (!set.is_empty()).then_some(1),
            Item::Symbol(symbol) => self.bounded.least(*symbol),
        }
    }

    fn least_of_all(&self, items: &[Item]) -> Option<usize> {
        items.iter().map(|item| self.least(item)).sum()
    }

    /// Finds for each symbol the least number of characters around it, smaller ones first.
    fn reach(&mut self) -> Result<(), Stop> {
        let mut open = vec![Vec::new(); self.longest + 1];
        open[0].push((0, None));
        for cost in 0..=self.longest {
            while let Some((symbol, above)) = open[cost].pop() {
                if self.around[symbol].is_some() {
                    continue;
                }
                self.around[symbol] = Some(Around { cost, above });
                for (production, items) in self.grammar.productions[symbol].iter().enumerate() {
                    self.budget.poll_many(1 + items.len() as u64)?;
                    let Some(whole) = self.least_of_all(items) else { continue };
                    for (from, item) in items.iter().enumerate() {
                        let Item::Symbol(below) = item else { continue };
                        let around = cost + whole - self.least(item).unwrap_or(0);
                        if around <= self.longest {
                            open[around].push((*below, Some(Rest { symbol, production, from })));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Every fork of symbols that are reached, except those at which derivations cannot part.
    fn forks(&self) -> Vec<Fork> {
        let mut forks = Vec::new();
        for symbol in (0..self.grammar.symbols()).filter(|symbol| self.around[*symbol].is_some()) {
            let productions = &self.grammar.productions[symbol];
            forks.extend((productions.len() > 1).then_some(Fork::Choice(symbol)));
            for (production, items) in productions.iter().enumerate() {
                let is_split = |from: &usize| matches!(items[*from], Item::Symbol(_));
                let splits = (0..items.len().saturating_sub(1)).filter(is_split);
                forks.extend(splits.map(|from| Fork::Split(Rest { symbol, production, from })));
            }
        }
        forks
    }

    /// The characters around the part on which derivations differ; too many where that cannot be reached.
    fn cost(&self, fork: Fork) -> usize {
        let (symbol, before) = match fork {
            Fork::Choice(symbol) => (symbol, Some(0)),
            Fork::Split(rest) => (rest.symbol, self.least_of_all(&self.items(rest, 0)[..rest.from])),
        };
        match (self.around[symbol], before) {
            (Some(around), Some(before)) => around.cost + before,
            _ => usize::MAX,
        }
    }

    fn items(&self, rest: Rest, from: usize) -> &'a [Item] {
        &self.grammar.productions[rest.symbol][rest.production][from..]
    }

    /// A word of this length that is derived in two ways which part here.
    fn overlap(&mut self, fork: Fork, length: usize) -> Result<Option<Vec<u32>>, Stop> {
        let mut ways = Vec::new();
        match fork {
            Fork::Choice(symbol) => {
                for production in 0..self.grammar.productions[symbol].len() {
                    ways.push(self.words(Rest { symbol, production, from: 0 }, length)?);
                }
            }
            Fork::Split(rest) => {
                for first in 0..=length {
                    ways.push(self.words_split(rest, first, length)?);
                }
            }
        }
        ways.retain(|way| *way != Regex::NONE);
        for (at, one) in ways.iter().enumerate() {
            for other in &ways[at + 1..] {
                let system = comparison(self.store, [*one, *other], true);
                if let Answer::Words(words) = Search::new(&system).run(self.store, self.budget)? {
                    return Ok(words.into_iter().next());
                }
            }
        }
        Ok(None)
    }

    /// The words of the parts of a production from one on, of this length.
    fn words(&mut self, rest: Rest, length: usize) -> Result<Regex, Stop> {
        if rest.from == self.items(rest, 0).len() {
            return Ok(if length == 0 { Regex::EPSILON } else { Regex::NONE });
        }
        if let Some(known) = self.rests.get(&(rest, length)) {
            return Ok(*known);
        }
        let mut ways = Vec::new();
        for first in 0..=length {
            ways.push(self.words_split(rest, first, length)?);
        }
        let all = self.store.union(&ways);
        self.rests.insert((rest, length), all);
        Ok(all)
    }

    /// Those of them whose first part has the length `first`.
    fn words_split(&mut self, rest: Rest, first: usize, length: usize) -> Result<Regex, Stop> {
        self.budget.poll()?;
        let head = match &self.items(rest, rest.from)[0] {
            Item::Chars(set) if first == 1 => self.store.chars(set.clone()),
            Item::Chars(_) => Regex::NONE,
            Item::Symbol(symbol) => self.bounded.words_of(*symbol, first),
        };
        if head == Regex::NONE {
            return Ok(head);
        }
        let tail = self.words(Rest { from: rest.from + 1, ..rest }, length - first)?;
        Ok(self.store.concat(&[head, tail]))
    }

    /// Shortest words of some items, one behind the other.
    fn shortest(&mut self, items: &[Item]) -> Result<Vec<u32>, Stop> {
        let mut word = Vec::new();
        for item in items {
            let words = match item {
                Item::Chars(set) => self.store.chars(set.clone()),
                Item::Symbol(symbol) => match self.bounded.least(*symbol) {
                    Some(length) => self.bounded.words_of(*symbol, length),
                    None => Regex::NONE,
                },
            };
            word.extend(find_word(self.store, words, Goal::Any, self.budget)?.unwrap_or_default());
        }
        Ok(word)
    }

    /// The word of the start that has this part.
    fn surrounded(&mut self, fork: Fork, part: Vec<u32>) -> Result<Ambiguity, Stop> {
        let (mut symbol, mut left) = match fork {
            Fork::Choice(symbol) => (symbol, Vec::new()),
            Fork::Split(rest) => (rest.symbol, self.shortest(&self.items(rest, 0)[..rest.from])?),
        };
        let rule = self.grammar.names[symbol].clone();
        let mut right = Vec::new();
        while let Some(above) = self.around[symbol].and_then(|around| around.above) {
            let mut before = self.shortest(&self.items(above, 0)[..above.from])?;
            before.append(&mut left);
            left = before;
            right.extend(self.shortest(self.items(above, above.from + 1))?);
            symbol = above.symbol;
        }
        let range = left.len()..left.len() + part.len();
        Ok(Ambiguity { word: [left, part, right].concat(), part: range, rule })
    }
}
