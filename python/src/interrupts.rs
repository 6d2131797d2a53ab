//! Ctrl-C while a solver works: Python's handler runs as soon as the work has stopped.
//!
//! Python runs handlers of signals in its main thread only, and that thread is busy here. But the interpreter
//! tells whoever asks, through a file descriptor, that a signal came (`signal.set_wakeup_fd`). A thread of
//! our own waits at the other end of that pipe and cancels the work. The main thread then lets Python run its
//! handler. When that raises nothing, work that was cut short is done again, in the time that is left. Only
//! signals that ask for an end stop the work; others wait.

use std::time::Duration;

use pyo3::prelude::*;
use tress::Cancel;
use tress_base::Clock;

/// Signals that ask for an end: interrupt, alarm, termination.
const URGENT: &[u8] = &[2, 14, 15];
/// Those that stop work a second time: alarms may come for ever.
const MOST_URGENT: &[u8] = &[2, 15];

/// Runs work that `cancel` stops, without holding the interpreter. A signal stops it, and what Python's
/// handler raises is raised. When that is nothing, and `is_cut` finds that the result was cut short, the work
/// is done again; it gets the time that went by before it began.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    is_cut: impl Fn(&T) -> bool,
    mut work: impl FnMut(Duration) -> T + Send,
) -> PyResult<T> {
    let clock = Clock::start();
    let (mut used, mut urgent) = (Duration::ZERO, URGENT);
    loop {
        cancel.clear();
        let watch = watch::Watch::start(py, cancel, urgent);
        // One that came before anybody watched would stop nothing.
        if let Err(raised) = py.check_signals() {
            watch.end(py);
            return Err(raised);
        }
        let done = py.detach(|| work(used));
        let was_stopped = watch.end(py);
        py.check_signals()?;
        if !was_stopped || !is_cut(&done) {
            return Ok(done);
        }
        (used, urgent) = (clock.elapsed(), MOST_URGENT);
    }
}

#[cfg(unix)]
mod watch {
    use std::io::{self, PipeWriter, Read};
    use std::os::fd::AsRawFd;
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;
    use pyo3::types::PyBytes;
    use tress::Cancel;

    /// What the thread at the pipe and the main thread know of each other.
    #[derive(Default)]
    struct Shared {
        /// Stops the work that runs now.
        current: Option<Cancel>,
        /// The signals that do so.
        urgent: &'static [u8],
        /// Signals that came, as the interpreter wrote them.
        came: Vec<u8>,
    }

    fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
        shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pipe of this process. A process that was forked off has no thread of its parent and makes its own.
    struct Pipe {
        process: u32,
        writer: PipeWriter,
        shared: Arc<Mutex<Shared>>,
    }

    static PIPE: Mutex<Option<Pipe>> = Mutex::new(None);

    /// The end that the interpreter writes to, new or known.
    fn pipe() -> io::Result<(i32, bool, Arc<Mutex<Shared>>)> {
        let mut known = PIPE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = known.as_ref().filter(|pipe| pipe.process == std::process::id()) {
            return Ok((pipe.writer.as_raw_fd(), false, pipe.shared.clone()));
        }
        let (mut reader, writer) = io::pipe()?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let (end, theirs) = (writer.as_raw_fd(), shared.clone());
        std::thread::Builder::new().name("tress-signals".to_owned()).spawn(move || {
            let mut bytes = [0; 64];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut shared = lock(&theirs);
                shared.came.extend(&bytes[..count]);
                let is_urgent = bytes[..count].iter().any(|signal| shared.urgent.contains(signal));
                if let Some(cancel) = shared.current.as_ref().filter(|_| is_urgent) {
                    cancel.cancel();
                }
            }
        })?;
        *known = Some(Pipe { process: std::process::id(), writer, shared: shared.clone() });
        Ok((end, true, shared))
    }

    fn set_wakeup_fd(py: Python<'_>, end: i32) -> PyResult<i32> {
        static FUNCTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let function: &Bound<'_, PyAny> = FUNCTION.import(py, "signal", "set_wakeup_fd")?;
        function.call1((end,))?.extract()
    }

    /// Work that is watched; `None` when this is not the main thread.
    pub(super) struct Watch(Option<(i32, Arc<Mutex<Shared>>)>);

    impl Watch {
        pub(super) fn start(py: Python<'_>, cancel: &Cancel, urgent: &'static [u8]) -> Self {
            // Only the main thread may ask; elsewhere, and where there are no pipes left, work goes on
            // unwatched.
            let begun = || -> PyResult<_> {
                let (end, is_new, shared) = pipe()?;
                if is_new {
                    py.import("os")?.call_method1("set_blocking", (end, false))?;
                }
                let before = set_wakeup_fd(py, end)?;
                let mut state = lock(&shared);
                state.current = Some(cancel.clone());
                state.urgent = urgent;
                drop(state);
                Ok((before, shared))
            };
            Self(begun().ok())
        }

        /// Did a signal stop the work? Whoever asked for signals before gets those that came.
        pub(super) fn end(self, py: Python<'_>) -> bool {
            let Some((before, shared)) = self.0 else { return false };
            let _ = set_wakeup_fd(py, before);
            let mut shared = lock(&shared);
            let is_urgent = shared.came.iter().any(|signal| shared.urgent.contains(signal));
            let was_stopped = shared.current.take().is_some_and(|cancel| cancel.is_canceled()) && is_urgent;
            let came = std::mem::take(&mut shared.came);
            drop(shared);
            if before >= 0 && !came.is_empty() {
                let _ = py
                    .import("os")
                    .and_then(|os| os.call_method1("write", (before, PyBytes::new(py, &came))));
            }
            was_stopped
        }
    }
}

#[cfg(not(unix))]
mod watch {
    use pyo3::prelude::*;
    use tress::Cancel;

    /// Elsewhere signals wait for the end of the work.
    pub(super) struct Watch;

    impl Watch {
        pub(super) fn start(_: Python<'_>, _: &Cancel, _: &'static [u8]) -> Self {
            Self
        }

        pub(super) fn end(self, _: Python<'_>) -> bool {
            false
        }
    }
}
