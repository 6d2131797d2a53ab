//! Whole numbers and fractions of any size, up to a limit of digits.
//!
//! Enters: digits, machine numbers. Leaves: exact results. Products beyond the limit are refused, sums of
//! such numbers cannot grow much, so memory is bounded.

use std::cmp::Ordering;
use std::fmt;

use crate::budget::{Checked, too_large};

/// The most limbs of 32 bits in a product: about 20,000 decimal digits.
const LIMBS: usize = 2048;

/// The most decimal digits that are read.
pub(crate) const DIGITS: usize = 10_000;

/// A whole number.
///
/// Invariant: the last limb is not zero, and zero is not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Int {
    negative: bool,
    limbs: Vec<u32>,
}

fn trim(limbs: &mut Vec<u32>) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut sum = Vec::with_capacity(long.len() + 1);
    let mut carry = 0_u64;
    for (index, limb) in long.iter().enumerate() {
        carry += u64::from(*limb) + u64::from(short.get(index).copied().unwrap_or(0));
        sum.push(carry as u32);
        carry >>= 32;
    }
    sum.push(carry as u32);
    trim(&mut sum);
    sum
}

/// `a - b`, where `a` is not less than `b`.
fn subtract(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut difference = Vec::with_capacity(a.len());
    let mut borrow = 0_i64;
    for (index, limb) in a.iter().enumerate() {
        borrow += i64::from(*limb) - i64::from(b.get(index).copied().unwrap_or(0));
        difference.push(borrow as u32);
        borrow >>= 32;
    }
    trim(&mut difference);
    difference
}

fn multiply(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut product = vec![0_u32; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0_u64;
        for (slot, y) in product[i..].iter_mut().zip(b.iter().chain(std::iter::once(&0))) {
            carry += u64::from(*slot) + u64::from(*x) * u64::from(*y);
            *slot = carry as u32;
            carry >>= 32;
        }
    }
    trim(&mut product);
    product
}

/// Quotient and remainder by one limb that is not zero.
fn divide_small(a: &[u32], b: u32) -> (Vec<u32>, u32) {
    let mut quotient = vec![0; a.len()];
    let mut rest = 0_u64;
    for (slot, limb) in quotient.iter_mut().zip(a).rev() {
        rest = (rest << 32) | u64::from(*limb);
        *slot = (rest / u64::from(b)) as u32;
        rest %= u64::from(b);
    }
    trim(&mut quotient);
    (quotient, rest as u32)
}

fn shifted_left(a: &[u32], bits: u32) -> Vec<u32> {
    let mut shifted = Vec::with_capacity(a.len() + 1);
    let mut carry = 0_u64;
    for limb in a {
        carry |= u64::from(*limb) << bits;
        shifted.push(carry as u32);
        carry >>= 32;
    }
    shifted.push(carry as u32);
    shifted
}

/// Quotient and remainder by a number that is not zero, digit by digit in base 2^32 (Knuth, algorithm D).
fn divide(a: &[u32], b: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if compare(a, b) == Ordering::Less {
        return (Vec::new(), a.to_vec());
    }
    let (Some(top), n) = (b.last(), b.len()) else { return (Vec::new(), Vec::new()) };
    if n == 1 {
        let (quotient, rest) = divide_small(a, *top);
        let mut rest = vec![rest];
        trim(&mut rest);
        return (quotient, rest);
    }
    let bits = top.leading_zeros();
    let (mut rest, mut divisor) = (shifted_left(a, bits), shifted_left(b, bits));
    divisor.truncate(n);
    let mut quotient = vec![0; a.len() - n + 1];
    for j in (0..quotient.len()).rev() {
        quotient[j] = divide_step(&mut rest[j..=j + n], &divisor);
    }
    trim(&mut quotient);
    rest.truncate(n);
    let above = rest.iter().skip(1).chain(std::iter::once(&0));
    let pairs = rest.iter().zip(above).map(|(low, high)| (u64::from(*high) << 32) | u64::from(*low));
    let mut back: Vec<u32> = pairs.map(|pair| (pair >> bits) as u32).collect();
    trim(&mut back);
    (quotient, back)
}

