//! Bit-vectors: rows of truth values, the least first, and what the standard computes of them.
//!
//! All results have the width of the arguments unless they say otherwise; what does not fit is cut off.

use tress_base::Int;
use tress_sat::Lit;

use super::logic::Logic;

/// How bits are joined place by place.
#[derive(Clone, Copy)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
}

/// Which bits come in where others are shifted away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    /// To higher positions; zeros come in.
    Left,
    /// To lower positions; zeros come in.
    Right,
    /// To lower positions; copies of the sign come in.
    Signed,
}

/// Operations on vectors, wherever gates can be built.
pub(crate) trait Vectors: Logic {
    /// The lowest bits of a number.
    fn vector(&self, width: usize, number: &Int) -> Vec<Lit> {
        (0..width).map(|place| self.truth(number.bit(place))).collect()
    }

    /// A vector that nothing is known of.
    fn vector_input(&mut self, width: usize) -> Vec<Lit> {
        (0..width).map(|_| self.fresh().positive()).collect()
    }

    /// Place by place.
    fn bitwise(&mut self, how: Bitwise, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let mut join = |(x, y): (&Lit, &Lit)| match how {
            Bitwise::And => self.and(*x, *y),
            Bitwise::Or => self.or(*x, *y),
            Bitwise::Xor => self.xor(*x, *y),
        };
        a.iter().zip(b).map(&mut join).collect()
    }

