//! What a solver shares with its terms.

use std::sync::{Mutex, MutexGuard};

use tress_smtlib::Names;

/// The place where the terms of one solver live. Two terms belong together when their homes are one.
pub(super) struct Home(Mutex<Desk>);

/// A solver and the names that its client has given.
///
/// Invariant: every term and symbol that was handed out stays what it was; nothing is released.
pub(super) struct Desk {
    pub(super) core: tress_solver::Solver,
    pub(super) names: Names,
}

impl Home {
    pub(super) fn new() -> Self {
        let mut names = Names::new();
        names.global = true;
        Self(Mutex::new(Desk { core: tress_solver::Solver::new(), names }))
    }

    /// The desk, when nobody else works at it.
    ///
    /// # Panics
    /// When work at it has ended with a panic before.
    pub(super) fn lock(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().expect("no call on this solver has panicked")
    }
}
