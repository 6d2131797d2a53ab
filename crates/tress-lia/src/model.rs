//! Reading solutions: concrete numbers for every variable.
//!
//! Enters: a feasible assignment with infinitesimals. Leaves: rationals that satisfy every bound,
//! by choosing a δ small enough for all of them; integers get whole numbers.

use tress_base::{Int, Rational};

use crate::bounds::Side;
use crate::linear::{Linear, Var};
use crate::solver::Solver;
use crate::value::Value;

/// A number for every variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    values: Vec<Rational>,
}

impl Model {
    /// The number of `var`.
    #[must_use]
    pub fn value(&self, var: Var) -> &Rational {
        &self.values[var.index()]
    }

    /// The value of an expression. Variables that were made after the model are zero.
    #[must_use]
    pub fn evaluate(&self, linear: &Linear) -> Rational {
        linear.evaluate(|var| self.values.get(var.index()).cloned().unwrap_or_default())
    }
}

impl Solver {
    /// The value of `var` in the current assignment.
    #[must_use]
    pub fn value(&self, var: Var) -> &Value {
        self.simplex.value(var.0)
    }

    /// The current assignment as numbers. It satisfies the asserted constraints right after a
    /// check that said so.
    #[must_use]
    pub fn model(&self) -> Model {
        let delta = self.concrete_delta();
        let values = (0..self.simplex.var_count()).map(|var| {
            let value = self.simplex.value(var);
            if value.delta.is_zero() { value.main.clone() } else { &value.main + &(&value.delta * &delta) }
        });
        Model { values: values.collect() }
    }

    /// A δ with which every value still satisfies its bounds.
    fn concrete_delta(&self) -> Rational {
        let mut delta = Rational::ONE;
        for var in 0..self.simplex.var_count() {
            let value = self.simplex.value(var);
            for side in [Side::Lower, Side::Upper] {
                let Some(bound) = self.simplex.bounds.value(var, side) else { continue };
                let (small, large) = if side == Side::Lower { (bound, value) } else { (value, bound) };
                // small.main + small.delta·δ <= large.main + large.delta·δ
                if small.delta > large.delta && small.main < large.main {
                    let most = &(&large.main - &small.main) / &(&small.delta - &large.delta);
                    delta = delta.min(most);
                }
            }
        }
        delta
    }

    /// The values of all variables without a defining row; those determine the others.
    pub(crate) fn snapshot(&self) -> Vec<(u32, Value)> {
        let free = (0..self.simplex.var_count()).filter(|&var| self.definitions.row(var).is_none());
        free.map(|var| (var, self.simplex.value(var).clone())).collect()
    }

    /// Brings back an assignment; it must satisfy the bounds in force.
    pub(crate) fn install(&mut self, snapshot: &[(u32, Value)]) {
        for (var, value) in snapshot {
            self.simplex.set_value(*var, value.clone());
        }
        for slack in 0..self.simplex.var_count() {
            let Some(row) = self.definitions.row(slack) else { continue };
            let mut sum = Value::ZERO;
            for term in row.iter().filter(|term| term.var != slack) {
                sum.add(&self.simplex.value(term.var).scaled(&term.coefficient, &Int::ONE));
            }
            self.simplex.set_value(slack, sum);
        }
        self.simplex.assignment_replaced();
    }
}
