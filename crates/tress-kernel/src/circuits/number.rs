//! Whole numbers as bits: what they are, how they are chosen and compared.

use tress_base::Int;
use tress_sat::Lit;

use super::gates::Gates;
use super::logic::Logic;

/// A whole number in two's complement.
///
/// Invariant: in every model its value lies between `low` and `high`, and it has just the bits that
/// those need; the last one is the sign.
#[derive(Clone, Debug)]
pub struct Number {
    pub(super) bits: Vec<Lit>,
    /// The smallest value.
    pub low: Int,
    /// The largest value.
    pub high: Int,
}

impl Number {
    /// A number that is known.
    pub fn constant(value: impl Into<Int>) -> Self {
        let value = value.into();
        let bits = (0..width(&value, &value)).map(|place| Gates::constant(value.bit(place))).collect();
        Self { bits, low: value.clone(), high: value }
    }

    /// A number that is one or zero.
    pub fn of(truth: Lit) -> Self {
        Self { bits: vec![truth, Gates::FALSE], low: Int::ZERO, high: Int::ONE }
    }

    /// The number with these bits, the least first, and no sign.
    pub fn unsigned(bits: &[Lit]) -> Self {
        let high = bits.iter().fold(Int::ONE, |power, _| &power + &power) - Int::ONE;
        Self::fitted(bits.iter().copied().chain([Gates::FALSE]).collect(), Int::ZERO, high)
    }

    /// Cuts or extends bits to what the bounds need. Contract: the value lies between them.
    pub(super) fn fitted(mut bits: Vec<Lit>, low: Int, high: Int) -> Self {
        let sign = bits.last().copied().unwrap_or(Gates::FALSE);
        bits.resize(width(&low, &high), sign);
        // The bounds know the sign better than the gates.
        let last = bits.len() - 1;
        if !low.is_negative() {
            bits[last] = Gates::FALSE;
        } else if high.is_negative() {
            bits[last] = Gates::TRUE;
        }
        Self { bits, low, high }
    }

    /// The same number with bounds that are known from elsewhere. Contract: they hold.
    pub fn within(&self, low: Int, high: Int) -> Self {
        let (low, high) = (low.max(self.low.clone()), high.min(self.high.clone()));
        Self::fitted(self.bits.clone(), low, high)
    }

    /// The bit with this weight; beyond the last it is the sign.
    pub fn bit(&self, place: usize) -> Lit {
        self.bits[place.min(self.bits.len() - 1)]
    }

    /// How many bits it has, the sign included.
    pub fn width(&self) -> usize {
        self.bits.len()
    }

    /// The number, when there is only one it can be.
    pub(crate) fn known(&self) -> Option<&Int> {
        (self.low == self.high).then_some(&self.low)
    }
}

/// How many bits hold all numbers between the two.
pub(super) fn width(low: &Int, high: &Int) -> usize {
    let need = |value: &Int| {
        if value.is_negative() { (value + &Int::ONE).bit_len() + 1 } else { value.bit_len() + 1 }
    };
    need(low).max(need(high))
}

impl Gates<'_> {
    /// A free number between two bounds.
    pub fn number(&mut self, low: Int, high: Int) -> Number {
        let bits = (0..width(&low, &high)).map(|_| self.input(false)).collect();
        let number = Number::fitted(bits, low.clone(), high.clone());
        for (bound, above) in [(low, false), (high, true)] {
            let bound = Number::constant(bound);
            let beyond =
                if above { self.bits_less(&bound, &number) } else { self.bits_less(&number, &bound) };
            self.require(&[!beyond]);
        }
        number
    }

    /// One number or the other.
    pub fn choose(&mut self, condition: Lit, then: &Number, other: &Number) -> Number {
        if condition == Self::TRUE {
            return then.clone();
        }
        if condition == Self::FALSE {
            return other.clone();
        }
        let low = then.low.clone().min(other.low.clone());
        let high = then.high.clone().max(other.high.clone());
        let bits = (0..width(&low, &high))
            .map(|place| self.choice(condition, then.bit(place), other.bit(place)))
            .collect();
        Number::fitted(bits, low, high)
    }

    /// The first is less than the second.
    pub fn less(&mut self, a: &Number, b: &Number) -> Lit {
        if a.high < b.low {
            return Self::TRUE;
        }
        if a.low >= b.high {
            return Self::FALSE;
        }
        self.bits_less(a, b)
    }

    fn bits_less(&mut self, a: &Number, b: &Number) -> Lit {
        let width = a.width().max(b.width());
        let mut less = Self::FALSE;
        for place in 0..width {
            let (mut x, mut y) = (a.bit(place), b.bit(place));
            if place + 1 == width {
                // The number with the sign is the smaller one.
                (x, y) = (y, x);
            }
            let differ = self.xor(x, y);
            less = self.choice(differ, y, less);
        }
        less
    }

    /// The first is at most the second.
    pub fn at_most(&mut self, a: &Number, b: &Number) -> Lit {
        !self.less(b, a)
    }

    /// The two are equal.
    pub fn equal(&mut self, a: &Number, b: &Number) -> Lit {
        if a.high < b.low || b.high < a.low {
            return Self::FALSE;
        }
        let same: Vec<Lit> =
            (0..a.width().max(b.width())).map(|at| self.same(a.bit(at), b.bit(at))).collect();
        self.and_all(&same)
    }

    /// The number in the model that was found.
    pub fn number_value(&self, number: &Number) -> Int {
        let mut value = Int::ZERO;
        for (place, bit) in number.bits.iter().enumerate().rev() {
            value = &value + &value;
            if self.value(*bit) {
                let sign = place + 1 == number.width();
                value = if sign { value - Int::ONE } else { value + Int::ONE };
            }
        }
        value
    }
}
