//! Starting the program and talking to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How long a test waits before it calls the program stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program with these flags, its streams connected to the test.
fn start(flags: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tress starts")
}

/// What a finished run left behind.
pub(crate) struct Run {
    pub(crate) output: String,
    pub(crate) complaints: String,
    pub(crate) code: i32,
}

/// Runs the program on a whole input.
pub(crate) fn run(flags: &[&str], input: &str) -> Run {
    let mut child = start(flags);
    let mut stdin = child.stdin.take().expect("connected");
    let input = input.as_bytes().to_vec();
    // Writing from a thread of its own: the program may answer before it has read everything. It
    // may also exit early, and then nobody reads the rest.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().expect("tress ends");
    writer.join().expect("the writer ends");
    Run {
        output: String::from_utf8(done.stdout).expect("replies are text"),
        complaints: String::from_utf8_lossy(&done.stderr).into_owned(),
        code: done.status.code().unwrap_or(-1),
    }
}

/// The replies of a session in which nothing goes to standard error. Its exit code tells whether one of them
/// is an error.
pub(crate) fn session(input: &str) -> String {
    let run = run(&[], input);
    assert_eq!(run.complaints, "", "nothing goes to standard error");
    let failed = run.output.lines().any(|line| line.starts_with("(error \""));
    assert_eq!(run.code, i32::from(failed), "the exit code tells of errors: {}", run.output);
    run.output
}

/// A conversation line by line, as over a pipe that both ends wait on.
pub(crate) struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut child = start(flags);
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("connected"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, lines }
    }

    /// Sends text as it is.
    pub(crate) fn send(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("open");
        stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).expect("tress reads");
    }

    /// The next line of the reply.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a reply comes")
    }

    /// Sends a command and waits for one line.
    pub(crate) fn ask(&mut self, command: &str) -> String {
        // In one piece: after `exit` nobody reads any more.
        self.send(&format!("{command}\n"));
        self.line()
    }

    /// Is nothing said for a while?
    pub(crate) fn is_silent(&mut self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(150)).is_err()
    }

    /// Closes the pipe; the exit code and what went to standard error.
    pub(crate) fn end(mut self) -> (i32, String) {
        drop(self.stdin.take());
        let code = self.child.wait().expect("tress ends").code().unwrap_or(-1);
        let mut complaints = String::new();
        let mut stderr = self.child.stderr.take().expect("connected");
        stderr.read_to_string(&mut complaints).expect("text");
        (code, complaints)
    }
}
