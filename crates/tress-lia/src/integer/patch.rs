//! Patching: making fractional basic variables whole without a search.
//!
//! One nonbasic integer of the row moves by a whole amount chosen so that the basic variable
//! becomes whole; the move is made only when no variable leaves its bounds and no whole one
//! becomes fractional. Leaves fewer fractions, or none.

use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::Side;
use crate::solver::Solver;
use crate::value::Value;

impl Solver {
    /// Tries to patch every fractional basic variable.
    pub(crate) fn patch_fractions(&mut self, budget: &Budget) -> Result<(), Stop> {
        for var in 0..self.simplex.var_count() {
            if self.is_fraction(var)
                && let Some(row) = self.simplex.tableau.row_of(var)
            {
                self.patch(row, budget)?;
            }
        }
        Ok(())
    }

    fn patch(&mut self, row: u32, budget: &Budget) -> Result<(), Stop> {
        let length = self.simplex.tableau.row(row).len();
        for position in 1..length {
            let entries = self.simplex.tableau.row(row);
            let (var, basic) = (entries[position].var, entries[0].var);
            budget.poll_many(1 + self.simplex.tableau.column(var).len() as u64 / 8)?;
            if !self.simplex.is_int[var as usize] || self.simplex.bounds.is_fixed(var) {
                continue;
            }
            let slope = Rational::new(-&entries[position].coefficient, entries[0].coefficient.clone());
            let slope = slope.expect("row coefficients are not zero");
            let Some((step, period)) = whole_step(&self.simplex.value(basic).main, &slope) else { continue };
            for step in [step.clone(), &step - &period] {
                if self.move_is_harmless(var, &step) {
                    let mut target = self.simplex.value(var).clone();
                    target.add(&Value::from(step));
                    self.simplex.move_to(var, &target);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Can `var` move by `step` with every bound kept and every whole integer left whole?
    fn move_is_harmless(&self, var: u32, step: &Int) -> bool {
        let step = Value::from(step.clone());
        let mut target = self.simplex.value(var).clone();
        target.add(&step);
        if !self.is_within(var, &target) {
            return false;
        }
        self.simplex.tableau.column(var).iter().all(|cell| {
            let entries = self.simplex.tableau.row(cell.row);
            let (basic, entry) = (&entries[0], &entries[cell.position as usize]);
            let old = self.simplex.value(basic.var);
            let new = old.minus(&step.scaled(&entry.coefficient, &basic.coefficient));
            let spoilt = self.simplex.is_int[basic.var as usize] && old.is_integer() && !new.is_integer();
            !spoilt && self.is_within(basic.var, &new)
        })
    }

    fn is_within(&self, var: u32, value: &Value) -> bool {
        let bounds = &self.simplex.bounds;
        bounds.value(var, Side::Lower).is_none_or(|lower| lower <= value)
            && bounds.value(var, Side::Upper).is_none_or(|upper| value <= upper)
    }
}

/// The whole `(step, period)` with `value + slope * step` whole and `0 <= step < period`; adding
/// multiples of the period keeps it whole.
fn whole_step(value: &Rational, slope: &Rational) -> Option<(Int, Int)> {
    let period = slope.denominator();
    if !value.denominator().divides(period) {
        return None;
    }
    let missing = -(value.numerator() * &period.div_floor(value.denominator()));
    let inverse = modular_inverse(slope.numerator(), period)?;
    let (_, step) = (missing * inverse).div_rem_euclid(period)?;
    Some((step, period.clone()))
}

/// `inverse` with `number * inverse = 1` modulo `modulus`, by Euclid's algorithm.
fn modular_inverse(number: &Int, modulus: &Int) -> Option<Int> {
    let (mut old_rest, mut rest) = (number.div_rem_euclid(modulus)?.1, modulus.clone());
    let (mut old_factor, mut factor) = (Int::ONE, Int::ZERO);
    while !rest.is_zero() {
        let (quotient, remainder) = old_rest.div_rem_euclid(&rest)?;
        (old_rest, rest) = (rest, remainder);
        let next = &old_factor - &(&quotient * &factor);
        (old_factor, factor) = (factor, next);
    }
    old_rest.is_one().then_some(old_factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_make_values_whole() {
        for (n, d) in [(1, 6), (5, 6), (1, 2), (-7, 3), (4, 1)] {
            for (p, q) in [(1, 6), (5, 6), (-7, 6), (35, 12)] {
                let value = Rational::new(n.into(), d.into()).expect("not zero");
                let slope = Rational::new(p.into(), q.into()).expect("not zero");
                let found = whole_step(&value, &slope);
                let by_hand = (0..q).find(|s| (&value + &(&slope * &Rational::from(*s))).is_integer());
                assert_eq!(found.map(|(step, _)| step), by_hand.map(Int::from), "{n}/{d} + {p}/{q}");
            }
        }
    }
}
