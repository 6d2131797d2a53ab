//! What a solver shares with its terms.

use std::sync::{Mutex, MutexGuard};

use tress_smtlib::Names;

/// What a solver and its terms share: they own it together. Two terms belong to one solver if they share the
/// same.
pub(super) struct Shared(Mutex<Inner>);

/// The solver's state and the names that its client has declared.
///
/// Invariant: terms and symbols that were handed out keep their meaning; nothing is released.
pub(super) struct Inner {
    pub(super) core: tress_solver::Solver,
    pub(super) names: Names,
}

impl Shared {
    pub(super) fn new() -> Self {
        let mut names = Names::new();
        names.global = true;
        Self(Mutex::new(Inner { core: tress_solver::Solver::new(), names }))
    }

    /// Locks the state; waits until no other call uses it.
    ///
    /// # Panics
    /// If another call panicked while it held the lock.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().expect("no call on this solver has panicked")
    }
}