/// One digit of a quotient: `window` has one limb more than `divisor`, whose top bit is set.
fn divide_step(window: &mut [u32], divisor: &[u32]) -> u32 {
    let n = divisor.len();
    let wide = (u64::from(window[n]) << 32) | u64::from(window[n - 1]);
    let top = u64::from(divisor[n - 1]);
    let (mut guess, mut rest) = (wide / top, wide % top);
    while rest <= u64::from(u32::MAX)
        && (guess > u64::from(u32::MAX)
            || guess * u64::from(divisor[n - 2]) > ((rest << 32) | u64::from(window[n - 2])))
    {
        guess -= 1;
        rest += top;
    }
    let (mut borrow, mut carry) = (0_i64, 0_u64);
    for (index, limb) in divisor.iter().enumerate() {
        carry += guess * u64::from(*limb);
        borrow += i64::from(window[index]) - i64::from(carry as u32);
        window[index] = borrow as u32;
        borrow >>= 32;
        carry >>= 32;
    }
    borrow += i64::from(window[n]) - carry as i64;
    window[n] = borrow as u32;
    if borrow < 0 {
        guess -= 1;
        let mut carry = 0_u64;
        for (index, limb) in divisor.iter().enumerate() {
            carry += u64::from(window[index]) + u64::from(*limb);
            window[index] = carry as u32;
            carry >>= 32;
        }
        window[n] = window[n].wrapping_add(carry as u32);
    }
    guess as u32
}

impl Int {
    fn new(negative: bool, limbs: Vec<u32>) -> Self {
        Self { negative: negative && !limbs.is_empty(), limbs }
    }

    /// The number of decimal digits.
    pub(crate) fn from_digits(digits: &str) -> Checked<Option<Self>> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        let digits = digits.trim_start_matches('0');
        if digits.len() > DIGITS {
            return too_large();
        }
        let mut limbs: Vec<u32> = Vec::new();
        for part in digits.as_bytes().chunks(9) {
            let mut carry = part.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
            let base = 10_u64.pow(part.len() as u32);
            for limb in &mut limbs {
                carry += u64::from(*limb) * base;
                *limb = carry as u32;
                carry >>= 32;
            }
            limbs.push(carry as u32);
        }
        trim(&mut limbs);
        Ok(Some(Self::new(false, limbs)))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    pub(crate) fn is_positive(&self) -> bool {
        !self.negative && !self.limbs.is_empty()
    }

    pub(crate) fn is_one(&self) -> bool {
        !self.negative && self.limbs == [1]
    }

    /// The number as a position, if it is one of this machine.
    pub(crate) fn to_usize(&self) -> Option<usize> {
        match self.limbs.as_slice() {
            [] => Some(0),
            [low] if !self.negative => Some(*low as usize),
            [low, high] if !self.negative => usize::try_from((u64::from(*high) << 32) | u64::from(*low)).ok(),
            _ => None,
        }
    }

    pub(crate) fn negated(&self) -> Self {
        Self::new(!self.negative, self.limbs.clone())
    }

    pub(crate) fn abs(&self) -> Self {
        Self::new(false, self.limbs.clone())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        if self.negative == other.negative {
            return Self::new(self.negative, add(&self.limbs, &other.limbs));
        }
        match compare(&self.limbs, &other.limbs) {
            Ordering::Less => Self::new(other.negative, subtract(&other.limbs, &self.limbs)),
            _ => Self::new(self.negative, subtract(&self.limbs, &other.limbs)),
        }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Self) -> Checked<Self> {
        if self.limbs.len() + other.limbs.len() > LIMBS {
            return too_large();
        }
        Ok(Self::new(self.negative != other.negative, multiply(&self.limbs, &other.limbs)))
    }

    /// Quotient and remainder of Euclid: the remainder is not negative and less than the divisor's size.
    /// `None` by zero.
    pub(crate) fn div_mod(&self, other: &Self) -> Option<(Self, Self)> {
        if other.is_zero() {
            return None;
        }
        let (quotient, rest) = divide(&self.limbs, &other.limbs);
        let (quotient, rest) = (Self::new(false, quotient), Self::new(false, rest));
        let up = self.negative && !rest.is_zero();
        let quotient = if up { quotient.plus(&Self::from(1)) } else { quotient };
        let rest = if up { other.abs().minus(&rest) } else { rest };
        Some((if self.negative == other.negative { quotient } else { quotient.negated() }, rest))
    }

    /// The largest common divisor, not negative.
    pub(crate) fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.limbs.clone(), other.limbs.clone());
        while !b.is_empty() {
            let (_, rest) = divide(&a, &b);
            a = b;
            b = rest;
        }
        Self::new(false, a)
    }
}

