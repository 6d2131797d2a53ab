//! Limits hold: problems far too large for their time and memory end in time, with an answer.
//!
//! Each problem is read and checked under small limits. Both together may take 100 ms of
//! processor time more than the limit, and hold a tenth more memory. Only Linux tells how much a
//! program holds. `cargo lab giants` asks many more, every engine alone.
#![cfg(target_os = "linux")]

mod giants;
mod session;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use giants::Giant;
use session::{check, lasting_complaint};
use tress_base::{Budget, Random};
use tress_solver::registry;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tress");

/// Conversions of wide vectors are asked by `cargo lab giants` alone: what they hold differs between builds.
fn check_all(giants: impl Iterator<Item = (&'static str, Giant)>) {
    let complaints: Vec<String> = giants
        .filter(|(_, giant)| !giant.name.starts_with("conversion"))
        .filter_map(|(engine, giant)| lasting_complaint(PROGRAM, engine, &giant))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn known_giants() {
    check_all(giants::known().into_iter().map(|giant| ("auto", giant)));
}

#[test]
fn generated_giants() {
    let mut random = Random::new(12);
    check_all((0..60).map(move |_| ("auto", giants::random(&mut random))));
}

#[test]
fn generated_giants_by_every_engine() {
    let mut random = Random::new(13);
    check_all(
        (0..56).map(move |number| {
            (registry::NAMES[number % registry::NAMES.len()], giants::random(&mut random))
        }),
    );
}

/// A string of a hundred million characters costs no more than a short one.
#[test]
fn a_hundred_million_characters_are_found_at_once() {
    let outcome = check(PROGRAM, "auto", &giants::known()[0]);
    assert_eq!(outcome.answer, "sat");
    assert!(outcome.held < 60 && outcome.time < 100, "{outcome:?}");
}

/// Two thousand strings that differ need no pairs.
#[test]
fn two_thousand_strings_differ() {
    let outcome = check(PROGRAM, "auto", &giants::known()[1]);
    assert_eq!(outcome.answer, "sat");
    assert!(outcome.held < 60 && outcome.time <= 100, "{outcome:?}");
}

/// What takes time in proportion to its size is decided.
#[test]
fn large_and_easy() {
    for giant in giants::known() {
        let name = giant.name.as_str();
        if ["copies 20000", "constants 2000"].contains(&name) {
            let outcome = check(PROGRAM, "auto", &giant);
            assert_eq!(outcome.answer, "sat", "{name}: {outcome:?}");
        }
    }
}

/// After reading was ended by a limit, the session goes on: nothing of what was left out is taken for
/// granted.
#[test]
fn a_session_goes_on_after_reading_was_ended() {
    let mut text = "(push 1)".to_owned();
    let nested = giants::known().into_iter().find(|giant| giant.name == "defined words 40").expect("known");
    let _ = write!(
        text,
        "{}(check-sat)(get-info :reason-unknown)(check-sat)(get-info :reason-unknown)(pop 1)\
         (declare-const y String)(assert (= y \"a\"))(check-sat)",
        nested.text
    );
    let mut child = Command::new(PROGRAM)
        .args(["-in", "-t:100"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("tress starts");
    child.stdin.take().expect("connected").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[..2], ["unknown", "(:reason-unknown timeout)"], "{lines:?}");
    assert_eq!(lines[2], "unknown", "{lines:?}");
    assert!(lines[3].contains("refused"), "{lines:?}");
    assert_eq!(lines[4], "sat", "{lines:?}");
}

/// A signal ends the program at any time, also while it reads.
#[test]
fn a_signal_ends_the_program() {
    for giant in giants::known().into_iter().filter(|giant| !giant.name.starts_with("length")) {
        let mut child = Command::new(PROGRAM)
            .arg("-in")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tress starts");
        let mut input = child.stdin.take().expect("connected");
        let mut output = BufReader::new(child.stdout.take().expect("connected"));
        let _ = input.write_all(b"(echo \"ready\")\n").and_then(|()| input.flush());
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        let text = giant.text.clone();
        let writer = std::thread::spawn(move || {
            // The program may be gone before all is written.
            let _ = input.write_all(text.as_bytes()).and_then(|()| input.write_all(b"(check-sat)\n"));
            input
        });
        std::thread::sleep(Duration::from_millis(150));
        let clock = Budget::unlimited();
        let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        child.wait().expect("it ends");
        // Starting another program takes its time, too.
        assert!(clock.elapsed() < Duration::from_millis(400), "{}: {:?}", giant.name, clock.elapsed());
        drop(writer.join());
    }
}
