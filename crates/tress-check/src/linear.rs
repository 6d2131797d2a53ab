//! Linear sums over terms that are no sums themselves, and constraints on them.
//!
//! Enters: terms of sort Int or Real, literals. Leaves: sums and constraints. The largest term is taken apart
//! first, so a shared part is visited once, with its whole coefficient.

use std::collections::BTreeMap;

use crate::budget::Checked;
use crate::clause::{Context, Literal};
use crate::eval::fraction;
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};

/// A sum of terms with coefficients, none of them zero, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) parts: BTreeMap<Term, Rat>,
    pub(crate) constant: Rat,
}

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Not negative.
    AtLeast,
    /// Positive.
    Above,
    Equal,
}

/// A sum that compares with zero.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) sum: Linear,
    pub(crate) kind: Kind,
}

impl Linear {
    pub(crate) fn zero() -> Self {
        Self { parts: BTreeMap::new(), constant: Rat::zero() }
    }

    /// Adds another sum with a coefficient.
    pub(crate) fn add(&mut self, other: &Self, coefficient: &Rat, cx: &mut Context) -> Checked<()> {
        cx.budget.spend(16 + 16 * other.parts.len())?;
        for (term, part) in &other.parts {
            let sum = self.parts.entry(*term).or_insert_with(Rat::zero);
            *sum = sum.plus(&part.times(coefficient)?)?;
            if sum.is_zero() {
                self.parts.remove(term);
            }
        }
        self.constant = self.constant.plus(&other.constant.times(coefficient)?)?;
        Ok(())
    }

    /// Are all its terms of sort Int?
    pub(crate) fn is_over_int(&self, terms: &Terms) -> bool {
        self.parts.keys().all(|term| terms.sort(*term) == Sort::Int)
    }

    pub(crate) fn has_whole_coefficients(&self) -> bool {
        self.parts.values().all(Rat::is_whole)
    }

    /// Multiplied by the positive number that makes the coefficients whole, without a common divisor.
    pub(crate) fn primitive(mut self) -> Checked<Self> {
        let (mut top, mut bottom) = (Int::default(), Int::from(1));
        for part in self.parts.values() {
            top = top.gcd(part.num());
            let common = bottom.gcd(part.den());
            bottom = bottom.times(&part.den().div_mod(&common).map(|(q, _)| q).unwrap_or_default())?;
        }
        let Some(factor) = Rat::new(&bottom, &top) else { return Ok(self) };
        for part in self.parts.values_mut() {
            *part = part.times(&factor)?;
        }
        self.constant = self.constant.times(&factor)?;
        Ok(self)
    }
}

impl Constraint {
    /// Divided and rounded if all terms are of sort Int, as given otherwise.
    pub(crate) fn normal(self, terms: &Terms) -> Checked<Self> {
        if !self.sum.is_over_int(terms) {
            return Ok(self);
        }
        let mut sum = self.sum.primitive()?;
        let kind = match self.kind {
            Kind::Equal => Kind::Equal,
            Kind::AtLeast => {
                sum.constant = Rat::from(sum.constant.floor());
                Kind::AtLeast
            }
            Kind::Above => {
                sum.constant = Rat::from(sum.constant.ceil().minus(&Int::from(1)));
                Kind::AtLeast
            }
        };
        Ok(Self { sum, kind })
    }
}

/// The sum that terms with coefficients are.
pub(crate) fn sum_of(cx: &mut Context, terms: &[(Term, Rat)]) -> Checked<Linear> {
    let mut open: BTreeMap<Term, Rat> = BTreeMap::new();
    let mut result = Linear::zero();
    for (term, coefficient) in terms {
        add_to(&mut open, *term, coefficient)?;
    }
    while let Some((term, coefficient)) = open.pop_last() {
        cx.budget.spend(16)?;
        if coefficient.is_zero() {
            continue;
        }
        if let Some(number) = number(cx, term)? {
            result.constant = result.constant.plus(&number.times(&coefficient)?)?;
        } else if !take_apart(cx, term, &coefficient, &mut open)? {
            // A length that was made on the way may be met again.
            add_to(&mut result.parts, term, &coefficient)?;
        }
    }
    result.parts.retain(|_, coefficient| !coefficient.is_zero());
    Ok(result)
}

fn add_to(open: &mut BTreeMap<Term, Rat>, term: Term, coefficient: &Rat) -> Checked<()> {
    let sum = open.entry(term).or_insert_with(Rat::zero);
    *sum = sum.plus(coefficient)?;
    Ok(())
}

