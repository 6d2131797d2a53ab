//! What a long piece of work is doing, for whoever watches it from another thread.
//!
//! The work writes numbers that it has anyway; a watcher reads them when it likes. Neither waits for
//! the other, and nothing that is written here is ever read by the work itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A window on work. Clones show the same work.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Shown>);

#[derive(Debug, Default)]
struct Shown {
    steps: AtomicU64,
    conflicts: AtomicU64,
    restarts: AtomicU64,
    /// Changes a few times in a whole check.
    stage: Mutex<Stage>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    name: &'static str,
    /// When the work began; nothing while none is done.
    since: Option<Instant>,
    /// How long the last finished work took.
    last: Duration,
}

/// What could be seen at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The engine or step that is at work.
    pub stage: &'static str,
    /// How long the work has lasted.
    pub time: Duration,
    /// Steps of the work so far.
    pub steps: u64,
    /// Conflicts of the search so far.
    pub conflicts: u64,
    /// Restarts of the search so far.
    pub restarts: u64,
}

impl Progress {
    /// A window behind which nothing is done yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Work begins: all numbers start at zero.
    #[expect(clippy::disallowed_methods, reason = "shown to people, never read by the work")]
    pub fn begin(&self) {
        for number in [&self.0.steps, &self.0.conflicts, &self.0.restarts] {
            number.store(0, Ordering::Relaxed);
        }
        self.change(|stage| *stage = Stage { name: "start", since: Some(Instant::now()), ..*stage });
    }

    /// Another engine or step is at work now.
    pub fn enter(&self, name: &'static str) {
        self.change(|stage| stage.name = name);
    }

    /// Work ends.
    pub fn end(&self) {
        self.change(|stage| {
            if let Some(since) = stage.since.take() {
                stage.last = since.elapsed();
            }
        });
    }

    /// The number of steps that were done in all.
    pub fn set_steps(&self, steps: u64) {
        self.0.steps.store(steps, Ordering::Relaxed);
    }

    /// One more conflict.
    pub fn add_conflict(&self) {
        add_one(&self.0.conflicts);
    }

    /// One more restart.
    pub fn add_restart(&self) {
        add_one(&self.0.restarts);
    }

    /// What is done now. Returns `None` if there is no work.
    #[must_use]
    pub fn glance(&self) -> Option<Glance> {
        let Stage { name, since, .. } = self.stage();
        Some(Glance {
            stage: name,
            time: since?.elapsed(),
            steps: self.0.steps.load(Ordering::Relaxed),
            conflicts: self.0.conflicts.load(Ordering::Relaxed),
            restarts: self.0.restarts.load(Ordering::Relaxed),
        })
    }

    /// How long the last finished work took.
    #[must_use]
    pub fn last_time(&self) -> Duration {
        self.stage().last
    }

    fn stage(&self) -> Stage {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Stage)) {
        change(&mut self.0.stage.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Only one thread writes, so that reading and writing need not be one operation.
fn add_one(number: &AtomicU64) {
    number.store(number.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watcher_sees_what_the_work_writes() {
        let work = Progress::new();
        let watcher = work.clone();
        assert_eq!(watcher.glance(), None);
        work.begin();
        work.enter("search");
        work.set_steps(7);
        work.add_conflict();
        work.add_conflict();
        work.add_restart();
        let seen = watcher.glance().expect("work is done");
        assert_eq!((seen.stage, seen.steps, seen.conflicts, seen.restarts), ("search", 7, 2, 1));
        work.end();
        assert_eq!(watcher.glance(), None);
        assert!(watcher.last_time() >= seen.time);
        work.begin();
        assert_eq!(watcher.glance().map(|seen| seen.conflicts), Some(0));
    }
}
