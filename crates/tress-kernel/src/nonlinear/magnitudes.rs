//! Sizes: a product of whole numbers is no smaller than its factors, and larger factors make larger
//! products.

use tress_base::{Rational, Stop};

use tress_term::term::{Op, Term};

use super::limits::PRODUCTS;
use super::signs::sign;
use super::{Look, Seen, Wrong, seen};
use crate::context::Context;
use crate::inferences::Rule;

/// |a b| >= |a| for whole numbers other than zero.
const FACTOR: Rule = Rule::new(
    "product-at-least-factor",
    "own",
    "|b| >= 1 for a whole number other than zero, so |a b| >= |a|",
);
/// |a| <= |c| and |b| <= |d| give |a b| <= |c d|.
const MONOTONE: Rule =
    Rule::new("product-monotone", "Cimatti et al. 2018", "multiplication is monotone in absolute values");

/// Pairs that are compared in one round. The others come in the next.
const PAIRS_PER_ROUND: usize = 8;

pub(crate) fn check_factors(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in look.wrong.iter().filter(|wrong| wrong.is_int && !wrong.right.is_zero()) {
        cx.env.budget.poll()?;
        for part in wrong.factors.iter().map(|(factor, _)| factor).chain(&wrong.halves[1..]) {
            if !part.value.is_zero() && wrong.whole.value.abs() < part.value.abs() {
                at_least(cx, wrong, part);
            }
        }
    }
    Ok(())
}

/// The product, which is not zero, is at least this part of it.
fn at_least(cx: &mut Context<'_>, wrong: &Wrong, part: &Seen) {
    let zero = Rational::ZERO;
    let mut clause = Vec::new();
    let mut sizes = Vec::new();
    // The signs were looked at before, so that of the whole is as it should be.
    for (term, value) in [(wrong.whole.term, &wrong.right), (part.term, &part.value)] {
        let op = if value.is_positive() { Op::Gt } else { Op::Lt };
        clause.push(cx.unless(op, term, &zero));
        sizes.push(signed(cx, term, sign(value)));
    }
    clause.push(cx.env.app(Op::Ge, &sizes));
    cx.axiom(FACTOR, &clause);
}

/// The term, or its opposite.
fn signed(cx: &mut Context<'_>, term: Term, sign: i32) -> Term {
    if sign < 0 { cx.env.app(Op::Sub, &[term]) } else { term }
}

pub(crate) fn check_pairs(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    let count = cx.kernel.numbers.nonlinear.products.len();
    if PRODUCTS.is_exceeded(count, cx.env.budget) {
        return Ok(());
    }
    let mut told = 0;
    for wrong in &look.wrong {
        for place in (0..count).filter(|place| *place != wrong.place) {
            cx.env.budget.poll()?;
            let product = &cx.kernel.numbers.nonlinear.products[place];
            let (term, halves) = (product.term, product.halves);
            if cx.env.store.sort(term) != cx.env.store.sort(wrong.whole.term) {
                continue;
            }
            let other = seen(cx, &look.model, term);
            let [c, d] = halves.map(|half| seen(cx, &look.model, half));
            for others in [[c.clone(), d.clone()], [d, c]] {
                let pairs = [
                    (&wrong.whole, &wrong.halves, &other, &others),
                    (&other, &others, &wrong.whole, &wrong.halves),
                ];
                for (small, small_halves, large, large_halves) in pairs {
                    told += usize::from(monotone(cx, small, small_halves, large, large_halves));
                }
                if told >= PAIRS_PER_ROUND {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Tells that a product with smaller factors is smaller, if it is not.
fn monotone(cx: &mut Context<'_>, small: &Seen, parts: &[Seen; 2], large: &Seen, others: &[Seen; 2]) -> bool {
    let is_smaller = parts.iter().zip(others).all(|(a, c)| a.value.abs() <= c.value.abs());
    let is_same = parts.iter().zip(others).all(|(a, c)| a.term == c.term);
    if !is_smaller || is_same || small.value.abs() <= large.value.abs() {
        return false;
    }
    let zero = Rational::ZERO;
    let side = |seen: &Seen| if seen.value.is_negative() { (Op::Le, -1) } else { (Op::Ge, 1) };
    let mut clause = Vec::new();
    for (a, c) in parts.iter().zip(others) {
        let mut sizes = Vec::new();
        for part in [a, c] {
            let (op, sign) = side(part);
            clause.push(cx.unless(op, part.term, &zero));
            sizes.push(signed(cx, part.term, sign));
        }
        let smaller = cx.env.app(Op::Le, &sizes);
        clause.push(cx.env.store.not(smaller));
    }
    let sign_of = |parts: &[Seen; 2]| side(&parts[0]).1 * side(&parts[1]).1;
    let sizes = [signed(cx, small.term, sign_of(parts)), signed(cx, large.term, sign_of(others))];
    clause.push(cx.env.app(Op::Le, &sizes));
    cx.axiom(MONOTONE, &clause);
    true
}