impl From<i32> for Int {
    fn from(value: i32) -> Self {
        Self { negative: value < 0, ..Self::from(value.unsigned_abs() as usize) }
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Self {
        let mut limbs = vec![value as u32, (value as u64 >> 32) as u32];
        trim(&mut limbs);
        Self::new(false, limbs)
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => compare(&self.limbs, &other.limbs),
            (true, true) => compare(&other.limbs, &self.limbs),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut parts, mut rest) = (Vec::new(), self.limbs.clone());
        while !rest.is_empty() {
            let (quotient, part) = divide_small(&rest, 1_000_000_000);
            rest = quotient;
            parts.push(part);
        }
        let first = parts.pop().unwrap_or(0);
        write!(f, "{}{first}", if self.negative { "-" } else { "" })?;
        parts.iter().rev().try_for_each(|part| write!(f, "{part:09}"))
    }
}

/// A fraction.
///
/// Invariant: in lowest terms, with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rat {
    num: Int,
    den: Int,
}

impl Rat {
    pub(crate) fn zero() -> Self {
        Self::from(Int::default())
    }

    /// `num / den`, or `None` by zero.
    pub(crate) fn new(num: &Int, den: &Int) -> Option<Self> {
        let (size, negative) = (den.abs(), den.is_negative());
        let divisor = num.gcd(&size);
        let num = num.div_mod(&divisor)?.0;
        let den = size.div_mod(&divisor)?.0;
        (!den.is_zero()).then(|| Self { num: if negative { num.negated() } else { num }, den })
    }

    /// The number of decimal digits with a point, or of two numerals with a bar between.
    pub(crate) fn from_text(text: &str) -> Checked<Option<Self>> {
        let (negative, size) = text.strip_prefix('-').map_or((false, text), |size| (true, size));
        let read = if let Some((num, den)) = size.split_once('/') {
            Int::from_digits(num)?.zip(Int::from_digits(den)?)
        } else if let Some((whole, part)) = size.split_once('.') {
            let is_read = !whole.is_empty() && !part.is_empty();
            let den = Int::from_digits(&format!("1{}", "0".repeat(part.len().min(DIGITS))))?;
            Int::from_digits(&format!("{whole}{part}"))?.zip(den).filter(|_| is_read)
        } else {
            Int::from_digits(size)?.map(|num| (num, Int::from(1)))
        };
        let value = read.and_then(|(num, den)| Self::new(&num, &den));
        Ok(value.map(|value| if negative { value.negated() } else { value }))
    }

    pub(crate) fn num(&self) -> &Int {
        &self.num
    }

    pub(crate) fn den(&self) -> &Int {
        &self.den
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.den.is_one()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.num.is_negative()
    }

    pub(crate) fn negated(&self) -> Self {
        Self { num: self.num.negated(), den: self.den.clone() }
    }

    /// The largest whole number that is not above.
    pub(crate) fn floor(&self) -> Int {
        self.num.div_mod(&self.den).map(|(quotient, _)| quotient).unwrap_or_default()
    }

    /// The least whole number that is not below.
    pub(crate) fn ceil(&self) -> Int {
        self.negated().floor().negated()
    }

    pub(crate) fn plus(&self, other: &Self) -> Checked<Self> {
        if self.is_whole() && other.is_whole() {
            return Ok(Self::from(self.num.plus(&other.num)));
        }
        let num = self.num.times(&other.den)?.plus(&other.num.times(&self.den)?);
        Ok(Self::new(&num, &self.den.times(&other.den)?).unwrap_or_else(Self::zero))
    }

    pub(crate) fn times(&self, other: &Self) -> Checked<Self> {
        let num = self.num.times(&other.num)?;
        if self.is_whole() && other.is_whole() {
            return Ok(Self::from(num));
        }
        Ok(Self::new(&num, &self.den.times(&other.den)?).unwrap_or_else(Self::zero))
    }

    /// The quotient, or `None` by zero.
    pub(crate) fn over(&self, other: &Self) -> Checked<Option<Self>> {
        Ok(Self::new(&self.num.times(&other.den)?, &self.den.times(&other.num)?))
    }

    pub(crate) fn compare(&self, other: &Self) -> Checked<Ordering> {
        Ok(self.num.times(&other.den)?.cmp(&other.num.times(&self.den)?))
    }
}

impl From<Int> for Rat {
    fn from(num: Int) -> Self {
        Self { num, den: Int::from(1) }
    }
}

#[cfg(test)]
mod tests;
