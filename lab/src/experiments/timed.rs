//! Commands given to a session, with the time they took.

use std::io;
use std::time::Duration;

use tress_base::Clock;
use tress_session::{Session, run};

/// What came of some commands.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) answer: String,
    pub(super) time: Duration,
}

/// Runs commands in a session.
pub(super) fn execute(session: &mut Session, text: &str) -> io::Result<Timed> {
    let clock = Clock::start();
    let mut output = Vec::new();
    run(session, text.as_bytes(), &mut output)?;
    let answer = String::from_utf8_lossy(&output).trim().to_owned();
    Ok(Timed { answer, time: clock.elapsed() })
}
