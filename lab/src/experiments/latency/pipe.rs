//! A solver's process that is asked question by question, as a symbolic executor asks.
//!
//! Enters: commands that end with a check. Leaves: the answer, and the time from writing the
//! commands to reading it. A process that does not answer in time is ended; so is one that is no
//! longer needed.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tress_base::Clock;

use crate::experiments::timed::Timed;
use crate::peers::Peer;

/// How often the watch looks at the process: seldom enough to disturb nothing.
const LOOK: Duration = Duration::from_millis(100);

/// A running solver.
///
/// Invariant: `turns` is odd exactly while a question is open.
pub(super) struct Pipe {
    child: Arc<Mutex<Child>>,
    number: u32,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    turns: Arc<AtomicUsize>,
    /// The first line that was no answer.
    pub(super) complaint: Option<String>,
}

impl Pipe {
    /// Starts a solver; one that is silent for `limit` is ended.
    pub(super) fn start(peer: &Peer, limit: Duration) -> io::Result<Pipe> {
        let mut child = peer.start()?;
        let number = child.id();
        let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let (child, turns) = (Arc::new(Mutex::new(child)), Arc::new(AtomicUsize::new(0)));
        let watched = (Arc::clone(&child), Arc::clone(&turns));
        thread::spawn(move || watch(&watched.0, &watched.1, limit));
        Ok(Pipe { child, number, input, output, turns, complaint: None })
    }

    /// Writes commands and waits for the next answer; `None` when the process has ended.
    pub(super) fn ask(&mut self, text: &str) -> Option<Timed> {
        self.turns.fetch_add(1, Ordering::Relaxed);
        let clock = Clock::start();
        let answer = self.answer(text);
        let time = clock.elapsed();
        self.turns.fetch_add(1, Ordering::Relaxed);
        answer.map(|answer| Timed { answer, time })
    }

    fn answer(&mut self, text: &str) -> Option<String> {
        self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush()).ok()?;
        let mut line = String::new();
        while self.output.read_line(&mut line).ok()? > 0 {
            let answer = line.trim();
            if ["sat", "unsat", "unknown"].contains(&answer) {
                return Some(answer.to_owned());
            }
            self.complaint.get_or_insert_with(|| answer.to_owned());
            line.clear();
        }
        None
    }

    /// Resident memory in bytes, if the system reports that.
    pub(super) fn memory(&self) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.number)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes * 1024)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        end(&self.child);
    }
}

fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // A process that has ended already cannot be ended, and that is as well.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends a process that leaves one question open for longer than `limit`.
fn watch(child: &Mutex<Child>, turns: &Arc<AtomicUsize>, limit: Duration) {
    let clock = Clock::start();
    let (mut seen, mut since) = (0, Duration::ZERO);
    // The other owner is the pipe.
    while Arc::strong_count(turns) > 1 {
        let now = turns.load(Ordering::Relaxed);
        if now != seen || now.is_multiple_of(2) {
            (seen, since) = (now, clock.elapsed());
        } else if clock.elapsed() - since > limit {
            return end(child);
        }
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Pipe {
        let peer = Peer::program("sh", vec!["sh".into(), "-c".into(), script.into()]);
        Pipe::start(&peer, limit).expect("a shell")
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn questions_are_answered_one_by_one() {
        let script = "read -r a; echo sat; read -r b; echo oops; sleep 0.02; echo \" $b\"";
        let mut pipe = shell(script, Duration::from_secs(20));
        assert_eq!(pipe.ask("first\n").map(|timed| timed.answer).as_deref(), Some("sat"));
        assert!(pipe.complaint.is_none() && pipe.memory().is_some_and(|bytes| bytes > 10_000));
        let second = pipe.ask("unsat\n").expect("an answer");
        assert_eq!(second.answer, "unsat");
        assert!(second.time >= Duration::from_millis(20));
        assert_eq!(pipe.complaint.as_deref(), Some("oops"));
        assert!(pipe.ask("third\n").is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_hangs_is_ended() {
        let mut pipe = shell("exec sleep 60", Duration::from_millis(300));
        let clock = Clock::start();
        assert!(pipe.ask("anything\n").is_none());
        assert!(clock.elapsed() < Duration::from_secs(30));
    }
}
