//! The program under limits, spoken to line by line: did it keep them?

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::Giant;

/// Is the program, like this one, built without optimisation? Then it is slower and larger; what is promised
/// holds for a release.
const PLAIN: bool = cfg!(debug_assertions);
/// Milliseconds that reading and a check may take beyond the limit.
pub(crate) const OVERRUN: u64 = if PLAIN { 300 } else { 100 };
/// How many times as long a check may take.
const SLOWER: u64 = if PLAIN { 2 } else { 1 };
/// Mebibytes that the program itself may hold more.
const LARGER: u64 = if PLAIN { 8 } else { 0 };

/// The program under limits.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What one check did, with reading its problem.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) answer: String,
    /// Milliseconds of processor time.
    pub(crate) time: u64,
    /// Mebibytes at most.
    pub(crate) held: u64,
}

impl Session {
    fn start(program: &str, engine: &str, giant: &Giant) -> Self {
        // Should a limit not hold, the system ends the program before it takes all of the machine.
        let Giant { milliseconds, mebibytes, .. } = giant;
        let line = format!(
            "ulimit -v 4000000; ulimit -t 5; exec '{program}' -in -t:{milliseconds} -memory:{mebibytes} --engine {engine}"
        );
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tress starts");
        let input = child.stdin.take().expect("connected");
        let output = BufReader::new(child.stdout.take().expect("connected"));
        Self { child, input, output }
    }

    /// Sends commands of which the last one answers with one line. A program that has died answers nothing.
    fn ask(&mut self, commands: &str) -> String {
        let mut line = String::new();
        if self.input.write_all(commands.as_bytes()).and_then(|()| self.input.flush()).is_ok() {
            self.output.read_line(&mut line).expect("it answers");
        }
        line.trim().to_owned()
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).expect("it runs")
    }

    /// Mebibytes held at most so far; none when the program is no more.
    fn peak(&self) -> u64 {
        let status = self.file("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
        let kibibytes = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
        kibibytes.expect("a number") >> 10
    }

    /// Milliseconds of processor time so far. The system counts in hundredths of a second.
    fn cpu(&self) -> u64 {
        let stat = self.file("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().expect("a line").split_whitespace().collect();
        fields[11..13].iter().map(|field| field.parse::<u64>().expect("ticks")).sum::<u64>() * 10
    }
}

/// Reads a problem and checks it, by one engine.
pub(crate) fn check(program: &str, engine: &str, giant: &Giant) -> Outcome {
    let mut session = Session::start(program, engine, giant);
    let answer = session.ask(&format!("{}\n(check-sat)\n", giant.text));
    let (held, time) = (session.peak(), session.cpu());
    drop(session.input);
    session.child.wait().expect("it ends");
    Outcome { answer, time, held }
}

/// What went wrong, if something did.
pub(crate) fn complaint(program: &str, engine: &str, giant: &Giant) -> Option<String> {
    let outcome = check(program, engine, giant);
    let Giant { name, milliseconds, mebibytes, .. } = giant;
    let in_time = outcome.time <= milliseconds * SLOWER + OVERRUN;
    let in_memory = outcome.held <= mebibytes + mebibytes / 10 + LARGER;
    let answered = matches!(outcome.answer.as_str(), "sat" | "unsat" | "unknown");
    (!in_time || !in_memory || !answered)
        .then(|| format!("{name} by {engine} under {milliseconds} ms and {mebibytes} MiB: {outcome:?}"))
}

/// The same after two more tries: the machine may have been busy with something else.
pub(crate) fn lasting_complaint(program: &str, engine: &str, giant: &Giant) -> Option<String> {
    let again = || complaint(program, engine, giant);
    again().and_then(|_| again()).and_then(|_| again())
}
