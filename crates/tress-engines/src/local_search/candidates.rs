//! Which values to try for each sort, simple ones first.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tress_base::{Budget, Int, Rational};

use super::characters::Distinguished;
use super::limits::{READ_VALUES, VALUES};
use tress_rewrite::problem::Problem;
use tress_term::term::{Sort, SymbolId, TermStore, Value, Word, post_order};

/// How many characters of the problem's own go into short words.
const CHARACTERS: usize = 3;

/// How many values of other sorts are tried.
const FEW: u32 = 4;

/// Values for each sort.
pub(super) struct Candidates {
    words: Rc<[Value]>,
    ints: Rc<[Value]>,
    reals: Rc<[Value]>,
    /// Symbols that functions read, and words for them.
    read: Option<(FxHashSet<SymbolId>, Rc<[Value]>)>,
}

impl Candidates {
    /// Collects values from the literals of a problem.
    pub(super) fn new(store: &TermStore, problem: &Problem, budget: &Budget) -> Self {
        let roots = problem.roots();
        let mut literals: Vec<&Value> =
            post_order(store, &roots).into_iter().filter_map(|term| store.as_value(term)).collect();
        literals.dedup();
        let read = Distinguished::new(store, problem, budget)
            .map(|found| (found.symbols, words_over(&own_words(&literals), &found.characters, budget)));
        let words = words(&literals, budget);
        Self { words, ints: ints(&literals, budget), reals: reals(&literals, budget), read }
    }

    /// The values to try for a symbol of a sort.
    pub(super) fn of(&self, store: &TermStore, symbol: SymbolId, sort: Sort) -> Rc<[Value]> {
        match (sort, &self.read) {
            (Sort::Bool, _) => Rc::new([Value::Bool(false), Value::Bool(true)]),
            (Sort::Int, _) => self.ints.clone(),
            (Sort::Real, _) => self.reals.clone(),
            (Sort::String, Some((symbols, words))) if symbols.contains(&symbol) => words.clone(),
            (Sort::String, _) => self.words.clone(),
            (Sort::RegLan, _) => Rc::new([]),
            (sort, _) => (0..FEW).filter_map(|number| store.nth_value(sort, number)).collect(),
        }
    }
}

/// The first `most` different values. There are always more strings, so a cut is no event.
fn distinct(most: u64, values: impl Iterator<Item = Value>) -> Rc<[Value]> {
    let mut seen = FxHashSet::default();
    values.filter(|value| seen.insert(value.clone())).take(most as usize).collect()
}

/// The problem's words by length.
fn own_words<'a>(literals: &[&'a Value]) -> Vec<&'a Word> {
    let mut own: Vec<&Word> = Vec::new();
    for literal in literals {
        if let Value::Str(word) = literal {
            own.push(word);
        }
    }
    own.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    own
}

/// The empty word, the problem's words by length, and all short words over its characters.
fn words(literals: &[&Value], budget: &Budget) -> Rc<[Value]> {
    let own = own_words(literals);
    let mut characters: Vec<u32> = own.iter().flat_map(|word| word.iter().copied().take(4)).collect();
    characters.push(u32::from('a'));
    characters.sort_unstable_by_key(|character| (!(32..127).contains(character), *character));
    characters.dedup();
    characters.truncate(CHARACTERS);
    let own = own.into_iter().cloned().map(Value::Str).take(VALUES.most(budget) as usize / 2);
    distinct(VALUES.most(budget), std::iter::once(Value::text("")).chain(own).chain(short_words(&characters)))
}

/// Words of at most one character, the problem's words, and longer words over the characters.
fn words_over(own: &[&Word], characters: &[u32], budget: &Budget) -> Rc<[Value]> {
    let single = short_words(characters).take(characters.len() + 1);
    let own = own.iter().copied().cloned().map(Value::Str).take(VALUES.most(budget) as usize / 2);
    distinct(READ_VALUES.most(budget), single.chain(own).chain(short_words(characters)))
}

/// All words over some characters, by length, then alphabetically.
fn short_words(characters: &[u32]) -> impl Iterator<Item = Value> {
    let mut queue: std::collections::VecDeque<Vec<u32>> = [Vec::new()].into();
    std::iter::from_fn(move || {
        let word = queue.pop_front()?;
        for character in characters {
            let mut longer = word.clone();
            longer.push(*character);
            queue.push_back(longer);
        }
        Some(Value::Str(word.into()))
    })
}

/// Small numbers, the problem's numbers and lengths, and their neighbours.
fn ints(literals: &[&Value], budget: &Budget) -> Rc<[Value]> {
    let small = (0..=6).flat_map(|n: i64| [n, -n]).map(Int::from);
    let own = literals.iter().filter_map(|literal| match literal {
        Value::Int(n) => Some(n.clone()),
        Value::Str(word) => Some(Int::from(word.len())),
        _ => None,
    });
    let near = own.flat_map(|n| [n.clone(), &n + &Int::ONE, &n - &Int::ONE, -n]);
    distinct(VALUES.most(budget), small.chain(near).map(Value::Int))
}

/// Small numbers, the problem's numbers, and points next to and between them.
fn reals(literals: &[&Value], budget: &Budget) -> Rc<[Value]> {
    let half = Rational::new(Int::ONE, Int::from(2)).unwrap_or_default();
    let own = literals.iter().filter_map(|literal| match literal {
        Value::Real(n) => Some(n.clone()),
        Value::Int(n) => Some(Rational::from(n.clone())),
        _ => None,
    });
    let small = (0..=3).flat_map(|n: i64| [Rational::from(n), Rational::from(-n)]);
    let near = own.flat_map(|n| [n.clone(), &n + &half, &n - &half, -n]);
    distinct(VALUES.most(budget), small.chain([half.clone()]).chain(near).map(Value::Real))
}
