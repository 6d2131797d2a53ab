//! Values of a function for small arguments.

use tress_base::Stop;

use super::measures::Domain;
use crate::recursion::calls::folded;
use crate::recursion::limits::{SAMPLE_STEPS, SAMPLES};
use tress_rewrite::env::Env;
use tress_term::term::{Sort, SymbolId, Term, Value, post_order};

/// Numbers alone, and beside words: enough to show a period, and indices before, in and behind short words.
const NUMBERS: std::ops::RangeInclusive<i64> = -2..=12;
const INDICES: std::ops::RangeInclusive<i64> = -1..=3;
/// Most letters of the body that are looked at; one that does not occur comes with them.
const MOST_LETTERS: usize = 2;
/// Longest words, when there are one or several: their tuples are within the cap of samples.
const LONGEST: [usize; 2] = [3, 2];

/// Values of a function, and what its body speaks of.
pub(super) struct Samples {
    /// Arguments with the value.
    pub(super) all: Vec<(Vec<Value>, Value)>,
    /// Letters that occur in the body.
    pub(super) letters: Vec<u32>,
    /// A letter that does not.
    pub(super) other: u32,
}

/// Reads off the values of a function for small arguments in a domain.
pub(super) fn of(env: &mut Env<'_>, function: SymbolId, domain: Domain) -> Result<Samples, Stop> {
    let symbol = env.store.symbol(function);
    let sorts = symbol.arguments.clone();
    let body = symbol.definition.as_deref().map(|definition| definition.body);
    let mut letters: Vec<u32> = Vec::new();
    for term in post_order(env.store, body.as_slice()) {
        if let Some(Value::Str(word)) = env.store.as_value(term) {
            letters.extend(word.iter().copied());
        }
    }
    letters.sort_unstable();
    letters.dedup();
    let other = (u32::from('a')..).find(|letter| !letters.contains(letter)).unwrap_or_default();
    let words = sorts.iter().filter(|sort| **sort == Sort::String).count();
    // Of one letter all words of a length are the same, so there are two at least.
    let second = (other + 1..).find(|letter| !letters.contains(letter)).filter(|_| letters.is_empty());
    let spelled: Vec<u32> = letters.iter().copied().take(MOST_LETTERS).chain([other]).chain(second).collect();
    let words_of = |length: usize| words_over(&spelled, length);
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for sort in &sorts {
        let values: Vec<Value> = match sort {
            Sort::Int if words == 0 => NUMBERS.map(|number| Value::Int(number.into())).collect(),
            Sort::Int => INDICES.map(|number| Value::Int(number.into())).collect(),
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::String => words_of(LONGEST[usize::from(words > 1)]),
            sort => (0..3).filter_map(|number| env.store.nth_value(*sort, number)).collect(),
        };
        let longer = |tuple: &Vec<Value>| {
            let tuple = tuple.clone();
            values.clone().into_iter().map(move |value| [tuple.as_slice(), &[value]].concat())
        };
        let most = usize::try_from(SAMPLES.most(env.budget)).unwrap_or(usize::MAX);
        let mut candidates = tuples.iter().flat_map(longer);
        let taken: Vec<Vec<Value>> = candidates.by_ref().take(most).collect();
        if candidates.next().is_some() {
            env.budget.hit(SAMPLES.name());
        }
        drop(candidates);
        tuples = taken;
    }
    let mut all = Vec::new();
    for tuple in tuples.into_iter().filter(|tuple| domain.has(tuple)) {
        let args: Vec<Term> = tuple.iter().map(|value| env.store.value(value.clone())).collect();
        if let Some(value) = folded(env, function, &args, &SAMPLE_STEPS)? {
            all.push((tuple, value));
        }
    }
    Ok(Samples { all, letters, other })
}

/// All words of these letters up to a length.
fn words_over(letters: &[u32], length: usize) -> Vec<Value> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for shorter in from..to {
            for letter in letters {
                let word = [all[shorter].as_slice(), &[*letter]].concat();
                all.push(word);
            }
        }
        from = to;
    }
    all.into_iter().map(|word| Value::Str(word.as_slice().into())).collect()
}
