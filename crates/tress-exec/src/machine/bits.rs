//! Bits of unknown whole numbers, by exact terms. A negative number has infinitely many ones on its left, so
//! that division that rounds down and remainders that are never negative give its bits.

use tress::{Int, Term};
use tress_base::Budget;
use tress_classes::Arithmetic;

use super::limits::COMBINED_BITS;
use super::numbers::Part;
use super::{Run, Step};
use crate::state::{Value, Width};

/// Numbers of at most this many bits are a case of their own: most inputs that matter are small.
const FEW_BITS: u32 = 8;

fn power(exponent: u32) -> Int {
    Int::from(2).pow(exponent)
}

impl Run<'_> {
    pub(super) fn bits(
        &mut self,
        width: Width,
        operation: Arithmetic,
        left: Part,
        right: Part,
    ) -> Step<Value> {
        match operation {
            Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => self.of_bits(width, operation, left, right),
            _ if right.low == right.high => {
                let count = right.low as u32 & (width.bits() - 1);
                Ok(shifted(width, operation, left, count))
            }
            _ => self.shifted_by_unknown(width, operation, left, right),
        }
    }

    /// Both, either, one of two.
    fn of_bits(&mut self, width: Width, operation: Arithmetic, left: Part, right: Part) -> Step<Value> {
        let (left, right) = if left.low == left.high { (right, left) } else { (left, right) };
        let is_known = right.low == right.high;
        if !is_known
            && let Some(value) = disjoint(width, operation, &left, &right)
                .or_else(|| disjoint(width, operation, &right, &left))
        {
            return Ok(value);
        }
        let budget = self.context.budget;
        if let Some(both) = in_both(&left, &right, budget).or_else(|| in_both(&right, &left, budget)) {
            return Ok(combined(width, operation, &left, &right, both));
        }
        let size = 1_i64 << FEW_BITS;
        if self.decide(right.term.ge(0) & right.term.lt(size))? {
            let right = Part { low: 0, high: i128::from(size) - 1, ..right };
            self.learn(&right.term, (0, size - 1));
            let both = Part { term: in_both_of(&left, &right, FEW_BITS), low: 0, high: right.high, zeros: 0 };
            return Ok(combined(width, operation, &left, &right, both));
        }
        let both = in_both_of_all(width, &left, &right);
        Ok(combined(width, operation, &left, &right, both))
    }

    /// Each count is tried; a known number needs no branches for that.
    fn shifted_by_unknown(
        &mut self,
        width: Width,
        operation: Arithmetic,
        left: Part,
        right: Part,
    ) -> Step<Value> {
        let (count, low, high) = match right.low >= 0 && right.high < i128::from(width.bits()) {
            true => (right.term, right.low as u32, right.high as u32),
            false => (right.term.rem_euclid(width.bits()), 0, width.bits() - 1),
        };
        if left.low == left.high {
            let value = |count: u32| known_shift(width, operation, left.low as i64, count);
            let last = self.solver().literal(value(high));
            let term = (low..high).rev().fold(last, |rest, one| count.eq(one).ite(value(one), rest));
            let values = || (low..=high).map(|count| i128::from(value(count)));
            let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
            return Ok(Value::number(term, least, most, width));
        }
        for one in low..high {
            if self.decide(count.eq(one))? {
                return Ok(shifted(width, operation, left, one));
            }
        }
        Ok(shifted(width, operation, left, high))
    }
}

fn known_shift(width: Width, operation: Arithmetic, value: i64, count: u32) -> i64 {
    match (width, operation) {
        (Width::Int, Arithmetic::ShiftLeft) => (value as i32).wrapping_shl(count).into(),
        (Width::Int, Arithmetic::ShiftRight) => (value as i32).wrapping_shr(count).into(),
        (Width::Int, _) => ((value as u32).wrapping_shr(count) as i32).into(),
        (Width::Long, Arithmetic::ShiftLeft) => value.wrapping_shl(count),
        (Width::Long, Arithmetic::ShiftRight) => value.wrapping_shr(count),
        (Width::Long, _) => (value as u64).wrapping_shr(count) as i64,
    }
}

fn shifted(width: Width, operation: Arithmetic, left: Part, count: u32) -> Value {
    if count == 0 {
        return Value::multiple(left.term, left.low, left.high, width, left.zeros);
    }
    match operation {
        Arithmetic::ShiftLeft => {
            let zeros = left.zeros.saturating_add(count);
            Value::multiple(left.term * power(count), left.low << count, left.high << count, width, zeros)
        }
        Arithmetic::ShiftRightUnsigned if left.low < 0 => {
            let size = power(width.bits());
            let term = left.term.rem_euclid(size).div_euclid(power(count));
            let high = match left.high < 0 {
                true => (left.high + (1 << width.bits())) >> count,
                false => ((1 << width.bits()) - 1) >> count,
            };
            Value::number(term, 0, high, width)
        }
        _ => Value::number(left.term.div_euclid(power(count)), left.low >> count, left.high >> count, width),
    }
}

