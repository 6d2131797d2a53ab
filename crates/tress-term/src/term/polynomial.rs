//! Products of sums as sums of products.
//!
//! Enters: a product. Leaves: its monomials, each a sorted list of factors with a coefficient, or
//! `None` if there would be too many. Equal monomials have equal lists, whatever the order in
//! which they were written.

use std::collections::BTreeMap;

use tress_base::{Budget, Rational};

use super::limits::{FACTORS, MONOMIALS};
use super::linear::{SumWalk, number};
use super::op::Op;
use super::store::{Term, TermStore};

/// Products of unknowns, by their sorted factors, with their coefficients.
pub type Monomials = BTreeMap<Vec<Term>, Rational>;

/// The monomials of a product, none with coefficient zero; the list without factors is the constant.
#[must_use]
pub fn monomials(store: &TermStore, product: Term, budget: &Budget) -> Option<Monomials> {
    let mut whole = Monomials::from([(Vec::new(), Rational::ONE)]);
    let mut open = vec![product];
    let mut steps = 0_usize;
    while let Some(factor) = open.pop() {
        // Numbers and nested products count as well, so that no product is walked to its end in vain.
        steps += 1;
        if FACTORS.is_exceeded(steps.div_ceil(4), budget) {
            return None;
        }
        if store.op(factor) == Some(Op::Mul) {
            open.extend(store.args(factor));
            continue;
        }
        whole = times(&whole, &summands(store, factor, budget)?, budget)?;
    }
    whole.retain(|_, coefficient| !coefficient.is_zero());
    Some(whole)
}

/// The summands of a term that is no product.
fn summands(store: &TermStore, term: Term, budget: &Budget) -> Option<Monomials> {
    if let Some(number) = number(store, term) {
        return Some(Monomials::from([(Vec::new(), number)]));
    }
    let mut walk = SumWalk::new(&[(term, Rational::ONE)]).keeping_casts();
    let mut sum = Monomials::new();
    while let Some((part, coefficient)) = walk.next_opaque(store) {
        let mut factors = match store.op(part) {
            Some(Op::Mul) if !has_number(store, part) => store.args(part).to_vec(),
            _ => vec![part],
        };
        factors.sort_unstable();
        *sum.entry(factors).or_default() += &coefficient;
        if MONOMIALS.is_exceeded(sum.len(), budget) {
            return None;
        }
    }
    *sum.entry(Vec::new()).or_default() += &walk.constant;
    sum.retain(|_, coefficient| !coefficient.is_zero());
    Some(sum)
}

fn has_number(store: &TermStore, product: Term) -> bool {
    store.args(product).iter().any(|arg| number(store, *arg).is_some())
}

fn times(left: &Monomials, right: &Monomials, budget: &Budget) -> Option<Monomials> {
    let mut product = Monomials::new();
    for (a, x) in left {
        for (b, y) in right {
            let mut factors = [a.as_slice(), b.as_slice()].concat();
            factors.sort_unstable();
            if FACTORS.is_exceeded(factors.len(), budget) {
                return None;
            }
            *product.entry(factors).or_default() += &(x * y);
            if MONOMIALS.is_exceeded(product.len(), budget) {
                return None;
            }
        }
    }
    Some(product)
}
