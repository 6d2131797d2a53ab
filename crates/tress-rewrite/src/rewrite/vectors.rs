//! Bit-vectors and numbers.
//!
//! Normal forms: a comparison of numbers that are all numbers of vectors is one of vectors; a vector made of
//! a number is compared with constants as a number.

use tress_base::{Int, Rational};

use super::context::Context;
use super::limits::VECTOR_BITS;
use super::rule::{Family, Rule};
use tress_term::term::{Head, Op, Sort, Term, TermStore, sum_of};

/// The vector whose number a term is, and whether it has a sign.
fn vector_of(context: &Context<'_>, term: Term) -> Option<(Term, bool)> {
    match (context.store.op(term)?, context.store.args(term)) {
        (Op::UbvToInt, [x]) => Some((*x, false)),
        (Op::SbvToInt, [x]) => Some((*x, true)),
        _ => None,
    }
}

/// A vector with another width: its number stays if the width allows that, else it is cut.
fn resized(context: &mut Context<'_>, (x, signed): (Term, bool), width: u32) -> Option<Term> {
    let own = context.width(x)?;
    if width <= own {
        return Some(context.extract(width - 1, 0, x));
    }
    let op = if signed { Op::BvSignExtend } else { Op::BvZeroExtend };
    Some(context.indexed(op, &[Int::from(width - own)], &[x]))
}

/// A sum of numbers of vectors as a vector of some width.
fn sum_vector(
    context: &mut Context<'_>,
    parts: &[(Term, Rational)],
    constant: &Int,
    width: u32,
) -> Option<Term> {
    let mut terms = Vec::with_capacity(parts.len() + 1);
    for (part, factor) in parts {
        let vector = vector_of(context, *part)?;
        let vector = resized(context, vector, width)?;
        let factor = context.bits(width, &factor.floor());
        terms.push(context.app(Op::BvMul, &[factor, vector]));
    }
    terms.push(context.bits(width, constant));
    Some(context.app(Op::BvAdd, &terms))
}

/// The parts and the constant of a sum, when all parts are numbers of vectors with whole coefficients.
fn sum_parts(context: &Context<'_>, terms: &[(Term, Rational)]) -> Option<(Vec<(Term, Rational)>, Int)> {
    let sum = sum_of(context.store, terms);
    let fits = |(part, factor): &(Term, Rational)| factor.is_integer() && vector_of(context, *part).is_some();
    let whole = !sum.parts.is_empty() && sum.parts.iter().all(fits) && sum.constant.is_integer();
    whole.then(|| (sum.parts, sum.constant.floor()))
}

/// match: `(>= (ubv_to_int u) 3)`, `(= (ubv_to_int u) (+ (sbv_to_int v) 1))`; result:
/// `(not (bvult u #b0011))`, the same with vectors that are wide enough; why: sums of vectors are vectors.
fn compared(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    if context.store.sort(a) != Sort::Int {
        return None;
    }
    let (parts, constant) = sum_parts(context, &[(a, Rational::ONE), (b, -Rational::ONE)])?;
    if let [(part, factor)] = parts.as_slice()
        && factor.is_one()
    {
        return compared_with(context, op, *part, &-&constant);
    }
    let mut most = constant.abs();
    for (part, factor) in &parts {
        let (x, _) = vector_of(context, *part)?;
        most = most + factor.floor().abs().shift_left(context.width(x)? as usize);
    }
    let width = most.bit_len() + 2;
    if VECTOR_BITS.is_exceeded(width, context.budget) {
        return None;
    }
    let width = u32::try_from(width).ok()?;
    let sum = sum_vector(context, &parts, &constant, width)?;
    let zero = context.bits(width, &Int::ZERO);
    Some(if op == Op::Eq {
        context.eq(sum, zero)
    } else {
        let less = context.app(Op::BvSlt, &[sum, zero]);
        context.not(less)
    })
}

