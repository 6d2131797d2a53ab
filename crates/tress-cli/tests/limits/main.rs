//! Limits hold: problems far too large for their time and memory end in time, with an answer.
//!
//! Each problem is read first; then one check runs under small limits. It may take 100 ms of
//! processor time more than its time limit, and hold a tenth more memory than its limit, or than
//! reading the problem took. Only Linux tells how much a program holds.
#![cfg(target_os = "linux")]

mod giants;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use giants::Giant;
use tress_base::Random;

/// Milliseconds that a check may take beyond its limit.
const OVERRUN: u64 = 100;

/// The program under limits, spoken to line by line.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What one check did.
#[derive(Debug)]
struct Outcome {
    answer: String,
    /// Milliseconds of processor time.
    time: u64,
    /// Mebibytes at most, before the check and after it.
    held: [u64; 2],
}

impl Session {
    fn start(milliseconds: u64, mebibytes: u64) -> Self {
        // Should a limit not hold, the system ends the program before it takes all of the machine.
        let program = env!("CARGO_BIN_EXE_tress");
        let line = format!(
            "ulimit -v 4000000; ulimit -t 20; exec '{program}' -in -t:{milliseconds} -memory:{mebibytes}"
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

    /// Sends commands of which the last one answers with one line.
    fn ask(&mut self, commands: &str) -> String {
        self.input.write_all(commands.as_bytes()).and_then(|()| self.input.flush()).expect("it reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
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

fn check(giant: &Giant) -> Outcome {
    let mut session = Session::start(giant.milliseconds, giant.mebibytes);
    let ready = session.ask(&format!("{}\n(echo \"ready\")\n", giant.text));
    assert_eq!(ready, "\"ready\"", "{}", giant.name);
    let (before, started) = (session.peak(), session.cpu());
    let answer = session.ask("(check-sat)\n");
    let (after, ended) = (session.peak(), session.cpu());
    drop(session.input);
    session.child.wait().expect("it ends");
    Outcome { answer, time: ended - started, held: [before, after] }
}

/// What went wrong, if something did.
fn complaint(giant: &Giant) -> Option<String> {
    let outcome = check(giant);
    let allowed = outcome.held[0].max(giant.mebibytes);
    let in_time = outcome.time <= giant.milliseconds + OVERRUN;
    let in_memory = outcome.held[1] <= allowed + allowed / 10;
    // A program that has died answers nothing.
    let answered = matches!(outcome.answer.as_str(), "sat" | "unsat" | "unknown");
    let Giant { name, milliseconds, mebibytes, .. } = giant;
    (!in_time || !in_memory || !answered)
        .then(|| format!("{name} under {milliseconds} ms and {mebibytes} MiB: {outcome:?}"))
}

fn check_all(giants: impl Iterator<Item = Giant>) {
    // Two more tries: the machine may have been busy with something else.
    let again =
        |giant: &Giant| complaint(giant).and_then(|_| complaint(giant)).and_then(|_| complaint(giant));
    let complaints: Vec<String> = giants.filter_map(|giant| again(&giant)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn known_giants() {
    check_all(giants::known().into_iter());
}

#[test]
fn generated_giants() {
    let mut random = Random::new(12);
    check_all((0..100).map(move |_| giants::random(&mut random)));
}

/// A string of a hundred million characters costs no more than a short one.
#[test]
fn a_hundred_million_characters_are_found_at_once() {
    let giant = &giants::known()[0];
    let outcome = check(giant);
    assert_eq!(outcome.answer, "sat");
    assert!(outcome.held[1] < 60 && outcome.time < 100, "{outcome:?}");
}

/// Two thousand strings that differ need no pairs.
#[test]
fn two_thousand_strings_differ() {
    let giant = &giants::known()[1];
    let outcome = check(giant);
    assert_eq!(outcome.answer, "sat");
    assert!(outcome.held[1] < 60 && outcome.time <= 100, "{outcome:?}");
}
