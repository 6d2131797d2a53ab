//! Small values that happen to fit: calls are cheap on values, and often some small input is enough.

use tress_base::{Budget, Stop};

use super::limits::{
    SMALL_CHARACTERS, SMALL_COMBINATIONS, SMALL_LENGTH, SMALL_STEPS, SMALL_STEPS_EACH, SMALL_SYMBOLS,
};
use crate::ground::Query;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::eval::{EvalError, Plan};
use tress_term::model::Model;
use tress_term::term::{Sort, Term, TermStore, Value, post_order};

/// Strings of characters of the question are tried up to this length: forty of three characters.
const LONGEST: usize = 3;
/// Numbers that are tried before those of the question.
const NUMBERS: [i64; 10] = [0, 1, 2, 3, 4, 5, 6, 7, -1, 10];

/// A model of the question, when small values are one.
pub(super) fn find(env: &mut Env<'_>, query: &Query<'_>) -> Result<Option<Box<Model>>, Stop> {
    let facts = query.formulas.iter().map(|term| Fact { term: *term, origin: 0 }).collect();
    let mut symbols = Problem::new(env.store, facts).symbols;
    symbols.retain(|symbol| env.store.symbol(*symbol).definition.is_none());
    let is_tried = |sort: Sort| matches!(sort, Sort::Int | Sort::String | Sort::Bool);
    let fits = symbols.iter().map(|symbol| env.store.symbol(*symbol));
    let fits = fits.into_iter().all(|symbol| symbol.arguments.is_empty() && is_tried(symbol.result));
    if !fits || SMALL_SYMBOLS.is_exceeded(symbols.len(), env.budget) {
        return Ok(None);
    }
    let order = post_order(env.store, query.formulas);
    env.budget.poll_many(order.len() as u64)?;
    let bodies = called_bodies(env.store, &order);
    let below = post_order(env.store, &bodies);
    env.budget.poll_many(below.len() as u64)?;
    let known: Vec<Value> =
        order.into_iter().chain(below).filter_map(|term| env.store.as_value(term).cloned()).collect();
    let budget = env.budget;
    let columns: Vec<Vec<Value>> =
        symbols.iter().map(|symbol| values(env.store.symbol(*symbol).result, &known, budget)).collect();
    let plan = Plan::new(env.store, query.formulas);
    let found = SMALL_STEPS.share(budget, || {
        for number in 0.. {
            let Some(indices) = combination(&columns, number) else { break };
            if SMALL_COMBINATIONS.is_exceeded(number + 1, budget) {
                break;
            }
            let mut model = Model::new().with_defaults(env.store, query.symbols);
            for ((symbol, column), index) in symbols.iter().zip(&columns).zip(indices) {
                model.set(*symbol, column[index].clone());
            }
            let holds = SMALL_STEPS_EACH.share(budget, || {
                match env.evaluator.run(env.store, &plan, &model, budget) {
                    Ok(values) => Ok(values.iter().all(|value| *value == Value::Bool(true))),
                    Err(EvalError::Stop(stop)) => Err(stop),
                    Err(_) => Ok(false),
                }
            });
            if Stop::unless_gave_up(holds)?.flatten() == Some(true) {
                return Ok(Some(Box::new(model)));
            }
        }
        Ok(None)
    })?;
    env.stats.add("recursion-guessed", u64::from(matches!(found, Some(Some(_)))));
    Ok(found.flatten())
}

/// The bodies of functions that are called by terms, and of those that they call.
fn called_bodies(store: &TermStore, terms: &[Term]) -> Vec<Term> {
    let mut bodies: Vec<Term> = Vec::new();
    let mut open: Vec<Term> = terms.to_vec();
    while let Some(term) = open.pop() {
        let Some((_, definition)) = store.called(term) else { continue };
        if !bodies.contains(&definition.body) {
            bodies.push(definition.body);
            open.extend(post_order(store, &[definition.body]));
        }
    }
    bodies
}

/// The values that are tried for a symbol, the smallest first.
fn values(sort: Sort, known: &[Value], budget: &Budget) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut add = |value: Value| {
        if !found.contains(&value) {
            found.push(value);
        }
    };
    match sort {
        Sort::Bool => [false, true].into_iter().for_each(|value| add(Value::Bool(value))),
        Sort::Int => {
            NUMBERS.into_iter().for_each(|number| add(Value::Int(number.into())));
            known.iter().filter(|value| matches!(value, Value::Int(_))).for_each(|value| add(value.clone()));
        }
        _ => {
            let mut characters: Vec<u32> = Vec::new();
            let strings = known.iter().filter_map(|value| match value {
                Value::Str(string) if !SMALL_LENGTH.is_exceeded(string.len(), budget) => Some(string),
                _ => None,
            });
            for code in strings.clone().flat_map(|string| string.iter().copied()).chain([u32::from('a')]) {
                if !characters.contains(&code) && !SMALL_CHARACTERS.is_exceeded(characters.len() + 1, budget)
                {
                    characters.push(code);
                }
            }
            let mut longest: Vec<Vec<u32>> = vec![Vec::new()];
            for _ in 0..=LONGEST {
                longest.iter().for_each(|string| add(Value::Str(string.as_slice().into())));
                longest = longest
                    .iter()
                    .flat_map(|string| characters.iter().map(|code| [string.as_slice(), &[*code]].concat()))
                    .collect();
            }
            strings.for_each(|string| add(Value::Str(string.clone())));
        }
    }
    found
}

/// The indices of the values with this number, in an order in which all symbols soon have had several: the
/// digits of the number, of which the first changes fastest.
fn combination(columns: &[Vec<Value>], mut number: usize) -> Option<Vec<usize>> {
    let mut indices = Vec::with_capacity(columns.len());
    for column in columns {
        indices.push(number % column.len());
        number /= column.len();
    }
    (number == 0).then_some(indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_come_once() {
        let budget = Budget::unlimited();
        let numbers = [Value::Int(99.into())];
        let columns = [values(Sort::Bool, &[], &budget), values(Sort::Int, &numbers, &budget)];
        let all: Vec<_> = (0..100).map_while(|number| combination(&columns, number)).collect();
        assert_eq!(all.len(), 2 * 11);
        assert!(all.iter().enumerate().all(|(index, one)| !all[..index].contains(one)));
    }

    #[test]
    fn words_are_made_of_characters_of_the_question() {
        let found = values(Sort::String, &[Value::text("xyz!")], &Budget::unlimited());
        assert_eq!(found.len(), 1 + 3 + 9 + 27 + 1);
        assert!(found.contains(&Value::text("zyx")) && !found.contains(&Value::text("!")));
    }
}
