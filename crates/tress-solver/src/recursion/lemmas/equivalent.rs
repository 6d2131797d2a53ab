//! Operators that functions of strings may be equivalent to: the first position of a string, whether it
//! occurs, begins or ends another.

use tress_base::Stop;

use super::candidates::{Candidate, own_call};
use super::measures::Domain;
use super::samples::Samples;
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

/// Fewer values show nothing: too many operators fit them.
const LEAST_SAMPLES: usize = 8;

/// What a function may be equivalent to: the operators that fit all values that were looked at.
pub(super) fn candidates(
    env: &mut Env<'_>,
    function: SymbolId,
    inside: Domain,
    samples: &Samples,
) -> Result<Vec<Candidate>, Stop> {
    let symbol = env.store.symbol(function);
    let (sorts, result) = (symbol.arguments.clone(), symbol.result);
    let (call, parameters) = own_call(env, function);
    let mut found: Vec<Candidate> = Vec::new();
    let inside = inside.term(env, &parameters);
    for (domain, value) in operators(env, &sorts, result, &parameters, &samples.characters) {
        let domain = if domain == TermStore::TRUE { inside } else { env.app(Op::And, &[inside, domain]) };
        // The same for more arguments is better: domains come in that order.
        let is_determined = |candidate: &Candidate| candidate.value.is_some_and(|(_, known)| known == value);
        if found.iter().any(is_determined) {
            continue;
        }
        if fits(env, function, (domain, value), samples)? {
            let equal = env.equal(call, value);
            let lemma = match domain {
                TermStore::TRUE => equal,
                domain => env.app(Op::Implies, &[domain, equal]),
            };
            found.push(Candidate { function, lemma, value: Some((domain, value)) });
        }
    }
    Ok(found)
}

/// Domains and values over parameters of these sorts.
fn operators(
    env: &mut Env<'_>,
    sorts: &[Sort],
    result: Sort,
    parameters: &[Term],
    characters: &[u32],
) -> Vec<(Term, Term)> {
    let strings: Vec<Term> = indices(sorts, parameters, Sort::String);
    let numbers: Vec<Term> = indices(sorts, parameters, Sort::Int);
    let zero = env.store.int(0);
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    match (strings.as_slice(), sorts.len() - strings.len() - numbers.len()) {
        ([first, second], 0) => pairs.extend([(*first, *second), (*second, *first)]),
        ([string], 0) => {
            let known: Vec<Term> = characters.iter().map(|character| env.store.word([*character])).collect();
            pairs.extend(known.into_iter().map(|character| (*string, character)));
        }
        _ => return Vec::new(),
    }
    let mut found = Vec::new();
    if let ([string], [number], Sort::String) = (strings.as_slice(), numbers.as_slice(), result) {
        let length = env.length(*string);
        let front = env.app(Op::Substr, &[*string, zero, *number]);
        let back = env.app(Op::Substr, &[*string, *number, length]);
        let domain = env.app(Op::Ge, &[*number, zero]);
        found.extend([(TermStore::TRUE, front), (domain, front), (TermStore::TRUE, back), (domain, back)]);
    }
    for (string, part) in pairs {
        let first = found.len();
        match (numbers.as_slice(), result) {
            ([], Sort::Int) => {
                found.push((TermStore::TRUE, env.app(Op::IndexOf, &[string, part, zero])));
            }
            ([], Sort::Bool) => {
                let args = [part, string];
                found.push((TermStore::TRUE, env.equal(string, part)));
                found.push((TermStore::TRUE, env.app(Op::Contains, &[string, part])));
                found.push((TermStore::TRUE, env.app(Op::PrefixOf, &args)));
                found.push((TermStore::TRUE, env.app(Op::SuffixOf, &args)));
            }
            ([index], Sort::Int) => {
                let domain = env.app(Op::Ge, &[*index, zero]);
                found.push((domain, env.app(Op::IndexOf, &[string, part, *index])));
            }
            ([index], Sort::Bool) => {
                let domain = env.app(Op::Ge, &[*index, zero]);
                let length = env.length(string);
                let rest = env.app(Op::Substr, &[string, *index, length]);
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

fn indices(sorts: &[Sort], parameters: &[Term], wanted: Sort) -> Vec<Term> {
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
