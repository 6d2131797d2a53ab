//! `-v`: how a check goes on, on standard error.
//!
//! A thread looks through the solver's window now and then. The search writes a few numbers there
//! and never waits.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tress_base::{Glance, Progress};
use tress_session::agreement::Said;
use tress_session::{Reply, Session};

/// Tells people about checks, as much as they want to know.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    verbosity: u8,
    window: Arc<Mutex<Progress>>,
}

impl Watch {
    /// Begins to look, when that was asked for.
    pub(crate) fn start(verbosity: u8) -> Self {
        let watch = Self { verbosity, window: Arc::default() };
        let period = Duration::from_millis(if verbosity > 1 { 100 } else { 1000 });
        if verbosity > 0 {
            let watch = watch.clone();
            thread::spawn(move || {
                loop {
                    thread::sleep(period);
                    let glance = watch.window.lock().unwrap_or_else(PoisonError::into_inner).glance();
                    if let Some(glance) = glance {
                        report(&progress_text(&glance, tress_base::resident_bytes()));
                    }
                }
            });
        }
        watch
    }

    /// Looks at the checks of this session from now on.
    pub(crate) fn look_at(&self, session: &Session) {
        self.look_through(session.solver.progress_handle());
    }

    /// Looks through this window from now on.
    pub(crate) fn look_through(&self, progress: Progress) {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        *window = progress;
    }

    /// Tells how a check ended.
    pub(crate) fn replied(&self, session: &Session, reply: &Reply) {
        if self.verbosity > 0 && is_answer(reply) {
            let answer = reply.text.trim_end();
            let time = session.solver.progress_handle().last_time();
            let why = session.solver.reason_unknown().map_or_else(String::new, |why| format!(": {why}"));
            report(&format!("{answer} after {:.2} s{why}", time.as_secs_f64()));
        }
    }
}

/// Is it the reply to a check?
pub(crate) fn is_answer(reply: &Reply) -> bool {
    Said::of(reply).is_some()
}

/// A line on standard error. When it cannot be written, nobody wants to know.
fn report(line: &str) {
    let _ = writeln!(io::stderr(), "tress: {line}");
}

fn progress_text(glance: &Glance, memory: Option<u64>) -> String {
    let Glance { stage, time, steps, conflicts, restarts } = glance;
    let memory = memory.map_or_else(String::new, |bytes| format!(", {} MiB", bytes >> 20));
    let time = time.as_secs_f64();
    format!("{time:.1} s, {stage}, {steps} steps, {conflicts} conflicts, {restarts} restarts{memory}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_everything() {
        let time = Duration::from_millis(2040);
        let glance = Glance { stage: "calculus", time, steps: 9, conflicts: 8, restarts: 7 };
        assert_eq!(
            progress_text(&glance, Some(3 << 20)),
            "2.0 s, calculus, 9 steps, 8 conflicts, 7 restarts, 3 MiB"
        );
        assert!(progress_text(&glance, None).ends_with("7 restarts"));
    }
}
