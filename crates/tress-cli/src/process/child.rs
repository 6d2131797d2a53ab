//! A program in a process of its own, under limits of time and memory.
//!
//! Enters: a [`Job`]. Leaves: an [`Outcome`]: what it printed, how it ended, what it used. Nothing of the
//! process is left then: it leads a group of its own, and the group is killed before the process is waited
//! for, so that no other process can have got its number.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use tress_base::Clock;
use wait4::{ResUse, Wait4};

/// How often a process is looked at.
const PERIOD: Duration = Duration::from_millis(10);
/// How often when it has closed its output, and ends soon.
const SHORT_PERIOD: Duration = Duration::from_micros(500);
/// How long output is waited for that others than the process hold open.
const PATIENCE: Duration = Duration::from_millis(200);

/// What is to be run.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
    /// What it reads; empty when missing.
    pub(crate) input: Vec<u8>,
    /// It is killed after this time.
    pub(crate) time: Option<Duration>,
    /// It is killed when it holds more bytes, if the system reports that.
    pub(crate) memory: Option<u64>,
    /// The number of bytes of each stream that are kept.
    pub(crate) kept: usize,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this status; none when a signal ended it.
    Itself(Option<i32>),
    /// It was killed: it took too long.
    Time,
    /// It was killed: it held too much memory.
    Memory,
    /// It was killed: nobody wants its answer any more.
    Unwanted,
}

/// What became of a process.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) ending: Ending,
    pub(crate) output: Stream,
    pub(crate) errors: Stream,
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// The most bytes that it held at once.
    pub(crate) memory: u64,
}

/// What came out of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream {
    pub(crate) bytes: Vec<u8>,
    /// Was there more than is kept?
    pub(crate) is_cut: bool,
}

impl Stream {
    /// As text; what is none becomes replacement characters.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Which stream of a process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Output,
    Errors,
}

/// A part of a stream, or its end.
type Piece = (Source, Option<Vec<u8>>);

