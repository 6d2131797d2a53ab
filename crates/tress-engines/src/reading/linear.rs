//! Sums of lengths and numbers, compared with zero.

use rustc_hash::FxHashMap;
use tress_base::Int;

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term};

use super::{Compared, Part};
use crate::formulas::{apart, at_most, below, equal, sum, unknown};

/// A sum of lengths and numbers.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Lengths of concatenations.
    pub lengths: Vec<(Vec<Part>, Int)>,
    /// Terms of sort Int that are not looked into.
    pub numbers: Vec<(Term, Int)>,
    /// What is added.
    pub constant: Int,
    /// How the sum compares with zero.
    pub compared: Compared,
    /// The literals it comes from.
    pub origins: Vec<u32>,
}

impl Linear {
    /// The comparison as a formula, with these lengths of variables. A new number represents each term that
    /// is not looked into.
    pub fn formula(&self, env: &mut Env<'_>, lengths: &[Term], opaque: &mut FxHashMap<Term, Term>) -> Term {
        let mut parts = vec![env.store.int(self.constant.clone())];
        for (side, factor) in &self.lengths {
            let (length, factor) = (length_of(env, side, lengths), env.store.int(factor.clone()));
            parts.push(env.app(Op::Mul, &[factor, length]));
        }
        for (number, factor) in &self.numbers {
            let number = match env.store.as_constant(*number) {
                Some(_) => *number,
                None => *opaque.entry(*number).or_insert_with(|| unknown(env, "number", Sort::Int)),
            };
            let factor = env.store.int(factor.clone());
            parts.push(env.app(Op::Mul, &[factor, number]));
        }
        let (total, zero) = (sum(env, &parts), env.store.int(0));
        match self.compared {
            Compared::AtMost => at_most(env, total, zero),
            Compared::Below => below(env, total, zero),
            Compared::Equal => equal(env, total, zero),
            Compared::Unequal => apart(env, total, zero),
        }
    }
}

/// The length of a concatenation, with these lengths of variables.
pub fn length_of(env: &mut Env<'_>, parts: &[Part], lengths: &[Term]) -> Term {
    let part_length = |part: &Part| match part {
        Part::Variable(variable) => lengths[*variable],
        Part::Word(word) => env.store.int(word.len()),
    };
    let parts: Vec<Term> = parts.iter().map(part_length).collect();
    sum(env, &parts)
}
