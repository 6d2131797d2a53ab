//! Branches: sequences of conditions that share prefixes, as in symbolic execution.

use std::sync::Arc;

use tress_solver::Answer;

use super::error::{Error, Result};
use super::shared::Shared;
use super::solver::Solver;
use super::term::{Operand, Term};

/// A sequence of conditions on top of the assertions.
///
/// Extending a branch costs nothing and leaves it unchanged, so both sides of a test can be followed. A
/// check of a branch begins with the model of the branch it extends: if the model satisfies the new
/// condition, nothing else is done. All other checks share what was learned.
///
/// ```
/// use tress::{Answer, Solver, Sort};
///
/// let mut s = Solver::new();
/// let path = s.constant("path", Sort::String)?;
/// let absolute = path.starts_with("/");
///
/// let one = s.branch().extend(&absolute)?;
/// let other = s.branch().extend(!&absolute)?;
/// assert_eq!(s.check_branch(&one)?, Answer::Sat);
/// assert_eq!(s.check_branch(&other)?, Answer::Sat);
/// assert_eq!(s.check_branch(&one.extend(path.eq(""))?)?, Answer::Unsat);
/// # Ok::<(), tress::Error>(())
/// ```
#[derive(Clone)]
pub struct Branch {
    shared: Arc<Shared>,
    inner: tress_solver::Branch,
}

impl Branch {
    /// The branch with one more condition.
    ///
    /// # Errors
    /// If the condition is ill-sorted, not of sort Bool, or from another solver.
    pub fn extend(&self, condition: impl Into<Operand>) -> Result<Branch> {
        let condition = condition.into();
        let condition = self.shared.lock().formula(&self.shared, condition)?;
        Ok(Branch { shared: self.shared.clone(), inner: self.inner.extend(condition) })
    }

    /// The conditions in their order.
    #[must_use]
    pub fn conditions(&self) -> Vec<Term> {
        let term = |id| Term { shared: self.shared.clone(), id: Ok(id) };
        self.inner.conditions().into_iter().map(term).collect()
    }
}

impl Solver {
    /// The branch without conditions: the assertions alone.
    #[must_use]
    pub fn branch(&self) -> Branch {
        Branch { shared: self.shared.clone(), inner: self.shared.lock().core.branch() }
    }

    /// Decides whether the assertions are satisfiable together with the conditions of a branch. Model, values
    /// and core are available afterwards, as after [`Solver::check`].
    ///
    /// # Errors
    /// If the branch is from another solver.
    pub fn check_branch(&mut self, branch: &Branch) -> Result<Answer> {
        if !Arc::ptr_eq(&self.shared, &branch.shared) {
            return Err(Error::OtherSolver);
        }
        let mut inner = self.shared.lock();
        let answer = inner.core.check_branch(&branch.inner);
        Ok(inner.certified(answer))
    }
}
