//! Division of whole numbers. Java cuts quotients towards zero; the remainder has the sign of what is
//! divided.

use tress::{Int, Term};
use tress_classes::Arithmetic;

use super::numbers::Part;
use super::{Run, Step};
use crate::state::{Value, Width};

impl Run<'_> {
    pub(super) fn quotient(
        &mut self,
        width: Width,
        operation: Arithmetic,
        left: Part,
        right: Part,
    ) -> Step<Value> {
        let may_be_zero = right.low <= 0 && right.high >= 0;
        let is_zero = may_be_zero && right.low == right.high;
        if is_zero || (may_be_zero && self.decide(right.term.eq(0))?) {
            return self.throw("ArithmeticException");
        }
        let divisor = match right.low == right.high {
            true => self.solver().literal(Int::from(right.low)),
            false => right.term.clone(),
        };
        // Euclidean remainders of terms are never negative, so both kinds of division agree on dividends that
        // are not negative, whatever the sign of the divisor.
        let of = |divide: &dyn Fn(&Term) -> Term| match left.low >= 0 {
            true => divide(&left.term),
            false => left.term.ge(0).ite(divide(&left.term), -divide(&-&left.term)),
        };
        if operation == Arithmetic::Remainder {
            let term = of(&|term| term.rem_euclid(&divisor));
            let (low, high) = remainder_bounds(&left, &right);
            return Ok(Value::number(term, low, high, width));
        }
        let term = of(&|term| term.div_euclid(&divisor));
        let (low, high) = quotient_bounds(&left, &right);
        Ok(Value::number(term, low, high, width))
    }
}

/// Quotients are monotone in the dividend, and in a divisor of one sign: their extremes are at the ends of
/// the ranges.
fn quotient_bounds(left: &Part, right: &Part) -> (i128, i128) {
    let divisors = [right.low, right.high.min(-1), right.low.max(1), right.high];
    let divisors = divisors.into_iter().filter(|one| *one != 0 && (right.low..=right.high).contains(one));
    let ends = divisors.flat_map(|divisor| [left.low / divisor, left.high / divisor]);
    ends.fold((i128::MAX, i128::MIN), |(low, high), end| (low.min(end), high.max(end)))
}

fn remainder_bounds(left: &Part, right: &Part) -> (i128, i128) {
    let most = right.low.abs().max(right.high.abs()) - 1;
    let low = if left.low >= 0 { 0 } else { left.low.max(-most) };
    let high = if left.high <= 0 { 0 } else { left.high.min(most) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds are those that all pairs of numbers have.
    #[test]
    fn bounds_are_those_of_all_pairs() {
        let solver = tress::Solver::new();
        let part = |(low, high): (i128, i128)| Part { term: solver.literal(0), low, high, zeros: 0 };
        let ranges: Vec<(i128, i128)> =
            (-6..6).flat_map(|low| (low..6).map(move |high| (low, high))).collect();
        for left in &ranges {
            for right in ranges.iter().filter(|range| **range != (0, 0)) {
                let pairs = || {
                    let divisors = || (right.0..=right.1).filter(|divisor| *divisor != 0);
                    (left.0..=left.1).flat_map(move |a| divisors().map(move |b| (a, b)))
                };
                let (low, high) = quotient_bounds(&part(*left), &part(*right));
                assert_eq!(pairs().map(|(a, b)| a / b).min(), Some(low), "{left:?} / {right:?}");
                assert_eq!(pairs().map(|(a, b)| a / b).max(), Some(high), "{left:?} / {right:?}");
                let (low, high) = remainder_bounds(&part(*left), &part(*right));
                let is_inside = |(a, b): (i128, i128)| (low..=high).contains(&(a % b));
                assert!(pairs().all(is_inside), "{left:?} % {right:?}");
            }
        }
    }
}
