//! The unit cube test (Bromberger and Weidenbach, "Fast cube tests for LIA constraint solving",
//! 2016, and "New techniques for linear arithmetic: cubes and equalities", 2017): if a cube of
//! edge one fits between the constraints, the whole point nearest to its centre is a solution.
//!
//! Enters: a feasible assignment that is not whole. Leaves: a whole one, or nothing. Equations
//! leave no space for a cube, so they are solved first: the cube lies in the space of the numbers
//! that give all others. Finds solutions of systems with much space, where branching would wander.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{BoundId, Side, Why};
use crate::integer::equations::{Derived, Solution};
use crate::limits::CUBE_STEPS;
use crate::linear::{Linear, Var};
use crate::simplex::Feasible;
use crate::solver::Solver;
use crate::value::Value;

impl Solver {
    /// Tries to find a whole solution; if it does, that is the current assignment.
    pub(crate) fn cube_test(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.push();
        let found = CUBE_STEPS.share(budget, || self.cube_candidate(budget));
        self.pop(1);
        let Some(Some(candidate)) = found? else { return Ok(false) };
        // Rounding is safe by the theorem; the centre itself is feasible in any case.
        let before = self.snapshot();
        self.install(&candidate);
        if self.simplex.is_feasible() && !self.has_fractions() {
            return Ok(true);
        }
        self.install(&before);
        Ok(false)
    }

    /// The whole point nearest to the centre of a cube, if there is a cube.
    fn cube_candidate(&mut self, budget: &Budget) -> Result<Option<Vec<(u32, Value)>>, Stop> {
        let Ok(solution) = self.solve_equations(budget)? else { return Ok(None) };
        if !self.shrink_rows(&solution, budget)? {
            return Ok(None);
        }
        Ok(match self.simplex.check(budget)? {
            Feasible::Yes => Some(self.rounded_snapshot(&solution)),
            Feasible::No(_) => None,
        })
    }

    /// Moves the bounds of every sum inwards by half the sum of its whole parts' coefficients;
    /// false when some sum has no space for that.
    fn shrink_rows(&mut self, solution: &Solution, budget: &Budget) -> Result<bool, Stop> {
        for var in 0..self.simplex.var_count() {
            let bounds = &self.simplex.bounds;
            let is_sum = self.definitions.row(var).is_some() || solution.is_solved(Var(var));
            if !is_sum || bounds.is_free(var) || bounds.is_fixed(var) {
                continue;
            }
            let mut sum = Derived { form: self.definitions.expand(var), proof: Linear::zero() };
            solution.reduce(&mut sum, budget)?;
            let whole = sum.form.terms().iter().filter(|(part, _)| self.is_whole(*part));
            let width = whole.fold(Rational::ZERO, |width, (_, c)| &width + &c.abs());
            let half = &width / &Rational::from(2);
            for side in [Side::Lower, Side::Upper] {
                let Some(bound) = self.simplex.bounds.value(var, side) else { continue };
                let mut value = bound.clone();
                match side {
                    Side::Lower => value.main += &half,
                    Side::Upper => value.main -= &half,
                }
                if self.learn_silently(var, side, value).is_err() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Must the variable, of the client or fresh, be whole?
    fn is_whole(&self, var: Var) -> bool {
        self.simplex.is_int.get(var.index()).copied().unwrap_or(true)
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

    /// The current assignment with every unsolved integer rounded to the nearest whole number,
    /// and the solved variables as these give them.
    fn rounded_snapshot(&self, solution: &Solution) -> Vec<(u32, Value)> {
        let half = Rational::new(Int::ONE, Int::from(2)).unwrap_or_default();
        let rounded = |value: &Value| Value::from((&value.main + &half).floor());
        let mut snapshot = self.snapshot();
        let mut values: FxHashMap<Var, Value> = FxHashMap::default();
        for (var, value) in &snapshot {
            let whole = self.simplex.is_int[*var as usize];
            values.insert(Var(*var), if whole { rounded(value) } else { value.clone() });
        }
        for (index, meaning) in solution.fresh.iter().enumerate() {
            let value = value_of(meaning, |var| self.simplex.value(var.0).clone());
            values.insert(Var(solution.first_fresh + index as u32), rounded(&value));
        }
        for (var, rule) in solution.rules() {
            let mut expression = rule.clone();
            expression.add_scaled(&Linear::var(var), &Rational::ONE);
            let value = value_of(&expression, |part| values.get(&part).cloned().unwrap_or_default());
            values.insert(var, value);
        }
        for (var, value) in &mut snapshot {
            value.clone_from(&values[&Var(*var)]);
        }
        snapshot
    }
}

fn value_of(linear: &Linear, value: impl Fn(Var) -> Value) -> Value {
    let mut sum = Value::from(linear.constant_part().clone());
    for (var, coefficient) in linear.terms() {
        sum.add(&value(*var).scaled(coefficient.numerator(), coefficient.denominator()));
    }
    sum
}
