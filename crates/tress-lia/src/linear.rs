//! Sparse linear expressions: the project's only ones.
//!
//! Enters: variables, rational coefficients, a constant. Leaves: the same sum in one canonical
//! shape, so that equal sums are equal values. The rewriter of the solver uses them with its own
//! numbering of variables; nothing here knows what a [`Var`] represents.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use tress_base::{Int, Rational};

/// A variable, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

impl Var {
    /// The number as an index.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A sum of variables with coefficients, plus a constant.
///
/// Invariant: the variables stand in strictly rising order and no coefficient is zero.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    terms: Vec<(Var, Rational)>,
    constant: Rational,
}

/// An expression taken apart: it equals `scale * form + offset`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NormalForm {
    /// Coprime whole coefficients, the first one positive, no constant.
    pub form: Linear,
    /// Never zero.
    pub scale: Rational,
    /// The constant of the expression.
    pub offset: Rational,
}

impl Linear {
    /// The empty sum.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// A sum without variables.
    #[must_use]
    pub fn constant(constant: Rational) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// One variable.
    #[must_use]
    pub fn var(var: Var) -> Self {
        Self { terms: vec![(var, Rational::ONE)], constant: Rational::ZERO }
    }

    /// One variable with a coefficient.
    #[must_use]
    pub fn term(var: Var, coefficient: Rational) -> Self {
        Self::from_terms(vec![(var, coefficient)], Rational::ZERO)
    }

    /// A sum of terms in any order; a variable may occur many times.
    #[must_use]
    pub fn from_terms(mut terms: Vec<(Var, Rational)>, constant: Rational) -> Self {
        terms.sort_by_key(|(var, _)| *var);
        terms.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += &later.1;
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Self { terms, constant }
    }

    /// The variables with their coefficients, in rising order.
    #[must_use]
    pub fn terms(&self) -> &[(Var, Rational)] {
        &self.terms
    }

    /// The part without variables.
    #[must_use]
    pub fn constant_part(&self) -> &Rational {
        &self.constant
    }

    /// Has it no variables?
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of `var`, when it occurs.
    #[must_use]
    pub fn coefficient(&self, var: Var) -> Option<&Rational> {
        let position = self.terms.binary_search_by_key(&var, |(v, _)| *v).ok()?;
        Some(&self.terms[position].1)
    }

    /// Adds a number.
    pub fn add_constant(&mut self, number: &Rational) {
        self.constant += number;
    }

    /// Adds `factor * other`.
    pub fn add_scaled(&mut self, other: &Linear, factor: &Rational) {
        if factor.is_zero() {
            return;
        }
        self.constant += &(factor * &other.constant);
        let mine = std::mem::take(&mut self.terms);
        self.terms.reserve(mine.len() + other.terms.len());
        let mut mine = mine.into_iter().peekable();
        let mut theirs = other.terms.iter().peekable();
        loop {
            let order = match (mine.peek(), theirs.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            let term = match order {
                Ordering::Less => mine.next(),
                Ordering::Greater => theirs.next().map(|(var, c)| (*var, factor * c)),
                Ordering::Equal => {
                    let (a, b) = (mine.next(), theirs.next());
                    a.zip(b).map(|((var, a), (_, b))| (var, &a + &(factor * b)))
                }
            };
            self.terms.extend(term.filter(|(_, c)| !c.is_zero()));
        }
    }

    /// Every coefficient and the constant times `factor`.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Linear {
        if factor.is_zero() {
            return Linear::zero();
        }
        let terms = self.terms.iter().map(|(var, c)| (*var, c * factor)).collect();
        Linear { terms, constant: &self.constant * factor }
    }

    /// The expression with `var` replaced by `value`.
    #[must_use]
    pub fn substituted(&self, var: Var, value: &Linear) -> Linear {
        let mut result = self.clone();
        if let Ok(position) = result.terms.binary_search_by_key(&var, |(v, _)| *v) {
            let (_, coefficient) = result.terms.remove(position);
            result.add_scaled(value, &coefficient);
        }
        result
    }

    /// Its value when every variable has one.
    #[must_use]
    pub fn evaluate(&self, mut value: impl FnMut(Var) -> Rational) -> Rational {
        let mut sum = self.constant.clone();
        for (var, coefficient) in &self.terms {
            sum += &(coefficient * &value(*var));
        }
        sum
    }

