//! Integers of any size, cheap while they fit a machine word.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, BitAnd, BitOr, BitXor, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use dashu_base::{BitTest, DivRemEuclid, Gcd, Signed};
use dashu_int::{IBig, UBig};

/// An integer.
///
/// Invariant: a value that fits an `i64` is held as one, so equal numbers look equal and most
/// operations never allocate.
#[derive(Clone)]
pub struct Int(Repr);

#[derive(Clone)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}
use Repr::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Small(-1));

    fn from_big(big: IBig) -> Self {
        match i64::try_from(&big) {
            Ok(small) => Self(Small(small)),
            Err(_) => Self(Big(Box::new(big))),
        }
    }

    fn to_big(&self) -> IBig {
        match &self.0 {
            Small(n) => IBig::from(*n),
            Big(n) => (**n).clone(),
        }
    }

    /// The value as a machine word, when it fits.
    #[must_use]
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// The value as an index, when it is one.
    #[must_use]
    #[inline]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|n| usize::try_from(n).ok())
    }

    /// The value as a code point or small count, when it fits.
    #[must_use]
    #[inline]
    pub fn to_u32(&self) -> Option<u32> {
        self.to_i64().and_then(|n| u32::try_from(n).ok())
    }

    /// Is it zero?
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Is it one?
    #[must_use]
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Is it below zero?
    #[must_use]
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(n) => *n < 0,
            Big(n) => n.is_negative(),
        }
    }

    /// Is it above zero?
    #[must_use]
    #[inline]
    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    /// -1, 0 or 1.
    #[must_use]
    #[inline]
    pub fn signum(&self) -> i32 {
        i32::from(self.is_positive()) - i32::from(self.is_negative())
    }

    /// The distance from zero.
    #[must_use]
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Quotient and remainder of SMT-LIB's `div` and `mod`: the remainder is never negative.
    /// `None` when `divisor` is zero.
    #[must_use]
    pub fn div_rem_euclid(&self, divisor: &Int) -> Option<(Int, Int)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let (Some(q), Some(r)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return Some((q.into(), r.into()));
        }
        let (quotient, remainder): (IBig, UBig) = self.to_big().div_rem_euclid(divisor.to_big());
        Some((Self::from_big(quotient), Self::from_big(remainder.into())))
    }

    /// The largest integer not above `self / divisor`.
    ///
    /// # Panics
    /// When `divisor` is zero.
    #[must_use]
    pub fn div_floor(&self, divisor: &Int) -> Int {
        let (quotient, remainder) = self.div_rem_euclid(divisor).expect("the divisor is not zero");
        if divisor.is_negative() && !remainder.is_zero() { quotient - Int::ONE } else { quotient }
    }

    /// The smallest integer not below `self / divisor`.
    ///
    /// # Panics
    /// When `divisor` is zero.
    #[must_use]
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        -&(-self).div_floor(divisor)
    }

    /// Does `self` divide `other` without remainder? Zero divides only zero.
    #[must_use]
    pub fn divides(&self, other: &Int) -> bool {
        match other.div_rem_euclid(self) {
            Some((_, remainder)) => remainder.is_zero(),
            None => other.is_zero(),
        }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0)` is 0.
    #[must_use]
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            return Self::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs()));
        }
        match (self.is_zero(), other.is_zero()) {
            (true, _) => other.abs(),
            (_, true) => self.abs(),
            _ => Self::from_big(IBig::from(self.to_big().gcd(other.to_big()))),
        }
    }

    /// The least common multiple, never negative.
    #[must_use]
    pub fn lcm(&self, other: &Int) -> Int {
        let gcd = self.gcd(other);
        if gcd.is_zero() { Int::ZERO } else { (self.div_floor(&gcd) * other).abs() }
    }

    /// `self` to the power of `exponent`.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Int {
        match &self.0 {
            Small(n) => match n.checked_pow(exponent) {
                Some(power) => power.into(),
                None => Self::from_big(IBig::from(*n).pow(exponent as usize)),
            },
            Big(n) => Self::from_big(n.pow(exponent as usize)),
        }
    }

    /// How many decimal digits the number has, without a sign. Much faster than writing them.
    #[must_use]
    pub fn decimal_len(&self) -> usize {
        // A number of b bits lies between two to the power of b - 1 and of b.
        let digits = |bits: usize| (bits as f64 * std::f64::consts::LOG10_2).floor() as usize + 1;
        let bits = self.bit_len();
        if bits < 1 << 10 {
            return self.abs().to_string().len();
        }
        let (low, high) = (digits(bits - 1), digits(bits));
        let fits =
            |digits: usize| u32::try_from(digits).is_ok_and(|digits| self.abs() < Int::from(10).pow(digits));
        if low == high || fits(low) { low } else { high }
    }

    /// How many binary digits the distance from zero has.
    #[must_use]
    pub fn bit_len(&self) -> usize {
        match &self.0 {
            Small(n) => (u64::BITS - n.unsigned_abs().leading_zeros()) as usize,
            Big(n) => n.bit_len(),
        }
    }

    /// Two to this power.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Int {
        match 1_i64.checked_shl(exponent) {
            Some(power) if power > 0 => Int::from(power),
            _ => Self::from_big(IBig::ONE << exponent as usize),
        }
    }

    /// Times two to this power.
    #[must_use]
    pub fn shift_left(&self, exponent: usize) -> Int {
        Self::from_big(self.to_big() << exponent)
    }

    /// The largest number of which two to this power times it is not larger.
    #[must_use]
    pub fn shift_right(&self, exponent: usize) -> Int {
        match &self.0 {
            Small(n) => Int::from(n >> exponent.min(63)),
            Big(n) => Self::from_big((**n).clone() >> exponent),
        }
    }

    /// Is this binary digit one, in two's complement? Digit 0 is the last.
    #[must_use]
    pub fn bit(&self, position: usize) -> bool {
        match &self.0 {
            Small(n) => n >> position.min(63) & 1 == 1,
            Big(n) => n.bit(position),
        }
    }

    /// The number that digits of base 2, 10 or 16 denote; `None` if they denote none.
    #[must_use]
    pub fn from_radix(digits: &str, radix: u32) -> Option<Int> {
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return None;
        }
        IBig::from_str_radix(digits, radix).ok().map(Self::from_big)
    }

    /// The digits of a number in base 2 to 36, in lower case.
    #[must_use]
    pub fn to_radix(&self, radix: u8) -> String {
        self.to_big().in_radix(radix).to_string()
    }

    /// The number that decimal digits denote; `None` if `digits` is empty or holds anything but
    /// `0` to `9`.
    #[must_use]
    pub fn from_digits(digits: &[u8]) -> Option<Int> {
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        if digits.len() <= 18 {
            return Some(Int::from(digits.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0'))));
        }
        let text = std::str::from_utf8(digits).ok()?;
        IBig::from_str(text).ok().map(Self::from_big)
    }
}

fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

macro_rules! from_machine {
    ($($type:ty),*) => {$(
        impl From<$type> for Int {
            #[inline]
            fn from(n: $type) -> Self {
                match i64::try_from(n) {
                    Ok(small) => Self(Small(small)),
                    Err(_) => Self(Big(Box::new(IBig::from(n)))),
                }
            }
        }
    )*};
}
from_machine!(i32, u32, i64, u64, usize, i128, u128);

macro_rules! binary {
    ($trait:ident, $method:ident, $checked:ident, $op:tt, $assign_trait:ident, $assign:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Int(Small(result));
                }
                Int::from_big(self.to_big() $op other.to_big())
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                &self $op &other
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                &self $op other
            }
        }
        impl $assign_trait<&Int> for Int {
            #[inline]
            fn $assign(&mut self, other: &Int) {
                *self = &*self $op other;
            }
        }
    };
}
binary!(Add, add, checked_add, +, AddAssign, add_assign);
binary!(Sub, sub, checked_sub, -, SubAssign, sub_assign);
binary!(Mul, mul, checked_mul, *, MulAssign, mul_assign);

macro_rules! bitwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            /// On the binary digits of two's complement, which go on without end.
            #[inline]
            fn $method(self, other: &Int) -> Int {
                match (&self.0, &other.0) {
                    (Small(a), Small(b)) => Int(Small(a $op b)),
                    _ => Int::from_big(self.to_big() $op other.to_big()),
                }
            }
        }
    };
}
bitwise!(BitAnd, bitand, &);
bitwise!(BitOr, bitor, |);
bitwise!(BitXor, bitxor, ^);

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        match &self.0 {
            Small(n) => n.checked_neg().map_or_else(|| Int::from(-i128::from(*n)), Int::from),
            Big(n) => Int::from_big(-(**n).clone()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

impl Sum for Int {
    fn sum<I: Iterator<Item = Int>>(items: I) -> Int {
        items.fold(Int::ZERO, |sum, item| sum + item)
    }
}

impl PartialEq for Int {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a == b,
            (Big(a), Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Int {}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Big(a), Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Int {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(n) => n.hash(state),
            Big(n) => n.hash(state),
        }
    }
}

impl Default for Int {
    fn default() -> Self {
        Self::ZERO
    }
}

impl FromStr for Int {
    type Err = ();

    /// Reads an optional minus sign and decimal digits, nothing else.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix('-') {
            Some(digits) => Self::from_digits(digits.as_bytes()).map(|n| -n).ok_or(()),
            None => Self::from_digits(text.as_bytes()).ok_or(()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => fmt::Display::fmt(n, f),
            Big(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Numbers around every border where the representation changes.
    fn interesting(random: &mut Random) -> i128 {
        let base = match random.below(5) {
            0 => 0,
            1 => i128::from(i64::MAX),
            2 => i128::from(i64::MIN),
            3 => i128::from(random.next_u64().cast_signed()),
            _ => i128::from(random.between(-20, 20)),
        };
        base + i128::from(random.between(-3, 3))
    }

    fn check(got: &Int, want: i128, what: &str) {
        assert_eq!(got.to_string(), want.to_string(), "{what}");
        assert_eq!(got, &Int::from(want), "{what}: the representation is canonical");
    }

    #[test]
    fn arithmetic_agrees_with_wide_machine_words() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let (a, b) = (interesting(&mut random), interesting(&mut random));
            let (x, y) = (Int::from(a), Int::from(b));
            check(&(&x + &y), a + b, "+");
            check(&(&x - &y), a - b, "-");
            check(&-&x, -a, "neg");
            check(&x.abs(), a.abs(), "abs");
            if let Some(product) = a.checked_mul(b) {
                check(&(&x * &y), product, "*");
            }
            assert_eq!(x.cmp(&y), a.cmp(&b));
            assert_eq!(x == y, a == b);
            assert_eq!(i128::from(x.signum()), a.signum());
            assert_eq!(x.to_string().parse::<Int>(), Ok(x.clone()));
            if b != 0 {
                let (q, r) = x.div_rem_euclid(&y).expect("not zero");
                check(&q, a.div_euclid(b), "div");
                check(&r, a.rem_euclid(b), "mod");
                let floor = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                check(&x.div_floor(&y), floor, "floor");
                check(&x.div_ceil(&y), floor + i128::from(a.rem_euclid(b) != 0), "ceil");
                assert_eq!(y.divides(&x), a % b == 0);
            }
        }
    }

    #[test]
    fn gcd_and_lcm() {
        let mut random = Random::new(4);
        for _ in 0..2000 {
            let (a, b) = (interesting(&mut random), interesting(&mut random));
            let (mut m, mut n) = (a.unsigned_abs(), b.unsigned_abs());
            while n != 0 {
                (m, n) = (n, m % n);
            }
            assert_eq!(Int::from(a).gcd(&Int::from(b)), Int::from(m));
        }
        assert_eq!(Int::from(-4).lcm(&Int::from(6)), Int::from(12));
        assert_eq!(Int::from(0).lcm(&Int::from(6)), Int::ZERO);
    }

    #[test]
    fn division_by_zero_is_none() {
        assert_eq!(Int::ONE.div_rem_euclid(&Int::ZERO), None);
        assert!(Int::ZERO.divides(&Int::ZERO));
        assert!(!Int::ZERO.divides(&Int::ONE));
    }

    #[test]
    fn three_hundred_digits() {
        let digits = "7".repeat(300);
        let n: Int = digits.parse().expect("digits");
        assert_eq!(n.to_string(), digits);
        let square = &n * &n;
        assert_eq!(square.div_rem_euclid(&n), Some((n.clone(), Int::ZERO)));
        assert_eq!(&(&square - &square), &Int::ZERO);
        assert_eq!(Int::from(10).pow(299).to_string().len(), 300);
        assert!(n.to_i64().is_none() && (-&n).is_negative() && (-&n) < Int::from(i64::MIN));
    }

    #[test]
    fn text_that_is_not_a_number_is_refused() {
        for text in ["", "-", "+1", "1 ", "0x1", "1_000", "--1", "１"] {
            assert!(text.parse::<Int>().is_err(), "{text:?}");
        }
        assert_eq!("-007".parse(), Ok(Int::from(-7)));
    }

    #[test]
    fn digits_are_counted_without_writing_them() {
        for exponent in [0, 1, 17, 18, 19, 307, 308, 309, 310, 1000, 2345] {
            let power = Int::from(10).pow(exponent);
            for number in [
                &power - &Int::ONE,
                power.clone(),
                &power + &Int::ONE,
                -power.clone(),
                &power * &Int::from(7),
            ] {
                assert_eq!(number.decimal_len(), number.abs().to_string().len(), "{number}");
            }
        }
        for bits in 1020..1100 {
            let number = Int::from(2).pow(bits);
            assert_eq!(number.decimal_len(), number.to_string().len(), "{bits}");
        }
    }
}