/// The bits of both, either or exactly one of two numbers. All follow from the bits that both have: `a | b =
/// a + b - (a & b)`, and `a ^ b = a + b - 2 (a & b)`.
fn combined(width: Width, operation: Arithmetic, left: &Part, right: &Part, both: Part) -> Value {
    let zeros = left.zeros.min(right.zeros);
    let (low, high) = match operation {
        Arithmetic::And => {
            return Value::multiple(both.term, both.low, both.high, width, left.zeros.max(right.zeros));
        }
        _ => combined_bounds(width, left, right),
    };
    let sum = &left.term + &right.term;
    let term = match operation {
        Arithmetic::Or => sum - both.term,
        _ => sum - both.term * 2,
    };
    Value::multiple(term, low, high, width, zeros)
}

/// The bits of two numbers of which the first ends with more zeros than the second has digits, so that no bit
/// of the second meets one of the first. A negative number has infinitely many leading ones.
fn disjoint(width: Width, operation: Arithmetic, left: &Part, right: &Part) -> Option<Value> {
    let size = 1_i128 << left.zeros.min(64);
    if right.high >= size || right.low < -size {
        return None;
    }
    let (whole, part) = (&left.term, &right.term);
    let zeros = left.zeros.min(right.zeros);
    if operation == Arithmetic::And {
        let (low, high) = (left.low.min(0), left.high.max(0));
        return Some(match right.low >= 0 {
            true => width.known(0),
            false => Value::multiple(part.lt(0).ite(whole, 0), low, high, width, left.zeros),
        });
    }
    if right.low >= 0 {
        return Some(Value::multiple(whole + part, left.low, left.high + right.high, width, zeros));
    }
    let of_negative = match operation {
        Arithmetic::Or => part.clone(),
        _ => part - whole,
    };
    let term = part.lt(0).ite(of_negative, whole + part);
    Some(Value::multiple(term, width.low(), width.high(), width, zeros))
}

/// The range of numbers with no more bits than these.
fn combined_bounds(width: Width, left: &Part, right: &Part) -> (i128, i128) {
    match left.low >= 0 && right.low >= 0 {
        true => (0, ones_above(left.high.max(right.high))),
        false => (width.low(), width.high()),
    }
}

/// The least number of ones only that is not less.
fn ones_above(number: i128) -> i128 {
    (number + 1).unsigned_abs().next_power_of_two() as i128 - 1
}

/// The bits that two numbers have both, when the second is known or has few bits.
fn in_both(left: &Part, right: &Part, budget: &Budget) -> Option<Part> {
    if right.low == right.high {
        return Some(masked(left, right.low));
    }
    if left.term.is_same(&right.term) {
        return Some(left.clone());
    }
    let bits = 128 - right.high.max(0).leading_zeros();
    if right.low < 0 || COMBINED_BITS.is_exceeded(bits as usize, budget) {
        return None;
    }
    let term = in_both_of(left, right, bits);
    Some(Part { term, low: 0, high: right.high, zeros: 0 })
}

/// The value of the lowest bits that two numbers have in common.
fn in_both_of(left: &Part, right: &Part, bits: u32) -> Term {
    let bit = |part: &Part, index: u32| part.term.div_euclid(power(index)).rem_euclid(2).eq(1);
    let worth = |index: u32| (bit(left, index) & bit(right, index)).ite(power(index), 0);
    (1..bits).fold(worth(0), |sum, index| sum + worth(index))
}

/// The bits that two numbers of any size have both. The first bit counts for the sign.
fn in_both_of_all(width: Width, left: &Part, right: &Part) -> Part {
    let last = width.bits() - 1;
    let sign = (left.term.lt(0) & right.term.lt(0)).ite(-power(last), 0);
    let term = in_both_of(left, right, last) + sign;
    let low = if left.low >= 0 || right.low >= 0 { 0 } else { width.low() };
    let high = match (left.low >= 0, right.low >= 0) {
        (true, true) => left.high.min(right.high),
        (true, false) => left.high,
        (false, true) => right.high,
        (false, false) => left.high.max(right.high).max(-1),
    };
    Part { term, low, high, zeros: 0 }
}

/// The bits of a number at the ones of a mask.
fn masked(part: &Part, mask: i128) -> Part {
    // A number of fewer bits than the run of ones that the mask begins with stays as it is.
    let ones = mask.trailing_ones();
    if mask == -1 || (part.low >= 0 && part.high >> ones.min(126) == 0) {
        return part.clone();
    }
    let mut sum: Option<Term> = None;
    let mut index = 0;
    while index < 127 && mask >> index != 0 {
        index += (mask >> index).trailing_zeros();
        let rest = mask >> index;
        let above = part.term.div_euclid(power(index));
        let run = match rest == -1 {
            true => above,
            false => above.rem_euclid(power(rest.trailing_ones())),
        };
        let run = run * power(index);
        sum = Some(match sum {
            Some(sum) => sum + run,
            None => run,
        });
        if rest == -1 {
            break;
        }
        index += rest.trailing_ones();
    }
    let (low, high) = match (mask >= 0, part.low >= 0) {
        (true, true) => (0, mask.min(part.high)),
        (true, false) => (0, mask),
        (false, true) => (0, part.high),
        (false, false) => (-ones_above(-part.low.min(mask) - 1) - 1, part.high.max(-1)),
    };
    let zeros = part.zeros.max(mask.trailing_zeros());
    Part { term: sum.unwrap_or_else(|| part.term.rem_euclid(1)), low, high, zeros }
}
