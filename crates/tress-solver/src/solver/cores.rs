//! Cores: which assertions and assumptions the last conflict needs.

use tress_base::Budget;

use super::{Misuse, Solver, State};
use crate::ground::{Core, Covers};
use crate::strategy::Config;

impl Solver {
    /// The numbers of assertions that cannot hold together with the assumptions of
    /// [`Solver::unsat_assumptions`]. When the check was not asked to prepare for this, it is done
    /// again; should that end without answer, all assertions are the core.
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_core(&mut self) -> Result<Vec<usize>, Misuse> {
        let budget = self.budget();
        let core = self.exact_core(&budget).ok_or(Misuse::NoCore)?;
        Ok(core.formulas.iter().copied().filter(|number| *number < self.stack.assertions.len()).collect())
    }

    /// The core of the last check, which is found by deciding again if the check did not prepare for it.
    /// `None` unless the check answered unsat.
    pub(super) fn exact_core(&mut self, budget: &Budget) -> Option<Core> {
        let State::Unsat(core) = &self.state else { return None };
        if core.covers == Covers::Tracked
            && let Ok((state @ State::Unsat(_), _)) = self.decide(Config::of(&self.options), budget, true)
        {
            self.state = state;
        }
        match &self.state {
            State::Unsat(core) => Some(core.clone()),
            _ => None,
        }
    }

    /// The numbers of assumptions that are part of the reason for the last answer.
    ///
    /// # Errors
    /// When the last check did not answer unsat.
    pub fn unsat_assumptions(&self) -> Result<Vec<usize>, Misuse> {
        let State::Unsat(core) = &self.state else { return Err(Misuse::NoCore) };
        Ok(core
            .formulas
            .iter()
            .filter_map(|number| number.checked_sub(self.stack.assertions.len()))
            .collect())
    }
}
