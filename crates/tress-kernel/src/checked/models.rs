//! Random models of the symbols of a problem.

use tress_base::{Int, Random, Rational};
use tress_rewrite::env::Env;
use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Op, Sort, SymbolId, Term, Value, post_order};

use crate::Kernel;

use super::valuation::value_of;

/// Strings and numbers that occur in a problem.
struct Pool {
    words: Vec<Vec<u32>>,
    numbers: Vec<Int>,
}

impl Pool {
    fn new(kernel: &Kernel, env: &Env<'_>) -> Self {
        let mut pool = Self { words: vec![vec![u32::from('a')], vec![u32::from('0')]], numbers: Vec::new() };
        for term in post_order(env.store, &kernel.relevance.facts) {
            match env.store.as_value(term) {
                Some(Value::Str(word)) if (1..100).contains(&word.len()) => pool.words.push(word.to_vec()),
                Some(Value::Int(number)) => pool.numbers.push(number.clone()),
                _ => {}
            }
        }
        pool
    }

    /// A few pieces of the words of the problem.
    fn word(&self, random: &mut Random) -> Vec<u32> {
        let mut word = Vec::new();
        for _ in 0..random.below(4) {
            let piece = random.pick(&self.words);
            let start = random.below(piece.len());
            let count = 1 + random.below(piece.len() - start);
            if random.chance(1, 2) {
                word.extend_from_slice(piece);
            } else {
                word.extend_from_slice(&piece[start..start + count]);
            }
        }
        word
    }

    fn number(&self, random: &mut Random) -> Int {
        let small = Int::from(random.between(-3, 12));
        if self.numbers.is_empty() || random.chance(2, 3) {
            return small;
        }
        random.pick(&self.numbers) + &Int::from(random.between(-1, 1))
    }
}

/// A model of the symbols of the problem. Some symbols keep their values of the model that was found, and
/// some have the values that equations give them.
pub(super) fn random_model(
    kernel: &Kernel,
    env: &mut Env<'_>,
    random: &mut Random,
    found: Option<&Model>,
) -> Model {
    let pool = Pool::new(kernel, env);
    let mut model = Model::new();
    for symbol in &kernel.symbols {
        let known = found.and_then(|found| found.get(*symbol)).filter(|_| random.chance(2, 3));
        match known {
            Some(value) => model.set(*symbol, value.clone()),
            None => set_random(env, random, &pool, *symbol, &mut model),
        }
    }
    if random.chance(2, 3) {
        for fact in &kernel.relevance.facts {
            follow_equation(env, *fact, &mut model);
        }
    }
    model
}

fn set_random(env: &Env<'_>, random: &mut Random, pool: &Pool, symbol: SymbolId, model: &mut Model) {
    let known = env.store.symbol(symbol);
    if known.definition.is_some() {
        return;
    }
    let value = match known.result {
        Sort::String if known.is_letter => {
            let word = random.pick(&pool.words);
            Some(Value::Str([*random.pick(word)].as_slice().into()))
        }
        Sort::String => Some(Value::Str(pool.word(random).into())),
        Sort::Int => Some(Value::Int(pool.number(random))),
        Sort::Real => Some(Value::Real(Rational::from(pool.number(random)) / Rational::from(2_i64))),
        Sort::Bool => Some(Value::Bool(random.chance(1, 2))),
        sort => env.store.nth_value(sort, random.below(20) as u32).or_else(|| env.store.nth_value(sort, 0)),
    };
    match value {
        Some(value) if known.arguments.is_empty() => model.set(symbol, value),
        Some(value) => model.set_function(symbol, FunctionValue::new(value)),
        None => {}
    }
}

/// Gives a symbol that equals a term the value of that term.
fn follow_equation(env: &mut Env<'_>, fact: Term, model: &mut Model) {
    let (Some(Op::Eq), [left, right]) = (env.store.op(fact), env.store.args(fact)) else { return };
    for (symbol, term) in [(*left, *right), (*right, *left)] {
        let Some(id) = env.store.as_constant(symbol) else { continue };
        if env.store.symbol(id).is_letter || post_order(env.store, &[term]).contains(&symbol) {
            continue;
        }
        if let Some(value) = value_of(env, term, model) {
            model.set(id, value);
        }
        return;
    }
}
