//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Int;

/// A fraction in lowest terms.
///
/// Invariant: the denominator is positive and shares no factor with the numerator, so equal
/// fractions look equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Int,
    denominator: Int,
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational { numerator: Int::ZERO, denominator: Int::ONE };
    /// One.
    pub const ONE: Rational = Rational { numerator: Int::ONE, denominator: Int::ONE };

    /// `numerator / denominator`, or `None` when the denominator is zero.
    #[must_use]
    pub fn new(numerator: Int, denominator: Int) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        let gcd = numerator.gcd(&denominator);
        let gcd = if denominator.is_negative() { -gcd } else { gcd };
        if gcd.is_one() {
            return Some(Self { numerator, denominator });
        }
        Some(Self { numerator: numerator.div_floor(&gcd), denominator: denominator.div_floor(&gcd) })
    }

    /// The fraction a decimal such as `12.50` denotes.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.')?;
        if whole.is_empty() || part.is_empty() {
            return None;
        }
        let digits = Int::from_digits([whole, part].concat().as_bytes())?;
        Self::new(digits, Int::from(10).pow(u32::try_from(part.len()).ok()?))
    }

    /// The upper part of the fraction; it carries the sign.
    #[must_use]
    #[inline]
    pub fn numerator(&self) -> &Int {
        &self.numerator
    }

    /// The lower part of the fraction, always positive.
    #[must_use]
    #[inline]
    pub fn denominator(&self) -> &Int {
        &self.denominator
    }

    /// Is it a whole number?
    #[must_use]
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    /// Is it zero?
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Is it one?
    #[must_use]
    #[inline]
    pub fn is_one(&self) -> bool {
        self.numerator.is_one() && self.denominator.is_one()
    }

    /// Is it below zero?
    #[must_use]
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// Is it above zero?
    #[must_use]
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.numerator.is_positive()
    }

    /// The distance from zero.
    #[must_use]
    pub fn abs(&self) -> Rational {
        Self { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// The largest integer not above it.
    #[must_use]
    pub fn floor(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_floor(&self.denominator) }
    }

    /// The smallest integer not below it.
    #[must_use]
    pub fn ceil(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_ceil(&self.denominator) }
    }

    /// One divided by it; `None` for zero.
    #[must_use]
    pub fn recip(&self) -> Option<Rational> {
        match self.numerator.signum() {
            0 => None,
            1 => Some(Self { numerator: self.denominator.clone(), denominator: self.numerator.clone() }),
            _ => Some(Self { numerator: -&self.denominator, denominator: -&self.numerator }),
        }
    }

    /// Division; `None` when `other` is zero.
    #[must_use]
    pub fn checked_div(&self, other: &Rational) -> Option<Rational> {
        other.recip().map(|inverse| self * &inverse)
    }
}

impl From<Int> for Rational {
    #[inline]
    fn from(n: Int) -> Self {
        Self { numerator: n, denominator: Int::ONE }
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(n: i64) -> Self {
        Self::from(Int::from(n))
    }
}

/// `a/b ± c/d`, given the two whole-number operations.
fn add_sub(a: &Rational, b: &Rational, op: impl Fn(&Int, &Int) -> Int) -> Rational {
    if a.denominator == b.denominator {
        let numerator = op(&a.numerator, &b.numerator);
        if a.is_integer() {
            return numerator.into();
        }
        return Rational::new(numerator, a.denominator.clone()).expect("denominators are positive");
    }
    let left = &a.numerator * &b.denominator;
    let right = &b.numerator * &a.denominator;
    Rational::new(op(&left, &right), &a.denominator * &b.denominator).expect("denominators are positive")
}

impl Add<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn add(self, other: &Rational) -> Rational {
        add_sub(self, other, |a, b| a + b)
    }
}

impl Sub<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn sub(self, other: &Rational) -> Rational {
        add_sub(self, other, |a, b| a - b)
    }
}

impl Mul<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn mul(self, other: &Rational) -> Rational {
        let numerator = &self.numerator * &other.numerator;
        if self.is_integer() && other.is_integer() {
            return numerator.into();
        }
        Rational::new(numerator, &self.denominator * &other.denominator).expect("denominators are positive")
    }
}

impl Div<&Rational> for &Rational {
    type Output = Rational;

    /// # Panics
    /// When `other` is zero; use [`Rational::checked_div`] where it can be.
    fn div(self, other: &Rational) -> Rational {
        self.checked_div(other).expect("the divisor is not zero")
    }
}

macro_rules! owned {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait<Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: Rational) -> Rational {
                &self $op &other
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational {
                &self $op other
            }
        }
    };
}
owned!(Add, add, +);
owned!(Sub, sub, -);
owned!(Mul, mul, *);
owned!(Div, div, /);

macro_rules! assign {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait<&Rational> for Rational {
            #[inline]
            fn $method(&mut self, other: &Rational) {
                *self = &*self $op other;
            }
        }
    };
}
assign!(AddAssign, add_assign, +);
assign!(SubAssign, sub_assign, -);
assign!(MulAssign, mul_assign, *);

impl Neg for &Rational {
    type Output = Rational;
    #[inline]
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Neg for Rational {
    type Output = Rational;
    #[inline]
    fn neg(self) -> Rational {
        -&self
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn fraction(n: i64, d: i64) -> Rational {
        Rational::new(n.into(), d.into()).expect("not zero")
    }

    #[test]
    fn arithmetic_agrees_with_cross_multiplication() {
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            let [a, c] = [(); 2].map(|()| random.between(-40, 40));
            let [b, d] = [(); 2].map(|()| random.between(1, 40));
            let (x, y) = (fraction(a, b), fraction(c, d));
            assert_eq!(&x + &y, fraction(a * d + c * b, b * d));
            assert_eq!(&x - &y, fraction(a * d - c * b, b * d));
            assert_eq!(&x * &y, fraction(a * c, b * d));
            assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            assert_eq!(x.checked_div(&y), (c != 0).then(|| fraction(a * d, b * c)));
            assert_eq!(x.floor(), Int::from(a.div_euclid(b)));
            assert_eq!(x.ceil(), Int::from(-(-a).div_euclid(b)));
        }
    }

    #[test]
    fn lowest_terms_and_a_positive_denominator() {
        assert_eq!(fraction(2, -4).to_string(), "-1/2");
        assert_eq!(fraction(0, -4), Rational::ZERO);
        assert_eq!(Rational::new(Int::ONE, Int::ZERO), None);
    }

    #[test]
    fn decimals() {
        assert_eq!(Rational::from_decimal("12.50"), Some(fraction(25, 2)));
        assert_eq!(Rational::from_decimal("0.0"), Some(Rational::ZERO));
        for text in ["1", ".5", "1.", "1.2.3", "-1.0", "1.x"] {
            assert_eq!(Rational::from_decimal(text), None, "{text}");
        }
    }
}
