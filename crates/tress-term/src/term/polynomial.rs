//! Products of sums as sums of products.
//!
//! Enters: a product. Leaves: its monomials, each a sorted list of factors with a coefficient, or
//! nothing when there would be too many. Equal monomials have equal lists, whatever the order in
//! which they were written.

use std::collections::BTreeMap;

use tress_base::Rational;

use super::linear::{SumWalk, number};
use super::op::Op;
use super::store::{Term, TermStore};

/// More monomials than these are not written out.
const MOST_MONOMIALS: usize = 16;
/// Nor are longer ones.
const MOST_FACTORS: usize = 16;

/// Products of unknowns, by their sorted factors, with their coefficients.
pub type Monomials = BTreeMap<Vec<Term>, Rational>;

/// The monomials of a product, none with coefficient zero; the list without factors is the constant.
#[must_use]
pub fn monomials(store: &TermStore, product: Term) -> Option<Monomials> {
    let mut whole = Monomials::from([(Vec::new(), Rational::ONE)]);
    let mut open = vec![product];
    let mut steps = 0;
    while let Some(factor) = open.pop() {
        steps += 1;
        if steps > 4 * MOST_FACTORS {
            return None;
        }
        if store.op(factor) == Some(Op::Mul) {
            open.extend(store.args(factor));
            continue;
        }
        whole = times(&whole, &summands(store, factor)?)?;
    }
    whole.retain(|_, coefficient| !coefficient.is_zero());
    Some(whole)
}

/// The summands of a term that is no product.
fn summands(store: &TermStore, term: Term) -> Option<Monomials> {
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
        if sum.len() > MOST_MONOMIALS {
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

fn times(left: &Monomials, right: &Monomials) -> Option<Monomials> {
    let mut product = Monomials::new();
    for (a, x) in left {
        for (b, y) in right {
            let mut factors = [a.as_slice(), b.as_slice()].concat();
            factors.sort_unstable();
            if factors.len() > MOST_FACTORS {
                return None;
            }
            *product.entry(factors).or_default() += &(x * y);
            if product.len() > MOST_MONOMIALS {
                return None;
            }
        }
    }
    Some(product)
}
