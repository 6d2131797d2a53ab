//! Equalities `x = y + c` that follow from the bounds in force.
//!
//! Enters: the variables the client wants compared. Leaves: for each that differs from another by
//! a constant, the pair, the constant and the premises. Fixed variables are constants; every other
//! basic variable is the sum its row says. Two variables with the same sum of unfixed variables
//! differ by a constant (as in the offset rows of other solvers, but for sums of any length).
//! Fixed basic variables are first exchanged with unfixed ones, so that each explicit equation is
//! used.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Rational, Stop};

use crate::bounds::{BoundId, Reason, Side};
use crate::linear::{Linear, Var};
use crate::solver::Solver;

/// `left = right + offset`, implied by the bounds that were in force when it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffsetEquality {
    /// The variable on the left.
    pub left: Var,
    /// The variable on the right.
    pub right: Var,
    /// What must be added to the right.
    pub offset: Rational,
    premises: Vec<BoundId>,
}

/// A variable as a sum of unfixed variables plus a constant.
struct Reduced {
    var: u32,
    constant: Rational,
    premises: Vec<BoundId>,
}

impl Solver {
    /// Finds implied equalities among `vars`: each variable is compared with the first one that
    /// has the same unfixed part. Call it after a check that found no conflict.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn implied_equalities(&mut self, vars: &[Var], budget: &Budget) -> Result<Vec<OffsetEquality>, Stop> {
        self.free_fixed_basics(budget)?;
        let mut first: FxHashMap<Linear, Reduced> = FxHashMap::default();
        let mut found = Vec::new();
        for var in vars {
            let (form, reduced) = self.reduced(var.0, budget)?;
            if let Some(other) = first.get(&form) {
                if other.var == var.0 {
                    continue;
                }
                let mut premises = other.premises.clone();
                premises.extend_from_slice(&reduced.premises);
                let offset = &reduced.constant - &other.constant;
                found.push(OffsetEquality { left: *var, right: Var(other.var), offset, premises });
            } else {
                first.insert(form, reduced);
            }
        }
        Ok(found)
    }

    /// The reasons below an implied equality. Valid until a level that was open when it was found
    /// is closed.
    #[must_use]
    pub fn explain_equality(&self, equality: &OffsetEquality) -> Vec<Reason> {
        self.explain(&equality.premises)
    }

    /// Exchanges fixed basic variables with unfixed nonbasic ones. The assignment stays.
    fn free_fixed_basics(&mut self, budget: &Budget) -> Result<(), Stop> {
        for row in 0..self.simplex.tableau.row_count() {
            let entries = self.simplex.tableau.row(row);
            if !entries.first().is_some_and(|basic| self.simplex.bounds.is_fixed(basic.var)) {
                continue;
            }
            let unfixed = entries[1..].iter().filter(|entry| !self.simplex.bounds.is_fixed(entry.var));
            let shortest = unfixed.min_by_key(|e| (self.simplex.tableau.column(e.var).len(), e.var));
            if let Some(entering) = shortest.map(|entry| entry.var) {
                self.simplex.pivot(row, entering);
                budget.poll_many(1 + self.simplex.tableau.take_work() / 32)?;
            }
        }
        Ok(())
    }

    /// A variable over the unfixed nonbasic ones.
    fn reduced(&self, var: u32, budget: &Budget) -> Result<(Linear, Reduced), Stop> {
        let mut reduced = Reduced { var, constant: Rational::ZERO, premises: Vec::new() };
        let bounds = &self.simplex.bounds;
        if let Some(fixing) = self.fixing_bounds(var)
            && let Some(value) = bounds.value(var, Side::Lower)
        {
            reduced.constant = value.main.clone();
            reduced.premises.extend(fixing);
            return Ok((Linear::zero(), reduced));
        }
        let Some(row) = self.simplex.tableau.row_of(var) else {
            return Ok((Linear::var(Var(var)), reduced));
        };
        let entries = self.simplex.tableau.row(row);
        budget.poll_many(1 + entries.len() as u64 / 8)?;
        let mut terms = Vec::new();
        for entry in &entries[1..] {
            let slope = Rational::new(-&entry.coefficient, entries[0].coefficient.clone());
            let slope = slope.expect("row coefficients are not zero");
            match (self.fixing_bounds(entry.var), bounds.value(entry.var, Side::Lower)) {
                (Some(fixing), Some(value)) => {
                    reduced.constant += &(&slope * &value.main);
                    reduced.premises.extend(fixing);
                }
                _ => terms.push((Var(entry.var), slope)),
            }
        }
        Ok((Linear::from_terms(terms, Rational::ZERO), reduced))
    }
}
