//! Sums of products of bit-vectors.
//!
//! Vectors of one width are added and multiplied as numbers modulo a power of two. So both sides of an
//! equation are polynomials, and equal ones are equal for all values: a circuit for that takes long.

use std::collections::BTreeMap;

use tress_base::{Budget, Int};

use super::context::Context;
use super::limits::{PRODUCT_FACTORS, PRODUCTS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, TermStore};

/// How deep sums and products nest: it bounds the recursion.
const DEEPEST: usize = 12;

/// Coefficients of products of factors in order; none is zero modulo the power of two.
type Polynomial = BTreeMap<Vec<Term>, Int>;

/// A sum of two polynomials, the second one times a number.
fn plus(mut sum: Polynomial, other: &Polynomial, times: &Int, modulus: &Int) -> Polynomial {
    for (factors, coefficient) in other {
        let old = sum.remove(factors).unwrap_or(Int::ZERO);
        let new = (old + coefficient * times).div_rem_euclid(modulus);
        if let Some((_, new)) = new
            && !new.is_zero()
        {
            sum.insert(factors.clone(), new);
        }
    }
    sum
}

fn product(one: &Polynomial, other: &Polynomial, modulus: &Int, budget: &Budget) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    for (left, times) in one {
        let mut part = Polynomial::new();
        for (right, coefficient) in other {
            let mut factors = [left.as_slice(), right].concat();
            factors.sort_unstable();
            if PRODUCT_FACTORS.is_exceeded(factors.len(), budget) {
                return None;
            }
            part.insert(factors, coefficient.clone());
        }
        found = plus(found, &part, times, modulus);
        if PRODUCTS.is_exceeded(found.len(), budget) {
            return None;
        }
    }
    Some(found)
}

/// The polynomial of a vector; `None` when it is too large. It calls itself a limited number of times.
fn polynomial(context: &Context<'_>, term: Term, modulus: &Int, depth: usize) -> Option<Polynomial> {
    if let Some(number) = context.as_bits(term) {
        return Some(plus(Polynomial::new(), &Polynomial::from([(Vec::new(), number)]), &Int::ONE, modulus));
    }
    let args = context.store.args(term);
    let parts = || {
        let below = depth.checked_sub(1)?;
        args.iter().map(|arg| polynomial(context, *arg, modulus, below)).collect::<Option<Vec<Polynomial>>>()
    };
    let (one, minus) = (Int::ONE, -Int::ONE);
    match context.store.op(term) {
        Some(op @ (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot)) => {
            let mut sum = Polynomial::new();
            for (index, part) in parts()?.iter().enumerate() {
                let is_taken = op != Op::BvAdd && (op != Op::BvSub || index > 0);
                sum = plus(sum, part, if is_taken { &minus } else { &one }, modulus);
            }
            if op == Op::BvNot {
                sum = plus(sum, &Polynomial::from([(Vec::new(), one)]), &minus, modulus);
            }
            (!PRODUCTS.is_exceeded(sum.len(), context.budget)).then_some(sum)
        }
        Some(Op::BvMul) => {
            let unit = Polynomial::from([(Vec::new(), one)]);
            parts()?.iter().try_fold(unit, |done, part| product(&done, part, modulus, context.budget))
        }
        _ => Some(Polynomial::from([(vec![term], one)])),
    }
}

/// match: `(= (bvmul u (bvadd v #b0001)) (bvadd (bvmul u v) u))`; result: `true`, and `false` where the two
/// differ by a constant; why: sums and products are those of numbers modulo a power of two.
fn compared(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let Sort::BitVec(width) = context.store.sort(a) else { return None };
    let is_built = |side: Term| {
        matches!(context.store.op(side), Some(Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvNot))
    };
    if !is_built(a) && !is_built(b) {
        return None;
    }
    let modulus = Int::power_of_two(width);
    let (left, right) =
        (polynomial(context, a, &modulus, DEEPEST)?, polynomial(context, b, &modulus, DEEPEST)?);
    let difference = plus(left, &right, &-Int::ONE, &modulus);
    match difference.keys().next() {
        None => Some(TermStore::TRUE),
        Some(factors) if factors.is_empty() && difference.len() == 1 => Some(TermStore::FALSE),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[Rule::new(
    "bits-polynomials",
    Family::Bits,
    &[Op::Eq],
    compared,
    ["(= (bvmul u (bvadd v #b0001)) (bvadd (bvmul u v) u))", "(= (bvmul u (bvadd v #b0001)) (bvmul u v))"],
)];