/// The number that a term without symbols is.
pub(crate) fn number(cx: &mut Context, term: Term) -> Checked<Option<Rat>> {
    let value = cx.evaluator.value(&mut cx.terms, term, &mut cx.budget)?;
    Ok(value.and_then(|value| cx.terms.value(value)).and_then(fraction))
}

/// Adds the parts of a sum, a difference, a multiple or a cast; returns `false` for anything else.
fn take_apart(
    cx: &mut Context,
    term: Term,
    coefficient: &Rat,
    open: &mut BTreeMap<Term, Rat>,
) -> Checked<bool> {
    let args = cx.terms.args(term).to_vec();
    cx.budget.spend(16 * args.len())?;
    match (cx.terms.op(term), args.as_slice()) {
        (Some(Op::Add), _) => args.iter().try_for_each(|arg| add_to(open, *arg, coefficient))?,
        (Some(Op::Sub), [only]) => add_to(open, *only, &coefficient.negated())?,
        (Some(Op::Sub), [first, rest @ ..]) => {
            add_to(open, *first, coefficient)?;
            rest.iter().try_for_each(|arg| add_to(open, *arg, &coefficient.negated()))?;
        }
        (Some(Op::ToReal), [only]) => add_to(open, *only, coefficient)?,
        // The length of a concatenation is the sum of the lengths of its parts.
        (Some(Op::Length), [only]) if cx.terms.op(*only) == Some(Op::Concat) => {
            let parts = cx.terms.args(*only).to_vec();
            cx.budget.spend(16 * parts.len())?;
            for part in parts {
                let length = cx.terms.app(Op::Length, &[part])?;
                add_to(open, length, coefficient)?;
            }
        }
        (Some(Op::Over), [first, rest @ ..]) => {
            let mut quotient = coefficient.clone();
            for arg in rest {
                match number(cx, *arg)?.map(|divisor| quotient.over(&divisor)).transpose()?.flatten() {
                    Some(next) => quotient = next,
                    None => return Ok(false),
                }
            }
            add_to(open, *first, &quotient)?;
        }
        (Some(Op::Mul), _) => {
            let (mut product, mut other) = (coefficient.clone(), None);
            for arg in &args {
                match number(cx, *arg)? {
                    Some(factor) => product = product.times(&factor)?,
                    None if other.is_some() => return Ok(false),
                    None => other = Some(*arg),
                }
            }
            match other {
                Some(other) => add_to(open, other, &product)?,
                None => return Ok(false),
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The constraint that a literal is, divided and rounded; `None` for other literals and for numbers that
/// differ.
pub(crate) fn constraint(cx: &mut Context, literal: Literal) -> Checked<Option<Constraint>> {
    let Some(op) = cx.terms.op(literal.atom) else { return Ok(None) };
    let Some((a, b)) = cx.terms.pair(literal.atom, op) else { return Ok(None) };
    if !cx.terms.sort(a).is_number() {
        return Ok(None);
    }
    // Each as `left - right` compared with zero.
    let (left, right, kind) = match (op, literal.positive) {
        (Op::Le, true) | (Op::Gt, false) => (b, a, Kind::AtLeast),
        (Op::Lt, true) | (Op::Ge, false) => (b, a, Kind::Above),
        (Op::Ge, true) | (Op::Lt, false) => (a, b, Kind::AtLeast),
        (Op::Gt, true) | (Op::Le, false) => (a, b, Kind::Above),
        (Op::Eq, true) | (Op::Distinct, false) => (a, b, Kind::Equal),
        _ => return Ok(None),
    };
    let one = Rat::from(Int::from(1));
    let sum = sum_of(cx, &[(left, one.clone()), (right, one.negated())])?;
    Constraint { sum, kind }.normal(&cx.terms).map(Some)
}

/// The term of a sum: its parts by number, each with its coefficient in front, then the constant.
pub(crate) fn term_of(cx: &mut Context, sum: &Linear, sort: Sort) -> Checked<Term> {
    let value = |number: &Rat| match sort {
        Sort::Int => Value::Int(number.num().clone()),
        _ => Value::Real(number.clone()),
    };
    let mut parts = Vec::new();
    for (part, coefficient) in &sum.parts {
        cx.budget.spend(4)?;
        let part = cx.terms.fit(*part, sort)?;
        let is_one = coefficient.is_whole() && coefficient.num().is_one();
        let factor = cx.terms.make(value(coefficient))?;
        parts.push(if is_one { part } else { cx.terms.app(Op::Mul, &[factor, part])? });
    }
    if !sum.constant.is_zero() || parts.is_empty() {
        parts.push(cx.terms.make(value(&sum.constant))?);
    }
    match parts.as_slice() {
        [only] => Ok(*only),
        _ => cx.terms.app(Op::Add, &parts),
    }
}
