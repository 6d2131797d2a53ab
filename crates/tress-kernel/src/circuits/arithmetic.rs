//! Sums, products and quotients. No result is cut: it is as wide as its bounds need.

use tress_base::Int;
use tress_sat::Lit;

use super::gates::Gates;
use super::logic::Logic;
use super::number::{Number, width};

impl Gates<'_> {
    /// The sum.
    pub fn add(&mut self, a: &Number, b: &Number) -> Number {
        let (low, high) = (&a.low + &b.low, &a.high + &b.high);
        let bits = self.ripple(a, b, Self::FALSE, width(&low, &high));
        Number::fitted(bits, low, high)
    }

    /// The difference.
    pub fn subtract(&mut self, a: &Number, b: &Number) -> Number {
        let (low, high) = (&a.low - &b.high, &a.high - &b.low);
        // In two's complement, -b is one more than b with all bits turned.
        let turned = Number { bits: b.bits.iter().map(|bit| !*bit).collect(), ..b.clone() };
        let bits = self.ripple(a, &turned, Self::TRUE, width(&low, &high));
        Number::fitted(bits, low, high)
    }

    /// The bits of `a + b + carry`, up to this width.
    fn ripple(&mut self, a: &Number, b: &Number, mut carry: Lit, width: usize) -> Vec<Lit> {
        let mut bits = Vec::with_capacity(width);
        for place in 0..width {
            let (x, y) = (a.bit(place), b.bit(place));
            let odd = self.xor(x, y);
            bits.push(self.xor(odd, carry));
            carry = self.choice(odd, carry, x);
        }
        bits
    }

    /// The product with a number that is known.
    pub fn scale(&mut self, a: &Number, factor: &Int) -> Number {
        if factor.is_zero() {
            return Number::constant(0);
        }
        let two = Int::from(2);
        let (mut rest, mut sum, mut power) = (factor.abs(), Number::constant(0), a.clone());
        while !rest.is_zero() {
            let (next, bit) = rest.div_rem_euclid(&two).expect("two is not zero");
            if bit.is_one() {
                sum = self.add(&sum, &power);
            }
            let bits = [Self::FALSE].into_iter().chain(power.bits.iter().copied()).collect();
            power = Number::fitted(bits, &power.low + &power.low, &power.high + &power.high);
            rest = next;
        }
        if factor.is_negative() { self.subtract(&Number::constant(0), &sum) } else { sum }
    }

    /// The product.
    pub fn multiply(&mut self, a: &Number, b: &Number) -> Number {
        if let Some(factor) = b.known() {
            return self.scale(a, factor);
        }
        if let Some(factor) = a.known() {
            return self.scale(b, factor);
        }
        let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        let low = corners.iter().min().expect("four of them").clone();
        let high = corners.iter().max().expect("four of them").clone();
        let width = width(&low, &high);
        // Modulo two to the power of the width, where the sign is a bit like any other.
        let mut sum = vec![Self::FALSE; width];
        for shift in 0..width {
            if self.is_stopped() {
                break;
            }
            let factor = b.bit(shift);
            let mut carry = Self::FALSE;
            for (place, bit) in sum[shift..].iter_mut().enumerate() {
                let part = self.and(factor, a.bit(place));
                let odd = self.xor(*bit, part);
                *bit = self.xor(odd, carry);
                carry = self.choice(odd, carry, part);
            }
        }
        Number::fitted(sum, low, high)
    }

    /// The Euclidean quotient and remainder by a number that is known and not zero.
    pub fn divide(&mut self, a: &Number, divisor: &Int) -> (Number, Number) {
        let size = divisor.abs();
        if size.is_one() {
            return (self.scale(a, divisor), Number::constant(0));
        }
        let quotient = self.number(a.low.div_floor(&size), a.high.div_floor(&size));
        let remainder = self.number(Int::ZERO, &size - &Int::ONE);
        let multiple = self.scale(&quotient, &size);
        let back = self.add(&multiple, &remainder);
        let fits = self.equal(&back, a);
        self.require(&[fits]);
        (self.scale(&quotient, &Int::from(divisor.signum())), remainder)
    }

    /// The Euclidean quotient and remainder by any number; by zero, both are zero.
    pub fn divide_by(&mut self, a: &Number, b: &Number) -> (Number, Number) {
        if let Some(divisor) = b.known().cloned() {
            let zero = || Number::constant(0);
            return if divisor.is_zero() { (zero(), zero()) } else { self.divide(a, &divisor) };
        }
        let most = a.high.abs().max(a.low.abs());
        let quotient = self.number(-&most, most);
        let size = self.absolute(b);
        let remainder = self.number(Int::ZERO, &size.high - &Int::ONE);
        let multiple = self.multiply(b, &quotient);
        let back = self.add(&multiple, &remainder);
        let none = Number::constant(0);
        let is_zero = self.equal(b, &none);
        for fits in [self.equal(&back, a), self.less(&remainder, &size)] {
            self.require(&[is_zero, fits]);
        }
        for fits in [self.equal(&quotient, &none), self.equal(&remainder, &none)] {
            self.require(&[!is_zero, fits]);
        }
        (quotient, remainder)
    }

    /// The distance from zero.
    pub fn absolute(&mut self, a: &Number) -> Number {
        let negated = self.subtract(&Number::constant(0), a);
        let negative = a.bit(a.width());
        let high = a.high.abs().max(a.low.abs());
        self.choose(negative, &negated, a).within(Int::ZERO, high)
    }
}
