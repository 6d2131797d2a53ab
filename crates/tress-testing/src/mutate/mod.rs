//! Damaged scripts: whatever the bytes, the session answers each command once and goes on.
//!
//! Enters: random numbers. Leaves: scripts that were right before something was done to their
//! bytes, tokens or trees ([`mutated`]), and what is wrong with the replies to a script ([`check`]).

mod change;

use std::fmt::Write;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tress_base::Budget;
use tress_base::Random;
use tress_session::{Reply, Session, run};
use tress_smtlib::{Cut, Cutter, Position};
use tress_solver::options::Options;
use tress_term::term::Op;

use crate::generate::{Knobs, Planted};
use crate::trace;

pub use change::change;

/// Hand-written scripts that use every command, with `;;;` between them.
const SEEDS: &str = include_str!("seeds.txt");
/// Steps for one check.
const STEPS: &str = "3000";
/// The time that one script may take.
const LONGEST: Duration = Duration::from_secs(10);

/// A script with a few random changes.
pub fn mutated(random: &mut Random) -> Vec<u8> {
    let seeds: Vec<&str> = SEEDS.split(";;;\n").collect();
    let mut script = match random.below(3) {
        0 => trace::script(&trace::generate(random.next_u64())),
        1 => format!("{}(check-sat)(get-model)", Planted::new(&knobs(), random, 3).text()),
        _ => (*random.pick(&seeds)).to_owned(),
    }
    .into_bytes();
    for _ in 0..1 + random.below(4) {
        script = change(&script, random);
    }
    script
}

/// All operators but the one that makes words of many millions of characters: planting evaluates terms
/// without a limit.
fn knobs() -> Knobs {
    Knobs { operators: Op::all().filter(|op| *op != Op::Repeat).collect(), ..Knobs::default() }
}

/// What was counted for a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Commands, good or bad.
    pub commands: usize,
    /// Commands that were answered with an error.
    pub errors: usize,
    /// How long it took.
    pub time: Duration,
}

/// Runs a script piece by piece, then as a stream, and compares.
///
/// # Errors
/// What is wrong.
pub fn check(script: &[u8], random: &mut Random) -> Result<Counts, String> {
    let clock = Budget::unlimited();
    let done = catch_unwind(AssertUnwindSafe(|| piece_by_piece(script)));
    let (replies, mut counts) = done.map_err(|_| "panic".to_owned())??;
    let mut output = Vec::new();
    let chunk = 1 + random.below(200);
    let streamed = catch_unwind(AssertUnwindSafe(|| {
        run(&mut Session::new(options()), Chunks { left: script, chunk }, &mut output)
    }));
    let summary = streamed.map_err(|_| "panic in a stream".to_owned())?.map_err(|error| error.to_string())?;
    if (summary.commands, summary.errors) != (counts.commands, counts.errors) {
        return Err(format!("a stream counts {summary:?}, pieces {counts:?}"));
    }
    if output != replies.as_bytes() {
        return Err(format!("a stream answers\n{}\npieces\n{replies}", String::from_utf8_lossy(&output)));
    }
    counts.time = clock.elapsed();
    if counts.time > LONGEST {
        return Err(format!("it takes {:?}", counts.time));
    }
    Ok(counts)
}

fn options() -> Options {
    let mut options = Options::default();
    // The option exists and takes a number.
    let _ = options.set("rlimit", STEPS);
    options
}

