//! Tests of the evaluator: small values against transparent definitions, large ones for time.

mod errors;
mod large;
mod matches;
mod plans;
mod small_numbers;
mod small_words;

use tress_base::{Budget, Int};

use super::{EvalError, Evaluator, Outcome};
use crate::term::{Op, TermStore, Value};

/// An evaluator with shorthands.
struct Bench {
    evaluator: Evaluator,
    budget: Budget,
}

impl Bench {
    fn new() -> Self {
        Self { evaluator: Evaluator::new(), budget: Budget::unlimited() }
    }

    fn try_apply(&mut self, op: Op, args: &[Value]) -> Outcome {
        self.apply_indexed(op, &[], args)
    }

    fn apply_indexed(&mut self, op: Op, indices: &[Int], args: &[Value]) -> Outcome {
        self.evaluator.apply(&TermStore::new(), op, indices, args, &self.budget)
    }

    fn apply(&mut self, op: Op, args: &[Value]) -> Value {
        self.try_apply(op, args).unwrap_or_else(|error| panic!("{}: {error}", op.name()))
    }

    fn error(&mut self, op: Op, args: &[Value]) -> EvalError {
        self.try_apply(op, args).expect_err("no value")
    }
}

fn word(characters: &[u32]) -> Value {
    Value::Str(characters.into())
}

fn int(n: impl Into<Int>) -> Value {
    Value::Int(n.into())
}

/// All words over `alphabet` with at most `longest` characters, shorter ones first.
fn words(alphabet: &str, longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = all.len();
        for place in from..until {
            for character in alphabet.chars() {
                let mut longer: Vec<u32> = all[place].clone();
                longer.push(u32::from(character));
                all.push(longer);
            }
        }
        from = until;
    }
    all
}

fn joined(parts: &[&[u32]]) -> Vec<u32> {
    parts.concat()
}
