//! Numbers with an infinitely small part, so that strict bounds become ordinary ones.
//!
//! `x < 3` is `x <= 3 - δ` for a positive δ smaller than anything that occurs (Dutertre and de
//! Moura, 2006). A concrete δ is chosen only when a model is read.

use tress_base::{Int, Rational};

/// `main + delta·δ`, ordered as if δ were a positive infinitesimal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value {
    /// The ordinary part. It stands first: the derived order compares it first.
    pub main: Rational,
    /// How many δ are added.
    pub delta: Rational,
}

impl From<Rational> for Value {
    fn from(main: Rational) -> Self {
        Self { main, delta: Rational::ZERO }
    }
}

impl From<Int> for Value {
    fn from(main: Int) -> Self {
        Rational::from(main).into()
    }
}

impl From<i64> for Value {
    fn from(main: i64) -> Self {
        Int::from(main).into()
    }
}

impl Value {
    /// Zero.
    pub const ZERO: Value = Value { main: Rational::ZERO, delta: Rational::ZERO };

    /// The number just above (`up`) or just below `main`.
    #[must_use]
    pub fn next_to(main: Rational, up: bool) -> Self {
        Self { main, delta: if up { Rational::ONE } else { -Rational::ONE } }
    }

    /// Is it an ordinary whole number?
    #[must_use]
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.main.is_integer() && self.delta.is_zero()
    }

    /// The largest whole number not above it.
    #[must_use]
    pub fn floor(&self) -> Int {
        let floor = self.main.floor();
        if self.main.is_integer() && self.delta.is_negative() { floor - Int::ONE } else { floor }
    }

    /// The smallest whole number not below it.
    #[must_use]
    pub fn ceil(&self) -> Int {
        let ceil = self.main.ceil();
        if self.main.is_integer() && self.delta.is_positive() { ceil + Int::ONE } else { ceil }
    }

    /// `self - other`.
    #[must_use]
    pub fn minus(&self, other: &Value) -> Value {
        Value { main: &self.main - &other.main, delta: difference(&self.delta, &other.delta) }
    }

    /// `self * numerator / denominator`; the denominator must not be zero.
    #[must_use]
    pub(crate) fn scaled(&self, numerator: &Int, denominator: &Int) -> Value {
        let delta = if self.delta.is_zero() {
            Rational::ZERO
        } else {
            scaled_rational(&self.delta, numerator, denominator)
        };
        Value { main: scaled_rational(&self.main, numerator, denominator), delta }
    }

    /// Adds `other`.
    #[inline]
    pub(crate) fn add(&mut self, other: &Value) {
        self.main += &other.main;
        if !other.delta.is_zero() {
            self.delta += &other.delta;
        }
    }

    /// Takes `other` away.
    #[inline]
    pub(crate) fn subtract(&mut self, other: &Value) {
        self.main -= &other.main;
        if !other.delta.is_zero() {
            self.delta -= &other.delta;
        }
    }
}

fn difference(a: &Rational, b: &Rational) -> Rational {
    if b.is_zero() { a.clone() } else { a - b }
}

/// `number * numerator / denominator`, without a gcd where all are whole and the division is
/// by one or minus one, as in most rows.
fn scaled_rational(number: &Rational, numerator: &Int, denominator: &Int) -> Rational {
    if number.is_integer() {
        let product = number.numerator() * numerator;
        if denominator.is_one() {
            return product.into();
        }
        if *denominator == Int::MINUS_ONE {
            return (-product).into();
        }
        return Rational::new(product, denominator.clone()).expect("row coefficients are not zero");
    }
    let top = number.numerator() * numerator;
    let bottom = number.denominator() * denominator;
    Rational::new(top, bottom).expect("row coefficients are not zero")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_knows_the_infinitesimal() {
        let three = Rational::from(3);
        assert_eq!(Value::next_to(three.clone(), false).floor(), Int::from(2));
        assert_eq!(Value::next_to(three.clone(), false).ceil(), Int::from(3));
        assert_eq!(Value::next_to(three.clone(), true).ceil(), Int::from(4));
        assert_eq!(Value::from(three).floor(), Int::from(3));
        let half = Rational::new(7.into(), 2.into()).expect("not zero");
        assert_eq!(Value::next_to(half.clone(), true).ceil(), Int::from(4));
        assert_eq!(Value::next_to(half, false).floor(), Int::from(3));
    }

    #[test]
    fn order_looks_at_the_main_part_first() {
        let below = Value::next_to(Rational::from(3), false);
        assert!(below < Value::from(3) && Value::from(2) < below);
        assert!(Value::next_to(Rational::from(3), true) > Value::from(3));
    }

    #[test]
    fn scaling() {
        let value = Value::next_to(Rational::from(3), true);
        let scaled = value.scaled(&Int::from(4), &Int::from(-6));
        assert_eq!(scaled.main, Rational::from(-2));
        assert_eq!(scaled.delta, Rational::new((-2).into(), 3.into()).expect("not zero"));
    }
}