/// Cuts the script and executes each command; all replies, and their number.
fn piece_by_piece(script: &[u8]) -> Result<(String, Counts), String> {
    let mut session = Session::new(options());
    let (mut replies, mut counts) = (String::new(), Counts::default());
    let mut cutter = Cutter::new();
    let (mut rest, mut at) = (script, Position::START);
    loop {
        let (start, end, is_command) = match cutter.next(rest) {
            Cut::Command { start, end } => (start, end, true),
            Cut::Stray { start, end } => (start, end, false),
            Cut::Incomplete => break,
        };
        counts.commands += 1;
        let place = at.after(&rest[..start]);
        let text = &rest[start..end];
        let reply = if is_command { session.execute(text, place) } else { session.stray(text, place) };
        sound(&reply)?;
        counts.errors += usize::from(reply.is_error);
        replies.push_str(&reply.text);
        if reply.is_exit {
            return Ok((replies, counts));
        }
        at = at.after(&rest[..end]);
        rest = &rest[end..];
    }
    if let Some(start) = cutter.unfinished() {
        counts.commands += 1;
        counts.errors += 1;
        let place = at.after(&rest[..start]);
        // Writing to a string cannot fail.
        let _ = writeln!(replies, "(error \"{place}: the input ends inside of this command\")");
    }
    Ok((replies, counts))
}

/// Does the reply have the form that clients rely on?
fn sound(reply: &Reply) -> Result<(), String> {
    let text = reply.text.as_str();
    if !reply.is_error {
        let fine = text.is_empty() || (text.ends_with('\n') && text.len() > 1);
        let quiet = !text.starts_with("(error") && !text.contains("\n(error");
        return if fine && quiet { Ok(()) } else { Err(format!("a reply that is no error: {text}")) };
    }
    let inner = text.strip_prefix("(error \"").and_then(|rest| rest.strip_suffix("\")\n"));
    let plain = |inner: &str| {
        inner.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\')
    };
    let placed = |inner: &str| inner.split(':').take(2).all(|part| part.parse::<usize>().is_ok());
    match inner {
        Some(inner) if plain(inner) && placed(inner) => Ok(()),
        _ => Err(format!("an error that is not one plain line with a place: {text}")),
    }
}

/// Input that arrives in pieces of one length.
struct Chunks<'script> {
    left: &'script [u8],
    chunk: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.chunk.min(self.left.len()).min(buffer.len());
        buffer[..length].copy_from_slice(&self.left[..length]);
        self.left = &self.left[length..];
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_thousand_scripts() {
        let mut random = Random::new(1);
        let mut all = Counts::default();
        for number in 0..3000 {
            let script = mutated(&mut random);
            match check(&script, &mut random) {
                Ok(counts) => {
                    all.commands += counts.commands;
                    all.errors += counts.errors;
                }
                Err(problem) => panic!("script {number}: {problem}\n{}", String::from_utf8_lossy(&script)),
            }
        }
        assert!(all.errors > 3000 && all.commands > 2 * all.errors, "most commands survive: {all:?}");
    }

    #[test]
    fn seeds_are_right_before_they_are_changed() {
        let mut random = Random::new(1);
        let refused = ["declare-codatatypes", "get-proof"];
        for seed in SEEDS.split(";;;\n") {
            let (replies, counts) = piece_by_piece(seed.as_bytes()).expect("sound");
            let expected = seed.lines().filter(|line| refused.iter().any(|word| line.contains(word))).count();
            let errors = replies.lines().filter(|line| {
                line.starts_with("(error")
                    && !line.contains("not available")
                    && !line.contains("has no value")
            });
            assert_eq!(errors.count(), expected, "{seed}\n{replies}");
            assert_eq!(check(seed.as_bytes(), &mut random).map(|again| again.commands), Ok(counts.commands));
        }
    }

    #[test]
    fn unsound_replies_are_seen() {
        let error = |text: &str| sound(&Reply { text: text.into(), is_error: true, is_exit: false });
        assert!(error("(error \"1:2: what\")\n").is_ok());
        for text in [
            "(error \"what\")\n",
            "(error \"1:2: a\")",
            "(error \"1:2: \"a\")\n",
            "(error \"1:2: a\nb\")\n",
            "x",
        ] {
            assert!(error(text).is_err(), "{text}");
        }
        let other = |text: &str| sound(&Reply { text: text.into(), ..Reply::default() });
        assert!(other("").is_ok() && other("sat\n").is_ok());
        assert!(other("\n").is_err() && other("sat").is_err() && other("sat\n(error \"1:1: x\")\n").is_err());
    }
}