    /// The expression as a multiple of coprime whole coefficients plus an offset; `None` when it
    /// has no variables.
    #[must_use]
    pub fn normal_form(&self) -> Option<NormalForm> {
        let first = &self.terms.first()?.1;
        let mut denominator = Int::ONE;
        for (_, c) in &self.terms {
            if !c.is_integer() {
                denominator = denominator.lcm(c.denominator());
            }
        }
        let mut numerator = Int::ZERO;
        for (_, c) in &self.terms {
            let whole = if denominator.is_one() {
                c.numerator().clone()
            } else {
                c.numerator() * &denominator.div_floor(c.denominator())
            };
            numerator = numerator.gcd(&whole);
            if numerator.is_one() {
                break;
            }
        }
        let numerator = if first.is_negative() { -numerator } else { numerator };
        let offset = self.constant.clone();
        if numerator.is_one() && denominator.is_one() {
            let form = Linear { terms: self.terms.clone(), constant: Rational::ZERO };
            return Some(NormalForm { form, scale: Rational::ONE, offset });
        }
        let scale = Rational::new(numerator, denominator)?;
        let mut form = self.scaled(&scale.recip()?);
        form.constant = Rational::ZERO;
        Some(NormalForm { form, scale, offset })
    }

    /// Are all coefficients whole numbers? The constant does not matter.
    #[must_use]
    pub fn has_whole_coefficients(&self) -> bool {
        self.terms.iter().all(|(_, c)| c.is_integer())
    }
}

impl Add<&Linear> for &Linear {
    type Output = Linear;
    fn add(self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.add_scaled(other, &Rational::ONE);
        sum
    }
}

impl Sub<&Linear> for &Linear {
    type Output = Linear;
    fn sub(self, other: &Linear) -> Linear {
        let mut difference = self.clone();
        difference.add_scaled(other, &-Rational::ONE);
        difference
    }
}

impl Neg for &Linear {
    type Output = Linear;
    fn neg(self) -> Linear {
        self.scaled(&-Rational::ONE)
    }
}

impl Mul<&Rational> for &Linear {
    type Output = Linear;
    fn mul(self, factor: &Rational) -> Linear {
        self.scaled(factor)
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (var, coefficient) in &self.terms {
            write!(f, "{coefficient}*{var:?} + ")?;
        }
        write!(f, "{}", self.constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    fn fraction(n: i64, d: i64) -> Rational {
        Rational::new(n.into(), d.into()).expect("not zero")
    }

    fn random_linear(random: &mut Random) -> Linear {
        let terms = (0..random.below(6))
            .map(|_| {
                let coefficient = fraction(random.between(-9, 9), random.between(1, 4));
                (Var(random.below(5) as u32), coefficient)
            })
            .collect();
        Linear::from_terms(terms, fraction(random.between(-9, 9), random.between(1, 4)))
    }

    fn point(var: Var) -> Rational {
        fraction([7, -3, 11, 2, -5][var.index()], [1, 2, 3, 5, 7][var.index()])
    }

    fn is_canonical(l: &Linear) -> bool {
        l.terms.windows(2).all(|w| w[0].0 < w[1].0) && l.terms.iter().all(|(_, c)| !c.is_zero())
    }

    #[test]
    fn operations_agree_with_evaluation() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let (a, b) = (random_linear(&mut random), random_linear(&mut random));
            let (x, y) = (a.evaluate(point), b.evaluate(point));
            let factor = fraction(random.between(-3, 3), 2);
            assert_eq!((&a + &b).evaluate(point), &x + &y);
            assert_eq!((&a - &b).evaluate(point), &x - &y);
            assert_eq!((-&a).evaluate(point), -&x);
            assert_eq!((&a * &factor).evaluate(point), &x * &factor);
            let var = Var(random.below(5) as u32);
            let inside = |v: Var| if v == var { y.clone() } else { point(v) };
            assert_eq!(a.substituted(var, &b).evaluate(point), a.evaluate(inside));
            for result in [&a + &b, &a - &b, -&a, &a * &factor, a.substituted(var, &b)] {
                assert!(is_canonical(&result), "{result:?}");
            }
            assert_eq!(&(&a + &b) - &b, a);
        }
    }

    #[test]
    fn normal_forms_are_primitive_and_multiples_share_them() {
        let mut random = Random::new(2);
        for _ in 0..3000 {
            let a = random_linear(&mut random);
            let Some(normal) = a.normal_form() else {
                assert!(a.is_constant());
                continue;
            };
            let mut back = normal.form.scaled(&normal.scale);
            back.add_constant(&normal.offset);
            assert_eq!(back, a);
            assert!(normal.form.has_whole_coefficients());
            let gcd = normal.form.terms.iter().fold(Int::ZERO, |g, (_, c)| g.gcd(c.numerator()));
            assert!(gcd.is_one() && normal.form.terms[0].1.is_positive());
            let other = a.scaled(&fraction(-7, 3)).normal_form().expect("it has variables");
            assert_eq!(other.form, normal.form);
        }
    }
}
