//! Long work: signals stop it with an answer, `-v` shows it, and `unknown` has a name.

#![cfg(unix)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A problem without a short refutation: twelve pigeons in eleven holes, as clauses.
fn endless() -> String {
    const HOLES: usize = 11;
    let sits = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let mut text = String::new();
    for pigeon in 0..=HOLES {
        let places: Vec<String> = (0..HOLES).map(|hole| sits(pigeon, hole)).collect();
        for place in &places {
            writeln!(text, "(declare-const {place} Bool)").expect("text");
        }
        writeln!(text, "(assert (or {}))", places.join(" ")).expect("text");
        for (other, hole) in (0..pigeon).flat_map(|other| (0..HOLES).map(move |hole| (other, hole))) {
            writeln!(text, "(assert (or (not {}) (not {})))", sits(other, hole), places[hole]).expect("text");
        }
    }
    text
}

/// Replies, and what went to standard error.
struct Run {
    output: String,
    complaints: String,
}

fn run(flags: &[&str], input: &str) -> Run {
    let program = Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = program.expect("tress starts");
    // All of it fits into the pipe.
    child.stdin.take().expect("connected").write_all(input.as_bytes()).expect("tress reads");
    let done = child.wait_with_output().expect("tress ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { output: text(done.stdout), complaints: text(done.stderr) }
}

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// The program at work: it has said `"ready"` and works on something endless.
fn working(flags: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tress starts");
    let mut stdin = child.stdin.take().expect("connected");
    write!(stdin, "{}(echo \"ready\")(check-sat)(echo \"not reached\")", endless()).expect("tress reads");
    let mut output = BufReader::new(child.stdout.take().expect("connected"));
    let mut line = String::new();
    output.read_line(&mut line).expect("text");
    assert_eq!(line, "\"ready\"\n");
    // The pipe stays open: the program must end by itself.
    child.stdin = Some(stdin);
    thread::sleep(Duration::from_millis(200));
    (child, output)
}

fn kill(child: &Child, signal: i32) {
    let done = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
    assert!(done.expect("kill runs").success());
}

/// What is said after a signal, and the signal that ended the program.
fn ended(mut child: Child, mut output: BufReader<ChildStdout>) -> (String, Option<i32>) {
    let mut text = String::new();
    output.read_to_string(&mut text).expect("text");
    (text, child.wait().expect("tress ends").signal())
}

#[test]
fn a_signal_is_answered_with_unknown_and_ends_the_program() {
    for signal in [SIGINT, SIGTERM] {
        let (child, output) = working(&["--stats"]);
        kill(&child, signal);
        let (text, by) = ended(child, output);
        let rest = text.strip_prefix("unknown\n(:all-statistics (");
        assert!(rest.is_some_and(|rest| rest.lines().count() == 1 && rest.contains(":time ")), "{text}");
        assert_eq!(by, Some(signal));
    }
}

#[test]
fn a_signal_while_nothing_is_done_ends_the_program_too() {
    let mut talk = Command::new(env!("CARGO_BIN_EXE_tress"));
    let child = talk.arg("--stats=json").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("tress starts");
    child.stdin.as_mut().expect("connected").write_all(b"(check-sat)").expect("tress reads");
    let mut output = BufReader::new(child.stdout.take().expect("connected"));
    let mut line = String::new();
    output.read_line(&mut line).expect("text");
    thread::sleep(Duration::from_millis(200));
    kill(&child, SIGINT);
    let (text, by) = ended(child, output);
    assert_eq!((line.as_str(), by), ("sat\n", Some(SIGINT)));
    assert!(text.starts_with("{\"checks\": 1,") && text.lines().count() == 1, "{text}");
}

#[test]
fn progress_and_the_reason_go_to_standard_error() {
    let done = run(&["-v", "-v", "--timeout", "0.8"], &(endless() + "(check-sat)"));
    assert_eq!(done.output, "unknown\n");
    let lines: Vec<&str> = done.complaints.lines().collect();
    let (last, before) = lines.split_last().expect("something is told");
    assert!(last.starts_with("tress: unknown after 0.8") && last.ends_with(" s: timeout"), "{last}");
    assert!(before.len() >= 3, "{}", done.complaints);
    for line in before {
        for word in ["tress: ", " s, ", " steps, ", " conflicts, ", " restarts"] {
            assert!(line.contains(word), "{line}");
        }
    }
    let steps =
        |line: &str| line.split(", ").nth(2).and_then(|part| part.split(' ').next()?.parse::<u64>().ok());
    assert!(steps(before[0]) < steps(before[before.len() - 1]), "{}", done.complaints);
    assert_eq!(run(&["-v:0", "--timeout", "0.3"], &(endless() + "(check-sat)")).complaints, "");
}

#[test]
fn unknown_names_what_is_incomplete() {
    for (flags, problem, reason) in [
        (
            &[][..],
            "(declare-const x Int)(declare-const y Int)(declare-const z Int)
             (assert (= (+ (* x x x) (* y y y) (* z z z)) 114))",
            "(incomplete (nonlinear arithmetic))",
        ),
        (
            &["--engine", "kernel"],
            "(declare-const x String)(assert (= (str.replace_all x \"a\" \"b\") (str.rev x)))
             (assert (str.contains x \"a\"))",
            "(incomplete (operator str.replace_all) (operator str.rev))",
        ),
        (
            &["--engine", "kernel"],
            "(declare-const x String)(declare-const y String)(assert (> (str.len x) 2))
             (assert (= (str.++ x \"ab\" y) (str.++ y \"ba\" x)))",
            "(incomplete (theory strings))",
        ),
        (
            &["--engine", "local-search"],
            "(declare-const x Int)(assert (= (* x x) 1000002))",
            "(incomplete (engine local-search))",
        ),
        (
            &["--rlimit", "1000"],
            "(declare-const x Int)(declare-const y Int)(assert (= (* x x x) (+ 77777 (* y y y))))",
            "resourceout",
        ),
        (
            &[],
            "(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f (+ x 1)) (f x))))",
            "(incomplete quantifiers)",
        ),
    ] {
        let done = run(flags, &format!("{problem}(check-sat)(get-info :reason-unknown)"));
        assert_eq!(done.output, format!("unknown\n(:reason-unknown {reason})\n"), "{problem}");
    }
}

#[test]
fn the_handles_of_a_session_outlive_a_reset() {
    let (mut child, output) = working(&[]);
    drop(child.stdin.take());
    kill(&child, SIGINT);
    assert_eq!(ended(child, output), ("unknown\n".to_owned(), Some(SIGINT)));
    let mut child = Command::new(env!("CARGO_BIN_EXE_tress"));
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("tress starts");
    let mut stdin = child.stdin.take().expect("connected");
    write!(stdin, "(check-sat)(reset){}(echo \"ready\")(check-sat)", endless()).expect("tress reads");
    let mut output = BufReader::new(child.stdout.take().expect("connected"));
    for expected in ["sat\n", "\"ready\"\n"] {
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        assert_eq!(line, expected);
    }
    thread::sleep(Duration::from_millis(200));
    kill(&child, SIGINT);
    assert_eq!(ended(child, output), ("unknown\n".to_owned(), Some(SIGINT)));
}