/// The number of a vector is equal to a number, or at least that.
fn compared_with(context: &mut Context<'_>, op: Op, part: Term, number: &Int) -> Option<Term> {
    let (x, signed) = vector_of(context, part)?;
    let width = context.width(x)?;
    let whole = Int::power_of_two(width);
    let (least, beyond) = if signed {
        let half = Int::power_of_two(width - 1);
        (-&half, half)
    } else {
        (Int::ZERO, whole)
    };
    let fits = *number >= least && *number < beyond;
    if op == Op::Eq {
        if !fits {
            return Some(TermStore::FALSE);
        }
        let digits = context.bits(width, number);
        return Some(context.eq(x, digits));
    }
    if !fits {
        return Some(TermStore::bool(*number < least));
    }
    let digits = context.bits(width, number);
    let less = context.app(if signed { Op::BvSlt } else { Op::BvUlt }, &[x, digits]);
    Some(context.not(less))
}

/// match: `((_ int_to_bv 4) (+ (ubv_to_int u) 1))`, `((_ int_to_bv 2) (* (ubv_to_int u) (ubv_to_int v)))`;
/// result: `(bvadd u #b0001)`, the product of their lower bits; why: the lower bits of a sum or product
/// depend on the lower bits of its parts only.
fn back(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [n] = context.match_op::<1>(term, Op::IntToBv)?;
    let width = context.width(term)?;
    if let Some(vector) = vector_of(context, n) {
        return resized(context, vector, width);
    }
    if context.store.op(n) == Some(Op::Mul) {
        let args = context.store.args(n).to_vec();
        let is_known = |arg: &Term| vector_of(context, *arg).is_some() || context.as_int(*arg).is_some();
        if !args.iter().all(is_known) {
            return None;
        }
        let index = [Int::from(width)];
        let parts: Vec<Term> = args.iter().map(|arg| context.indexed(Op::IntToBv, &index, &[*arg])).collect();
        return Some(context.app(Op::BvMul, &parts));
    }
    let (parts, constant) = sum_parts(context, &[(n, Rational::ONE)])?;
    sum_vector(context, &parts, &constant, width)
}

/// match: `(ubv_to_int ((_ int_to_bv 4) m))`; result: `(mod m 16)`; why: the meaning of both.
fn rest(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::UbvToInt)?;
    let [n] = context.match_op::<1>(x, Op::IntToBv)?;
    let Head::Op(..) = context.store.head(x) else { return None };
    let whole = Int::power_of_two(context.width(x)?);
    let whole = context.int(whole);
    Some(context.app(Op::Mod, &[n, whole]))
}

/// match: `(= ((_ int_to_bv 4) m) #b0011)`, `(bvult ((_ int_to_bv 4) m) #b0011)`; result: `(= (mod m 16) 3)`,
/// `(< (mod m 16) 3)`; why: numbers need no bits for that.
fn known(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let sides = context.match_op::<2>(term, op)?;
    let mut numbers = Vec::with_capacity(2);
    let mut constants = 0;
    for side in sides {
        if let Some(number) = context.as_bits(side) {
            constants += 1;
            numbers.push(context.int(number));
        } else {
            context.match_op::<1>(side, Op::IntToBv)?;
            numbers.push(context.app(Op::UbvToInt, &[side]));
        }
    }
    let op = if op == Op::BvUlt { Op::Lt } else { op };
    (constants == 1).then(|| context.app(op, &numbers))
}

const FAMILY: Family = Family::Bits;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "bits-numbers-compared",
        FAMILY,
        &[Op::Ge, Op::Eq],
        compared,
        ["(>= (+ (ubv_to_int u) (sbv_to_int v)) 3)", "(>= (+ (ubv_to_int u) m) 3)"],
    ),
    Rule::new(
        "bits-numbers-back",
        FAMILY,
        &[Op::IntToBv],
        back,
        ["((_ int_to_bv 4) (+ (ubv_to_int u) 1))", "((_ int_to_bv 4) (+ (ubv_to_int u) m))"],
    ),
    Rule::new(
        "bits-numbers-rest",
        FAMILY,
        &[Op::UbvToInt],
        rest,
        ["(ubv_to_int ((_ int_to_bv 4) m))", "(ubv_to_int u)"],
    ),
    Rule::new(
        "bits-numbers-known",
        FAMILY,
        &[Op::Eq, Op::BvUlt],
        known,
        ["(= ((_ int_to_bv 4) m) #b0011)", "(= ((_ int_to_bv 4) m) u)"],
    ),
];
