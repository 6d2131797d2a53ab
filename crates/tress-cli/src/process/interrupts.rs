//! Ctrl-C and its kin: the check that runs is stopped and answered, then the program ends.
//!
//! A thread waits for SIGINT and SIGTERM. While the program works, the first one cancels the work; the main
//! thread prints what is left to say and ends the program by the signal's own way. While the program waits
//! for input, the thread does that itself. A second signal ends the program at once, unless it comes within a
//! moment: `timeout` signals a process and then its group, which is one signal to whoever sent it. Where work
//! is shown through a window, SIGTERM ends the program after a moment even when the work does not hear of it.
//! At a prompt, SIGINT only stops the check. On systems without these signals nothing is watched.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tress_base::Clock;
use tress_base::{Cancel, Progress};

/// Signals that come together are one.
const MOMENT: Duration = Duration::from_millis(500);

/// What the main thread and the thread of signals know of each other.
#[derive(Clone, Default)]
pub(crate) struct Interrupts(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The signal that stopped the work.
    came: Option<i32>,
    /// The time since it came.
    since: Option<Clock>,
    /// Stops the work.
    cancel: Cancel,
    /// What to print before the program ends, while it waits for input.
    waiting: Option<String>,
    /// Does Ctrl-C only stop the check?
    at_prompt: bool,
    /// Where it is seen whether a check runs.
    window: Option<Progress>,
}

/// How long SIGTERM waits for the work to end.
const PATIENCE: Duration = Duration::from_millis(70);

/// What has to be done about a signal.
#[derive(Debug, PartialEq, Eq)]
enum Action {
    /// The work was asked to stop; the main thread does the rest.
    Wait,
    /// The program ends now, after this text.
    End(String),
}

impl Interrupts {
    /// Nobody listens yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Begins to listen.
    #[cfg(unix)]
    pub(crate) fn listen(&self) -> io::Result<()> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
        let shared = self.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                match shared.receive(signal, signal == SIGINT) {
                    Action::End(text) => {
                        say(&text);
                        end_by(signal);
                    }
                    Action::Wait if signal == SIGTERM => shared.end_soon(signal),
                    Action::Wait => {}
                }
            }
        });
        Ok(())
    }

    /// Begins to listen, where there is something to hear.
    #[cfg(not(unix))]
    pub(crate) fn listen(&self) -> io::Result<()> {
        Ok(())
    }

    /// Work that this handle stops is done from now on.
    pub(crate) fn watch(&self, cancel: Cancel) {
        self.state().cancel = cancel;
    }

    /// Checks that are seen through this window end with the program.
    pub(crate) fn look_through(&self, window: Progress) {
        self.state().window = Some(window);
    }

    /// Ends the program after a moment. A check that runs is answered.
    #[cfg(unix)]
    fn end_soon(&self, signal: i32) {
        let Some(window) = self.state().window.clone() else { return };
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            // Whoever writes at this moment comes to an end first.
            let mut output = io::stdout().lock();
            if window.glance().is_some() {
                let _ = output.write_all(b"unknown\n").and_then(|()| output.flush());
            }
            end_by(signal);
        });
    }

    /// A prompt is shown from now on.
    pub(crate) fn at_prompt(&self) {
        self.state().at_prompt = true;
    }

    /// The program waits for input, and would end with this text; or it works again.
    pub(crate) fn wait(&self, last_words: Option<String>) {
        self.state().waiting = last_words;
    }

    /// The signal that stopped the work, if one came.
    pub(crate) fn came(&self) -> Option<i32> {
        self.state().came
    }

    /// What came is dealt with; work may go on.
    pub(crate) fn forget(&self) {
        let mut state = self.state();
        state.came = None;
        state.since = None;
        state.cancel.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg_attr(not(unix), allow(dead_code))]
    fn receive(&self, signal: i32, is_stop: bool) -> Action {
        let mut state = self.state();
        if state.at_prompt && is_stop && state.waiting.is_some() {
            return Action::Wait;
        }
        if let Some(text) = state.waiting.take() {
            return Action::End(text);
        }
        if state.came.is_some() {
            let is_repeated = state.since.as_ref().is_some_and(|since| since.elapsed() < MOMENT);
            return if is_repeated { Action::Wait } else { Action::End(String::new()) };
        }
        state.came = Some(signal);
        state.since = Some(Clock::start());
        state.cancel.cancel();
        Action::Wait
    }
}

/// Text on standard output. If it cannot be written, there is nobody left to report that to.
fn say(text: &str) {
    let mut output = io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// Ends the program as the signal does by itself.
#[cfg(unix)]
pub(crate) fn end_by(signal: i32) {
    // It fails for signals that do not exist; ours do.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Ends nothing, where there are no signals.
#[cfg(not(unix))]
pub(crate) fn end_by(_signal: i32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_signal_stops_the_work_and_the_second_ends_it() {
        let interrupts = Interrupts::new();
        let cancel = Cancel::new();
        interrupts.watch(cancel.clone());
        assert_eq!(interrupts.receive(2, true), Action::Wait);
        assert!(cancel.is_canceled());
        assert_eq!(interrupts.came(), Some(2));
        assert_eq!(interrupts.receive(2, true), Action::Wait, "the same signal, sent twice");
        std::thread::sleep(MOMENT);
        assert_eq!(interrupts.receive(15, false), Action::End(String::new()));
    }

    #[test]
    fn a_program_that_waits_ends_with_its_last_words() {
        let interrupts = Interrupts::new();
        interrupts.wait(Some("last".into()));
        assert_eq!(interrupts.receive(2, true), Action::End("last".into()));
        interrupts.wait(None);
        assert_eq!(interrupts.receive(2, true), Action::Wait);
    }

    #[test]
    fn at_a_prompt_only_the_check_stops() {
        let interrupts = Interrupts::new();
        let cancel = Cancel::new();
        interrupts.watch(cancel.clone());
        interrupts.at_prompt();
        interrupts.wait(Some(String::new()));
        assert_eq!(interrupts.receive(2, true), Action::Wait);
        assert!(!cancel.is_canceled());
        interrupts.wait(None);
        assert_eq!(interrupts.receive(2, true), Action::Wait);
        assert!(cancel.is_canceled());
        interrupts.forget();
        assert!(!cancel.is_canceled() && interrupts.came().is_none());
        interrupts.wait(Some(String::new()));
        assert_eq!(interrupts.receive(15, false), Action::End(String::new()), "SIGTERM ends the program");
    }
}
