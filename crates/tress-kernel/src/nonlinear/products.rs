//! Products that enter: in normal form, with the halves they are made of.

use tress_base::Rational;

use tress_term::term::{Op, Term, monomials, number};

use super::Product;
use crate::context::Context;
use crate::inferences::Rule;

/// A product is the sum of its monomials.
const PRODUCT: Rule =
    Rule::new("define-product", "SMT-LIB", "multiplication is distributive, associative and commutative");

/// Says what a product means: the sum of its monomials, or one monomial that is looked at.
pub(crate) fn define_product(cx: &mut Context<'_>, term: Term) {
    if let Some(sum) = normal_form(cx, term)
        && sum != term
    {
        let equal = cx.env.equal(term, sum);
        cx.axiom(PRODUCT, &[equal]);
        return;
    }
    let unknown: Vec<Term> = factors_of(cx, term);
    let Some((first, rest)) = unknown.split_first() else { return };
    if rest.is_empty() {
        return;
    }
    let mut factors: Vec<(Term, u32)> = Vec::new();
    for factor in &unknown {
        // The arithmetic must know all of them.
        cx.linear(&[(*factor, Rational::ONE)]);
        match factors.last_mut() {
            Some((last, power)) if last == factor => *power += 1,
            _ => factors.push((*factor, 1)),
        }
    }
    let halves = if factors.iter().all(|(_, power)| power % 2 == 0) {
        let root: Vec<Term> = unknown.iter().copied().step_by(2).collect();
        [product_of(cx, &root); 2]
    } else {
        [*first, product_of(cx, rest)]
    };
    halves.iter().for_each(|half| {
        cx.linear(&[(*half, Rational::ONE)]);
    });
    let product = Product { term, factors, halves, instances: 0, planes: 0, roots: 0 };
    cx.kernel.numbers.nonlinear.products.push(product);
}

/// The product of sorted factors.
fn product_of(cx: &mut Context<'_>, factors: &[Term]) -> Term {
    match factors {
        [only] => *only,
        _ => cx.env.app(Op::Mul, factors),
    }
}

/// The factors of a product in normal form. Where there is no normal form, a number among the factors
/// is one of them.
fn factors_of(cx: &Context<'_>, term: Term) -> Vec<Term> {
    let mut factors = cx.env.store.args(term).to_vec();
    factors.sort_unstable();
    factors
}

/// The sum of monomials that a product equals; `None` when that is too long.
fn normal_form(cx: &mut Context<'_>, term: Term) -> Option<Term> {
    let monomials = monomials(cx.env.store, term, cx.env.budget)?;
    let mut parts = Vec::new();
    for (factors, coefficient) in &monomials {
        let product = match factors.as_slice() {
            [] => {
                let number = cx.number_like(term, coefficient);
                parts.push(number);
                continue;
            }
            factors => product_of(cx, factors),
        };
        parts.push(cx.multiple(product, coefficient));
    }
    Some(match parts.as_slice() {
        [] => cx.number_like(term, &Rational::ZERO),
        [only] => *only,
        _ => cx.env.app(Op::Add, &parts),
    })
}

impl Context<'_> {
    /// The product of two terms, written as it is known to the arithmetic when one of them is a product.
    pub(super) fn product(&mut self, a: Term, b: Term) -> Term {
        if number(self.env.store, a).is_some() || number(self.env.store, b).is_some() {
            return self.env.app(Op::Mul, &[a, b]);
        }
        let product = self.env.app(Op::Mul, &[a, b]);
        normal_form(self, product).unwrap_or(product)
    }
}
