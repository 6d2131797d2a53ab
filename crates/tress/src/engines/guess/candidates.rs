//! Which values to try for each sort, simple ones first.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tress_base::{Int, Rational};

use crate::problem::Problem;
use crate::term::{ElementId, Sort, Term, TermStore, Value, Word, post_order};

/// How many values are tried for one symbol.
const MOST: usize = 400;
/// How many letters of the problem's own go into short words.
const LETTERS: usize = 3;

/// Values for each sort.
pub(super) struct Candidates {
    words: Rc<[Value]>,
    ints: Rc<[Value]>,
    reals: Rc<[Value]>,
}

impl Candidates {
    /// Collects values from the literals of a problem.
    pub(super) fn new(store: &TermStore, problem: &Problem) -> Self {
        let roots: Vec<Term> = problem.facts.iter().map(|fact| fact.term).collect();
        let mut literals: Vec<&Value> =
            post_order(store, &roots).into_iter().filter_map(|term| store.as_value(term)).collect();
        literals.dedup();
        Self { words: words(&literals), ints: ints(&literals), reals: reals(&literals) }
    }

    /// The values to try for a sort.
    pub(super) fn of(&self, sort: Sort) -> Rc<[Value]> {
        match sort {
            Sort::Bool => Rc::new([Value::Bool(false), Value::Bool(true)]),
            Sort::Int => self.ints.clone(),
            Sort::Real => self.reals.clone(),
            Sort::String => self.words.clone(),
            Sort::RegLan => Rc::new([]),
            Sort::Declared(sort) => (0..4).map(|number| Value::Element(sort, ElementId(number))).collect(),
        }
    }
}

/// The first `MOST` different values.
fn distinct(values: impl Iterator<Item = Value>) -> Rc<[Value]> {
    let mut seen = FxHashSet::default();
    values.filter(|value| seen.insert(value.clone())).take(MOST).collect()
}

/// The empty word, the problem's words by length, and all short words over its letters.
fn words(literals: &[&Value]) -> Rc<[Value]> {
    let mut own: Vec<&Word> = Vec::new();
    let mut letters: Vec<u32> = Vec::new();
    for literal in literals {
        if let Value::Str(word) = literal {
            own.push(word);
            letters.extend(word.iter().take(4));
        }
    }
    own.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    letters.push(u32::from('a'));
    letters.sort_unstable_by_key(|letter| (!(32..127).contains(letter), *letter));
    letters.dedup();
    letters.truncate(LETTERS);
    let own = own.into_iter().cloned().map(Value::Str).take(MOST / 2);
    distinct(std::iter::once(Value::text("")).chain(own).chain(short_words(&letters)))
}

/// All words over some letters, by length, then alphabetically.
fn short_words(letters: &[u32]) -> impl Iterator<Item = Value> {
    let mut queue: std::collections::VecDeque<Vec<u32>> = [Vec::new()].into();
    std::iter::from_fn(move || {
        let word = queue.pop_front()?;
        for letter in letters {
            let mut longer = word.clone();
            longer.push(*letter);
            queue.push_back(longer);
        }
        Some(Value::Str(word.into()))
    })
}

/// Small numbers, the problem's numbers and lengths, and their neighbours.
fn ints(literals: &[&Value]) -> Rc<[Value]> {
    let small = (0..=6).flat_map(|n: i64| [n, -n]).map(Int::from);
    let own = literals.iter().filter_map(|literal| match literal {
        Value::Int(n) => Some(n.clone()),
        Value::Str(word) => Some(Int::from(word.len())),
        _ => None,
    });
    let near = own.flat_map(|n| [n.clone(), &n + &Int::ONE, &n - &Int::ONE, -n]);
    distinct(small.chain(near).map(Value::Int))
}

/// Small numbers, the problem's numbers, and points beside and between them.
fn reals(literals: &[&Value]) -> Rc<[Value]> {
    let half = Rational::new(Int::ONE, Int::from(2)).unwrap_or_default();
    let own = literals.iter().filter_map(|literal| match literal {
        Value::Real(n) => Some(n.clone()),
        Value::Int(n) => Some(Rational::from(n.clone())),
        _ => None,
    });
    let small = (0..=3).flat_map(|n: i64| [Rational::from(n), Rational::from(-n)]);
    let near = own.flat_map(|n| [n.clone(), &n + &half, &n - &half, -n]);
    distinct(small.chain([half.clone()]).chain(near).map(Value::Real))
}
