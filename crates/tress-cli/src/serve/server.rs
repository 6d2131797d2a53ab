//! The server: connections in, each on a thread of its own; a few problems at work at once, the others wait
//! their turn.

use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Command;
use tress_base::Cancel;

use super::access::Access;
use super::http::{Request, Response, is_gone, read_request};
use super::page;
use super::tasks::{self, Limits};
use crate::process::child::{self, Job, Outcome};

/// Connections at once; more are turned away.
const CONNECTIONS: usize = 128;
/// How often those who wait look whether their client is still there.
const PERIOD: Duration = Duration::from_millis(50);
/// How much of a refused body is read, so that the refusal is seen before the connection ends.
const DRAINED: usize = 1 << 18;

/// Everything that requests need to know.
pub(crate) struct Server {
    pub(crate) access: Access,
    pub(crate) limits: Limits,
    /// The flags of the program, for the page of help.
    pub(crate) command: fn() -> Command,
    /// Bytes of a body.
    pub(crate) body: usize,
    /// The results that are shown, if some were named.
    pub(crate) results: Option<PathBuf>,
    pub(crate) turns: Turns,
    /// The program is about to end.
    pub(crate) cancel: Cancel,
}

/// Turns for work: at most `most` at once, and at most `most_waiting` who wait.
pub(crate) struct Turns {
    at_work: Mutex<(usize, usize)>,
    freed: Condvar,
    most: usize,
    most_waiting: usize,
}

impl Turns {
    pub(crate) fn new(most: usize, most_waiting: usize) -> Self {
        Self { at_work: Mutex::new((0, 0)), freed: Condvar::new(), most, most_waiting }
    }

    /// Waits for a turn; none when too many wait already, or when the client is gone.
    fn take(&self, is_unwanted: impl Fn() -> bool) -> Option<Turn<'_>> {
        let mut state = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0 >= self.most && state.1 >= self.most_waiting {
            return None;
        }
        state.1 += 1;
        while state.0 >= self.most {
            state = self.freed.wait_timeout(state, PERIOD).unwrap_or_else(PoisonError::into_inner).0;
            if is_unwanted() {
                state.1 -= 1;
                return None;
            }
        }
        state.1 -= 1;
        state.0 += 1;
        Some(Turn(self))
    }

    /// How many are at work.
    pub(crate) fn at_work(&self) -> usize {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// A turn, given back at its end.
struct Turn<'a>(&'a Turns);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner).0 -= 1;
        self.0.freed.notify_one();
    }
}

/// Takes connections for as long as the program runs.
pub(crate) fn serve(listener: &TcpListener, server: &Arc<Server>) {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((mut stream, _)) = listener.accept() else {
            // Too many open files, or a client that went away at once: others may come.
            thread::sleep(PERIOD);
            continue;
        };
        let counted = Counted::new(&open);
        if open.load(Ordering::Relaxed) > CONNECTIONS {
            // Short enough to be sent without waiting.
            let _ = Response::text(503, "too many connections").send(&mut stream);
            continue;
        }
        let server = Arc::clone(server);
        // Without a thread the connection ends here.
        let _ = thread::Builder::new().spawn(move || {
            let _counted = counted;
            handle(stream, &server);
        });
    }
}

/// One of the connections that are open.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(open))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One request, one response.
fn handle(mut stream: TcpStream, server: &Server) {
    let request = read_request(&mut stream, server.body, |request| server.access.admit(request));
    let is_read = request.is_ok();
    let response = match request {
        Ok(request) => server.answer(&request, &stream),
        Err(refusal) => Some(refusal),
    };
    // A client that went away, or does not take it in time, gets nothing.
    if response.is_some_and(|response| response.send(&mut stream).is_ok()) && !is_read {
        let _ = drain(&mut stream);
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// Reads a little more: a connection that ends with bytes unread is reset, and the client may miss the
/// response.
fn drain(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut buffer = [0; 4096];
    let mut read = 0;
    while read < DRAINED {
        match stream.read(&mut buffer)? {
            0 => break,
            count => read += count,
        }
    }
    Ok(())
}

impl Server {
    /// What a request gets. Returns `None` if its client is gone.
    fn answer(&self, request: &Request, stream: &TcpStream) -> Option<Response> {
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/") => Some(page::page(self.results.is_some(), &self.limits)),
            ("GET", "/help") => Some(page::help((self.command)())),
            ("POST", "/solve") => self
                .work(tasks::solve(request, &self.limits), stream, |outcome| tasks::solved(request, outcome)),
            ("POST", "/regex") => {
                let respond = |outcome: &Outcome| tasks::answered(request, outcome);
                self.work(tasks::regex(request, &self.limits), stream, respond)
            }
            ("POST", "/report") | ("GET", "/report") => Some(tasks::report(request, self.results.as_deref())),
            (_, "/" | "/help" | "/solve" | "/regex" | "/report") => {
                Some(Response::text(405, "this method is not known here"))
            }
            _ => Some(Response::text(404, "there is nothing here")),
        }
    }

    /// Runs a job when it is its turn.
    fn work(
        &self,
        job: Result<Job, Response>,
        stream: &TcpStream,
        respond: impl FnOnce(&Outcome) -> Response,
    ) -> Option<Response> {
        let job = match job {
            Ok(job) => job,
            Err(refusal) => return Some(refusal),
        };
        let is_unwanted = || self.cancel.is_canceled() || is_gone(stream);
        let Some(_turn) = self.turns.take(is_unwanted) else {
            return Some(
                Response::text(503, "too many problems are waiting; try again later")
                    .with("Retry-After", "5"),
            );
        };
        match child::run(&job, is_unwanted) {
            Ok(outcome) => Some(respond(&outcome)),
            Err(problem) => Some(Response::text(503, &format!("no process can be started: {problem}"))),
        }
    }
}
