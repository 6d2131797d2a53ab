//! Values of a function for small arguments.

use tress_base::Stop;

use super::measures::Domain;
use crate::recursion::calls::folded;
use crate::recursion::limits::{SAMPLE_CHARACTERS, SAMPLE_STEPS, SAMPLES};
use tress_rewrite::env::Env;
use tress_term::term::{Sort, SymbolId, Term, Value, post_order};

/// Numbers alone, and next to strings: enough to show a period, and indices before, in and behind short
/// strings.
const NUMBERS: std::ops::RangeInclusive<i64> = -2..=12;
const INDICES: std::ops::RangeInclusive<i64> = -1..=3;
/// Longest words, when there are one or several: their tuples are within the cap of samples.
const LONGEST: [usize; 2] = [3, 2];

/// Values of a function, and the characters that its body mentions.
pub(super) struct Samples {
    /// Arguments with the value.
    pub(super) all: Vec<(Vec<Value>, Value)>,
    /// Characters that occur in the body.
    pub(super) characters: Vec<u32>,
    /// A character that does not.
    pub(super) other: u32,
}

/// Reads off the values of a function for small arguments in a domain.
pub(super) fn of(env: &mut Env<'_>, function: SymbolId, domain: Domain) -> Result<Samples, Stop> {
    let symbol = env.store.symbol(function);
    let sorts = symbol.arguments.clone();
    let body = symbol.definition.as_deref().map(|definition| definition.body);
    let mut characters: Vec<u32> = Vec::new();
    for term in post_order(env.store, body.as_slice()) {
        if let Some(Value::Str(string)) = env.store.as_value(term) {
            characters.extend(string.iter().copied());
        }
    }
    characters.sort_unstable();
    characters.dedup();
    let other = (u32::from('a')..).find(|character| !characters.contains(character)).unwrap_or_default();
    let strings = sorts.iter().filter(|sort| **sort == Sort::String).count();
    // Of one character all strings of a length are the same, so there are two at least.
    let second =
        (other + 1..).find(|character| !characters.contains(character)).filter(|_| characters.is_empty());
    let most = SAMPLE_CHARACTERS.size(env.budget);
    if characters.len() > most {
        env.budget.hit(SAMPLE_CHARACTERS.name());
    }
    let alphabet: Vec<u32> = characters.iter().copied().take(most).chain([other]).chain(second).collect();
    let words_of = |length: usize| words_over(&alphabet, length);
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for sort in &sorts {
        let values: Vec<Value> = match sort {
            Sort::Int if strings == 0 => NUMBERS.map(|number| Value::Int(number.into())).collect(),
            Sort::Int => INDICES.map(|number| Value::Int(number.into())).collect(),
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::String => words_of(LONGEST[usize::from(strings > 1)]),
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
    Ok(Samples { all, characters, other })
}

/// All strings of these characters up to a length.
fn words_over(characters: &[u32], length: usize) -> Vec<Value> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for shorter in from..to {
            for character in characters {
                let string = [all[shorter].as_slice(), &[*character]].concat();
                all.push(string);
            }
        }
        from = to;
    }
    all.into_iter().map(|string| Value::Str(string.as_slice().into())).collect()
}
