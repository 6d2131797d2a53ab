//! Terms of numbers as linear sums.
//!
//! Enters: terms of sort Int or Real with coefficients. Leaves: a sum of opaque terms with
//! coefficients. Arguments have smaller numbers than the terms they stand in, so the largest
//! term is always the next to take apart: every shared part is visited once, with its whole
//! coefficient, however deep the sum nests.

use std::collections::BTreeMap;

use tress_base::Rational;

use super::op::Op;
use super::store::{Head, Term, TermStore};
use super::value::Value;

/// A sum of opaque terms with coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The terms by number, none with coefficient zero.
    pub parts: Vec<(Term, Rational)>,
    /// What is added to them.
    pub constant: Rational,
}

/// The number that a literal denotes.
#[must_use]
pub fn number(store: &TermStore, term: Term) -> Option<Rational> {
    match store.as_value(term)? {
        Value::Int(n) => Some(Rational::from(n.clone())),
        Value::Real(n) => Some(n.clone()),
        _ => None,
    }
}

/// The sum of several terms, each with a coefficient.
#[must_use]
pub fn sum_of(store: &TermStore, terms: &[(Term, Rational)]) -> Sum {
    let mut walk = SumWalk::new(terms);
    let mut parts = Vec::new();
    while let Some(part) = walk.next_opaque(store) {
        parts.push(part);
    }
    parts.reverse();
    Sum { parts, constant: walk.constant }
}

/// A sum that is taken apart, the largest term first. The caller decides what becomes of opaque
/// terms, and may add terms on the way.
#[derive(Clone, Debug, Default)]
pub struct SumWalk {
    open: BTreeMap<Term, Rational>,
    /// The constant so far.
    pub constant: Rational,
    keeps_casts: bool,
}

impl SumWalk {
    /// Begins with these terms.
    #[must_use]
    pub fn new(terms: &[(Term, Rational)]) -> Self {
        let mut walk = Self::default();
        for (term, coefficient) in terms {
            walk.add(*term, coefficient);
        }
        walk
    }

    /// Leaves `to_real` as it is, so that all opaque terms have the sort of the sum.
    #[must_use]
    pub fn keeping_casts(mut self) -> Self {
        self.keeps_casts = true;
        self
    }

    /// Adds a term, multiplied by a coefficient.
    pub fn add(&mut self, term: Term, coefficient: &Rational) {
        *self.open.entry(term).or_default() += coefficient;
    }

    /// The next term that is no literal, sum or multiple, with its coefficient.
    pub fn next_opaque(&mut self, store: &TermStore) -> Option<(Term, Rational)> {
        while let Some((term, coefficient)) = self.open.pop_last() {
            if coefficient.is_zero() {
                continue;
            }
            if let Some(number) = number(store, term) {
                self.constant += &(&number * &coefficient);
            } else if !self.take_apart(store, term, &coefficient) {
                return Some((term, coefficient));
            }
        }
        None
    }

    /// Distributes a coefficient over the arguments; false when the term is opaque.
    fn take_apart(&mut self, store: &TermStore, term: Term, coefficient: &Rational) -> bool {
        let Head::Op(op, _) = store.head(term) else { return false };
        match (op, store.args(term)) {
            (Op::Add, args) => args.iter().for_each(|arg| self.add(*arg, coefficient)),
            (Op::Sub, [arg]) => self.add(*arg, &-coefficient),
            (Op::Sub, [first, rest @ ..]) => {
                self.add(*first, coefficient);
                rest.iter().for_each(|arg| self.add(*arg, &-coefficient));
            }
            (Op::ToReal, [arg]) if !self.keeps_casts => self.add(*arg, coefficient),
            (Op::Mul, args) => return self.scale(store, args, coefficient),
            (Op::RealDiv, [first, rest @ ..]) => {
                let mut factor = coefficient.clone();
                for divisor in rest {
                    match number(store, *divisor).and_then(|number| number.recip()) {
                        Some(inverse) => factor *= &inverse,
                        None => return false,
                    }
                }
                self.add(*first, &factor);
            }
            _ => return false,
        }
        true
    }

    /// A product with at most one factor that is no literal.
    fn scale(&mut self, store: &TermStore, args: &[Term], coefficient: &Rational) -> bool {
        let mut factor = coefficient.clone();
        let mut variable = None;
        for arg in args {
            match number(store, *arg) {
                Some(number) => factor *= &number,
                None if variable.is_none() => variable = Some(*arg),
                None => return false,
            }
        }
        match variable {
            Some(variable) => self.add(variable, &factor),
            None => self.constant += &factor,
        }
        true
    }
}
