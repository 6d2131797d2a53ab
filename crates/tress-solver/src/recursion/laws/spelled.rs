//! Operators that functions of words may spell: the first place of a word, whether it occurs, begins or ends another.

use tress_base::Stop;

use super::guesses::{Guess, own_call};
use super::measures::Domain;
use super::samples::Samples;
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

/// Fewer values show nothing: too many operators fit them.
const LEAST_SAMPLES: usize = 8;

/// What may spell an operator: the operator fits all values that were looked at.
pub(super) fn guesses(
    env: &mut Env<'_>,
    function: SymbolId,
    inside: Domain,
    samples: &Samples,
) -> Result<Vec<Guess>, Stop> {
    let symbol = env.store.symbol(function);
    let (sorts, result) = (symbol.arguments.clone(), symbol.result);
    let (call, parameters) = own_call(env, function);
    let mut found: Vec<Guess> = Vec::new();
    let inside = inside.term(env, &parameters);
    for (domain, value) in spellings(env, &sorts, result, &parameters, &samples.letters) {
        let domain = if domain == TermStore::TRUE { inside } else { env.app(Op::And, &[inside, domain]) };
        // The same for more arguments is better: domains come in that order.
        let is_told = |guess: &Guess| guess.value.is_some_and(|(_, known)| known == value);
        if found.iter().any(is_told) {
            continue;
        }
        if fits(env, function, (domain, value), samples)? {
            let equal = env.equal(call, value);
            let law = match domain {
                TermStore::TRUE => equal,
                domain => env.app(Op::Implies, &[domain, equal]),
            };
            found.push(Guess { function, law, value: Some((domain, value)) });
        }
    }
    Ok(found)
}

/// Domains and values over parameters of these sorts.
fn spellings(
    env: &mut Env<'_>,
    sorts: &[Sort],
    result: Sort,
    parameters: &[Term],
    letters: &[u32],
) -> Vec<(Term, Term)> {
    let words: Vec<Term> = places(sorts, parameters, Sort::String);
    let numbers: Vec<Term> = places(sorts, parameters, Sort::Int);
    let zero = env.store.int(0);
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    match (words.as_slice(), sorts.len() - words.len() - numbers.len()) {
        ([first, second], 0) => pairs.extend([(*first, *second), (*second, *first)]),
        ([word], 0) => {
            let known: Vec<Term> = letters.iter().map(|letter| env.store.word([*letter])).collect();
            pairs.extend(known.into_iter().map(|letter| (*word, letter)));
        }
        _ => return Vec::new(),
    }
    let mut found = Vec::new();
    if let ([word], [number], Sort::String) = (words.as_slice(), numbers.as_slice(), result) {
        let length = env.length(*word);
        let front = env.app(Op::Substr, &[*word, zero, *number]);
        let back = env.app(Op::Substr, &[*word, *number, length]);
        let domain = env.app(Op::Ge, &[*number, zero]);
        found.extend([(TermStore::TRUE, front), (domain, front), (TermStore::TRUE, back), (domain, back)]);
    }
    for (word, part) in pairs {
        let first = found.len();
        match (numbers.as_slice(), result) {
            ([], Sort::Int) => {
                found.push((TermStore::TRUE, env.app(Op::IndexOf, &[word, part, zero])));
            }
            ([], Sort::Bool) => {
                let args = [part, word];
                found.push((TermStore::TRUE, env.equal(word, part)));
                found.push((TermStore::TRUE, env.app(Op::Contains, &[word, part])));
                found.push((TermStore::TRUE, env.app(Op::PrefixOf, &args)));
                found.push((TermStore::TRUE, env.app(Op::SuffixOf, &args)));
            }
            ([index], Sort::Int) => {
                let domain = env.app(Op::Ge, &[*index, zero]);
                found.push((domain, env.app(Op::IndexOf, &[word, part, *index])));
            }
            ([index], Sort::Bool) => {
                let domain = env.app(Op::Ge, &[*index, zero]);
                let length = env.length(word);
                let rest = env.app(Op::Substr, &[word, *index, length]);
                let end = env.app(Op::Le, &[*index, length]);
                let inside = env.app(Op::And, &[domain, end]);
                let occurs = env.app(Op::Contains, &[rest, part]);
                found.extend([(domain, occurs), (inside, occurs)]);
                found.push((domain, env.app(Op::PrefixOf, &[part, rest])));
                if env.store.as_value(part).is_none() {
                    let length = env.length(part);
                    let rest_of_part = env.app(Op::Substr, &[part, *index, length]);
                    found.push((domain, env.app(Op::PrefixOf, &[rest_of_part, rest])));
                }
            }
            _ => {}
        }
        if env.store.as_value(part).is_none() {
            let (length, one) = (env.length(part), env.store.int(1));
            let restrictions = [env.app(Op::Ge, &[length, one]), env.equal(length, one)];
            let all = found[first..].to_vec();
            for restriction in restrictions {
                for (domain, value) in &all {
                    found.push((env.app(Op::And, &[*domain, restriction]), *value));
                }
            }
        }
    }
    found
}

fn places(sorts: &[Sort], parameters: &[Term], wanted: Sort) -> Vec<Term> {
    sorts.iter().zip(parameters).filter(|(sort, _)| **sort == wanted).map(|(_, term)| *term).collect()
}

/// Has the function this value in the domain, as far as was looked?
fn fits(
    env: &mut Env<'_>,
    function: SymbolId,
    (domain, value): (Term, Term),
    samples: &Samples,
) -> Result<bool, Stop> {
    let definition = env.store.symbol(function).definition.clone().expect("a recursive function");
    let mut seen = 0;
    for (args, expected) in &samples.all {
        let mut model = Model::new();
        for (parameter, arg) in definition.parameters.iter().zip(args) {
            model.set(*parameter, arg.clone());
        }
        for (term, wanted) in [(domain, &Value::Bool(true)), (value, expected)] {
            match env.eval(term, &model) {
                Ok(found) if found == *wanted => seen += usize::from(term == value),
                Ok(_) if term == domain => break,
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => return Ok(false),
            }
        }
    }
    Ok(seen >= LEAST_SAMPLES)
}
