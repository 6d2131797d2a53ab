//! Paths of conditions: a tree that a client walks, paying only for what is new.

use std::sync::Arc;

use tress_solver::Answer;

use super::error::{Error, Result};
use super::home::Home;
use super::solver::Solver;
use super::term::{Operand, Term};

/// Some conditions, one after the other, on top of what is asserted.
///
/// Extending a branch costs nothing and leaves it as it is, so both sides of a test can be followed. A
/// check of a branch begins with the model of the branch it extends: when that makes the new
/// condition true, nothing else is looked at. All other checks share what was learned.
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
    home: Arc<Home>,
    inner: tress_solver::Branch,
}

impl Branch {
    /// The same with one more condition.
    ///
    /// # Errors
    /// When the condition does not fit together, is no Bool or another solver's.
    pub fn extend(&self, condition: impl Into<Operand>) -> Result<Branch> {
        let condition = condition.into();
        let condition = self.home.lock().formula(&self.home, condition)?;
        Ok(Branch { home: self.home.clone(), inner: self.inner.extend(condition) })
    }

    /// The conditions, the first one first.
    #[must_use]
    pub fn conditions(&self) -> Vec<Term> {
        let term = |id| Term { home: self.home.clone(), id: Ok(id) };
        self.inner.conditions().into_iter().map(term).collect()
    }
}

impl Solver {
    /// The branch without conditions: what is asserted.
    #[must_use]
    pub fn branch(&self) -> Branch {
        Branch { home: self.home.clone(), inner: self.home.lock().core.branch() }
    }

    /// Decides whether the assertions can hold together with the conditions of a branch. Model,
    /// values and core can be asked for afterwards, as after [`Solver::check`].
    ///
    /// # Errors
    /// When the branch is another solver's.
    pub fn check_branch(&mut self, branch: &Branch) -> Result<Answer> {
        if !Arc::ptr_eq(&self.home, &branch.home) {
            return Err(Error::OtherSolver);
        }
        Ok(self.home.lock().core.check_branch(&branch.inner))
    }
}