/// Runs a job to its end. Now and then `is_unwanted` is asked whether the process may as well be killed.
pub(crate) fn run(job: &Job, mut is_unwanted: impl FnMut() -> bool) -> io::Result<Outcome> {
    let clock = Clock::start();
    let mut command = Command::new(&job.program);
    command.args(&job.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    lead_a_group(&mut command);
    hear_of_children();
    let mut child = command.spawn()?;
    let pieces = connect(&mut child, &job.input);
    let mut streams = Streams { kept: job.kept, ..Streams::default() };
    let ending = loop {
        match has_ended(&mut child) {
            Ok(true) => break Ending::Itself(None),
            Ok(false) => {}
            Err(problem) => {
                // Nothing can be known of it any more, so it must not run on.
                kill_group(&mut child);
                let _ = wait(&mut child);
                return Err(problem);
            }
        }
        if job.time.is_some_and(|limit| clock.elapsed() > limit) {
            break Ending::Time;
        }
        if job.memory.is_some_and(|limit| held_bytes(child.id()).is_some_and(|held| held > limit)) {
            break Ending::Memory;
        }
        if is_unwanted() {
            break Ending::Unwanted;
        }
        streams.receive(&pieces, if streams.open() { PERIOD } else { SHORT_PERIOD });
    };
    kill_group(&mut child);
    let ResUse { status, rusage } = wait(&mut child)?;
    let wall = clock.elapsed();
    let patience = Clock::start();
    while streams.open() && !patience.has_passed(PATIENCE) {
        streams.receive(&pieces, PERIOD);
    }
    Ok(Outcome {
        ending: if ending == Ending::Itself(None) { Ending::Itself(status.code()) } else { ending },
        output: streams.output,
        errors: streams.errors,
        cpu: rusage.utime + rusage.stime,
        wall,
        memory: rusage.maxrss,
    })
}

/// What has come out of a process so far.
#[derive(Default)]
struct Streams {
    kept: usize,
    output: Stream,
    errors: Stream,
    ended: u8,
}

impl Streams {
    fn open(&self) -> bool {
        self.ended < 2
    }

    /// Takes what comes in this time, or what is there already.
    fn receive(&mut self, pieces: &Receiver<Piece>, time: Duration) {
        if !self.open() {
            thread::sleep(time);
            return;
        }
        let mut next = pieces.recv_timeout(time).ok();
        while let Some((source, piece)) = next {
            let stream = if source == Source::Output { &mut self.output } else { &mut self.errors };
            match piece {
                None => self.ended += 1,
                Some(bytes) => {
                    let room = self.kept.saturating_sub(stream.bytes.len()).min(bytes.len());
                    stream.bytes.extend_from_slice(&bytes[..room]);
                    stream.is_cut |= room < bytes.len();
                }
            }
            next = pieces.try_recv().ok();
        }
    }
}

/// Threads that feed and empty the process. They end with its streams.
fn connect(child: &mut Child, input: &[u8]) -> Receiver<Piece> {
    let (sender, pieces) = channel();
    if let Some(output) = child.stdout.take() {
        empty(output, Source::Output, sender.clone());
    }
    if let Some(errors) = child.stderr.take() {
        empty(errors, Source::Errors, sender);
    }
    if let Some(mut stdin) = child.stdin.take()
        && !input.is_empty()
    {
        let input = input.to_vec();
        // A process that ends early reads no more; that is its right.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    pieces
}

fn empty(mut stream: impl Read + Send + 'static, source: Source, sender: Sender<Piece>) {
    thread::spawn(move || {
        let mut buffer = [0; 1 << 14];
        loop {
            let piece = match stream.read(&mut buffer) {
                Err(problem) if problem.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => None,
                Ok(count) => Some(buffer[..count].to_vec()),
            };
            let is_end = piece.is_none();
            if sender.send((source, piece)).is_err() || is_end {
                return;
            }
        }
    });
}

/// Memory that a process holds, in bytes.
pub(crate) fn held_bytes(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

fn wait(child: &mut Child) -> io::Result<ResUse> {
    loop {
        match child.wait4() {
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

#[cfg(unix)]
fn process_number(child: &Child) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(
        i32::try_from(child.id()).expect("numbers of processes are positive and small"),
    )
}

/// Ends of processes are ours to see. Whoever started us may ignore his, which we inherit: then the system
/// forgets a process when it ends, and with it how.
#[cfg(unix)]
fn hear_of_children() {
    static HEARD: std::sync::Once = std::sync::Once::new();
    HEARD.call_once(|| {
        // When it is refused, and ends are ignored, to wait for a process says so.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGCHLD, std::sync::Arc::default());
    });
}

#[cfg(not(unix))]
fn hear_of_children() {}

/// Has it ended? Its number stays its own until it is waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    match waitid(Id::Pid(process_number(child)), flags) {
        Ok(WaitStatus::StillAlive) | Err(nix::errno::Errno::EINTR) => Ok(false),
        Ok(_) => Ok(true),
        Err(problem) => Err(problem.into()),
    }
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    child.try_wait().map(|status| status.is_some())
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_a_group(_command: &mut Command) {}

/// Ends the process and all that it started. A group without living members cannot be killed; that is fine.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    let _ = killpg(process_number(child), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Job {
        Job {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            input: Vec::new(),
            time: Some(Duration::from_secs(20)),
            memory: None,
            kept: 1000,
        }
    }

    #[test]
    fn output_and_status_come_back() {
        let job = Job { input: b"word".to_vec(), ..shell("cat; echo oh >&2; exit 7") };
        let done = run(&job, || false).expect("a shell starts");
        assert_eq!((done.output.text().as_str(), done.errors.text().as_str()), ("word", "oh\n"));
        assert_eq!(done.ending, Ending::Itself(Some(7)));
        assert!(done.memory > 0);
    }

    #[test]
    fn what_takes_too_long_is_killed_with_its_children() {
        let job = Job { time: Some(Duration::from_millis(100)), ..shell("sleep 30 & echo $!; sleep 30") };
        let done = run(&job, || false).expect("a shell starts");
        assert_eq!(done.ending, Ending::Time);
        assert!(done.wall < Duration::from_secs(10));
        let child: u32 = done.output.text().trim().parse().expect("its child's number");
        let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        let gone = || state().split_whitespace().nth(2).is_none_or(|state| state == "Z" || state == "X");
        let patience = Clock::start();
        while !gone() && !patience.has_passed(Duration::from_secs(5)) {
            thread::sleep(PERIOD);
        }
        assert!(gone(), "{}", state());
    }

    #[test]
    fn what_nobody_wants_is_killed() {
        let done = run(&shell("sleep 30"), || true).expect("a shell starts");
        assert_eq!(done.ending, Ending::Unwanted);
    }

    #[test]
    fn output_is_kept_up_to_a_size() {
        let job = Job { kept: 10, ..shell("seq 100000") };
        let done = run(&job, || false).expect("a shell starts");
        assert_eq!((done.output.text().as_str(), done.output.is_cut), ("1\n2\n3\n4\n5\n", true));
        assert_eq!(done.ending, Ending::Itself(Some(0)));
    }

    #[test]
    fn what_holds_too_much_is_killed() {
        if held_bytes(std::process::id()).is_none() {
            return;
        }
        let job = Job { memory: Some(1), ..shell("sleep 30") };
        assert_eq!(run(&job, || false).expect("a shell starts").ending, Ending::Memory);
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let job = Job { program: "no-such-program-of-ours".into(), ..shell("") };
        assert!(run(&job, || false).is_err());
    }
}
