//! The unit cube test (Bromberger and Weidenbach, "Fast cube tests for LIA constraint solving",
//! 2016): if a cube of edge one fits between the constraints, the whole point nearest to its
//! centre is a solution.
//!
//! Enters: a feasible assignment that is not whole. Leaves: a whole one, or nothing. Finds
//! solutions of systems with much room, where branching would wander.

use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{BoundId, Side, Why};
use crate::simplex::Feasible;
use crate::solver::Solver;
use crate::value::Value;

/// Steps that one test may take.
const STEPS: u64 = 4000;

impl Solver {
    /// Tries to find a whole solution; if it does, that is the current assignment.
    pub(crate) fn cube_test(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.push();
        let centre = if self.shrink_rows() {
            budget.within(STEPS, || self.simplex.check(budget))
        } else {
            Ok(Feasible::No(Vec::new()))
        };
        let found = matches!(centre, Ok(Feasible::Yes)).then(|| self.rounded_snapshot());
        self.pop(1);
        match centre {
            // Only the share of this test may be used up; then the search goes on without it.
            Err(Stop::Steps) => budget.poll()?,
            Err(stop) => return Err(stop),
            Ok(_) => {}
        }
        let Some(candidate) = found else { return Ok(false) };
        // Rounding is safe by the theorem; the centre itself is feasible in any case.
        let before = self.snapshot();
        self.install(&candidate);
        if self.simplex.is_feasible() {
            return Ok(true);
        }
        self.install(&before);
        Ok(false)
    }

    /// Moves the bounds of every row inwards by half the sum of its integer coefficients; false
    /// when some row has no room for that.
    fn shrink_rows(&mut self) -> bool {
        for slack in 0..self.simplex.var_count() {
            let Some(row) = self.definitions.row(slack) else { continue };
            let ints = row.iter().filter(|term| term.var != slack && self.simplex.is_int[term.var as usize]);
            let width = ints.fold(Int::ZERO, |sum, term| sum + term.coefficient.abs());
            let Some(half) = Rational::new(width, Int::from(2)) else { return false };
            for side in [Side::Lower, Side::Upper] {
                let Some(bound) = self.simplex.bounds.value(slack, side) else { continue };
                let mut value = bound.clone();
                match side {
                    Side::Lower => value.main += &half,
                    Side::Upper => value.main -= &half,
                }
                if self.learn_silently(slack, side, value).is_err() {
                    return false;
                }
            }
        }
        true
    }

    /// Records an assumption without waking up propagation.
    fn learn_silently(&mut self, var: u32, side: Side, value: Value) -> Result<(), BoundId> {
        let bounds = &mut self.simplex.bounds;
        if let Some(opposite) = bounds.current(var, side.opposite())
            && side.is_tighter(&value, &bounds.record(opposite).value)
        {
            return Err(opposite);
        }
        if bounds.value(var, side).is_none_or(|old| side.is_tighter(&value, old)) {
            bounds.push(var, side, value, Why::Assumed);
            self.simplex.touch(var);
        }
        Ok(())
    }

    /// The current assignment with every integer rounded to the nearest whole number.
    fn rounded_snapshot(&self) -> Vec<(u32, Value)> {
        let half = Rational::new(Int::ONE, Int::from(2)).unwrap_or_default();
        let mut snapshot = self.snapshot();
        for (var, value) in &mut snapshot {
            if self.simplex.is_int[*var as usize] {
                *value = Value::from((&value.main + &half).floor());
            }
        }
        snapshot
    }
}