    /// The sum with a carry, and the carry that is cut off.
    fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Vec<Lit>, Lit) {
        let mut bits = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let odd = self.xor(*x, *y);
            bits.push(self.xor(odd, carry));
            carry = self.majority(*x, *y, carry);
        }
        (bits, carry)
    }

    /// The difference, and whether the first is at least the second, without sign.
    fn difference(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let yes = self.yes();
        self.sum(a, &turned(b), yes)
    }

    /// The negation in two's complement.
    fn negation(&mut self, a: &[Lit]) -> Vec<Lit> {
        let zero = vec![self.no(); a.len()];
        self.difference(&zero, a).0
    }

    /// The size of a number with sign.
    fn size(&mut self, a: &[Lit]) -> Vec<Lit> {
        let negated = self.negation(a);
        let sign = a[a.len() - 1];
        self.one_of(sign, &negated, a)
    }

    /// One vector or the other.
    fn one_of(&mut self, condition: Lit, then: &[Lit], other: &[Lit]) -> Vec<Lit> {
        then.iter().zip(other).map(|(x, y)| self.choice(condition, *x, *y)).collect()
    }

    /// The product.
    fn product(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let yes = self.yes();
        let is_known = |vector: &[Lit]| vector.iter().all(|bit| bit.var() == yes.var());
        if is_known(a) {
            return self.multiple(b, a);
        }
        if is_known(b) {
            return self.multiple(a, b);
        }
        // Rows of the factor with more known bits fall away.
        let known = |vector: &[Lit]| vector.iter().filter(|bit| bit.var() == yes.var()).count();
        let (a, b) = if known(a) > known(b) { (b, a) } else { (a, b) };
        let mut sum = vec![self.no(); a.len()];
        for (shift, factor) in b.iter().enumerate() {
            if self.is_stopped() {
                break;
            }
            let mut carry = self.no();
            for (place, bit) in sum[shift..].iter_mut().enumerate() {
                let part = self.and(*factor, a[place]);
                let odd = self.xor(*bit, part);
                let next = self.majority(*bit, part, carry);
                *bit = self.xor(odd, carry);
                carry = next;
            }
        }
        sum
    }

    /// The product with a vector of constants: few sums and differences, by its signed digits.
    fn multiple(&mut self, a: &[Lit], factor: &[Lit]) -> Vec<Lit> {
        let (yes, no) = (self.yes(), self.no());
        let width = a.len();
        let mut sum = vec![no; width];
        let mut place = 0;
        while place < width && !self.is_stopped() {
            if factor[place] != yes {
                place += 1;
                continue;
            }
            let run = factor[place..].iter().take_while(|bit| **bit == yes).count();
            // A run of ones is a power of two less another one.
            let shifted = moved(a, place, no);
            if run > 2 {
                sum = self.difference(&sum, &shifted).0;
                let shifted = moved(a, place + run, no);
                sum = self.sum(&sum, &shifted, no).0;
                place += run;
            } else {
                sum = self.sum(&sum, &shifted, no).0;
                place += 1;
            }
        }
        sum
    }

    /// Quotient and remainder without sign. By zero, the quotient is all ones and the remainder the dividend.
    fn quotient(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let no = self.no();
        let width = a.len();
        let divisor: Vec<Lit> = b.iter().copied().chain([no]).collect();
        let mut quotient = vec![no; width];
        let mut rest = vec![no; width];
        for place in (0..width).rev() {
            if self.is_stopped() {
                break;
            }
            let next: Vec<Lit> = [a[place]].into_iter().chain(rest.iter().copied()).collect();
            let (less, fits) = self.difference(&next, &divisor);
            quotient[place] = fits;
            rest = self.one_of(fits, &less[..width], &next[..width]);
        }
        (quotient, rest)
    }

    /// Are two vectors equal?
    fn equal_vectors(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same: Vec<Lit> = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let bit = self.same(*x, *y);
            if bit == self.no() {
                return bit;
            }
            same.push(bit);
        }
        self.and_all(&same)
    }

    /// The first is less than the second, with sign or without.
    fn less_vector(&mut self, a: &[Lit], b: &[Lit], signed: bool) -> Lit {
        let mut less = self.no();
        for (place, (x, y)) in a.iter().zip(b).enumerate() {
            let (x, y) = if signed && place + 1 == a.len() { (*y, *x) } else { (*x, *y) };
            let differ = self.xor(x, y);
            less = self.choice(differ, y, less);
        }
        less
    }

    /// Shifted by a number without sign.
    fn shifted(&mut self, how: Shift, a: &[Lit], by: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let fill = if how == Shift::Signed { a[width - 1] } else { self.no() };
        let mut bits = a.to_vec();
        let mut beyond = Vec::new();
        for (place, digit) in by.iter().enumerate() {
            let distance = 1_usize.checked_shl(u32::try_from(place).unwrap_or(u32::MAX));
            let Some(distance) = distance.filter(|distance| *distance < width && place < 63) else {
                beyond.push(*digit);
                continue;
            };
            let far: Vec<Lit> = match how {
                Shift::Left => moved(&bits, distance, fill),
                _ => (0..width).map(|at| bits.get(at + distance).copied().unwrap_or(fill)).collect(),
            };
            bits = self.one_of(*digit, &far, &bits);
        }
        let beyond = self.or_all(&beyond);
        let empty = vec![fill; width];
        self.one_of(beyond, &empty, &bits)
    }

    /// Does the product need more bits, with sign or without?
    fn product_overflows(&mut self, a: &[Lit], b: &[Lit], signed: bool) -> Lit {
        let width = a.len();
        let no = self.no();
        let wide = |vector: &[Lit]| -> Vec<Lit> {
            let fill = if signed { vector[width - 1] } else { no };
            vector.iter().copied().chain(std::iter::repeat_n(fill, width)).collect()
        };
        let product = self.product(&wide(a), &wide(b));
        let upper = if signed {
            let sign = product[width - 1];
            product[width..].iter().map(|bit| self.xor(*bit, sign)).collect()
        } else {
            product[width..].to_vec()
        };
        self.or_all(&upper)
    }
}

impl<L: Logic + ?Sized> Vectors for L {}

/// Every bit turned over.
pub(crate) fn turned(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|bit| !*bit).collect()
}

/// The bits, moved by a distance to higher positions.
fn moved(a: &[Lit], distance: usize, fill: Lit) -> Vec<Lit> {
    let distance = distance.min(a.len());
    std::iter::repeat_n(fill, distance).chain(a.iter().copied()).take(a.len()).collect()
}
