//! Compares translations with the real engines on random patterns and words.
//!
//! `cargo run -p tress-dialects --example agree -- --dialect python --count 20000 [--seed N]`
//!
//! The engines run in small programs under `scripts/dialects`. They read lines `MODE FLAGS PATTERN
//! WORD,WORD…` with text as hexadecimal code points, and answer each line with a digit per word, or with `E`
//! and a message when they reject the pattern.

#![allow(clippy::print_stdout, reason = "a program for the command line")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use tress_automata::{RegexStore, matches};
use tress_base::{Budget, Random};
use tress_dialects::{Dialect, Mode, parse};

const WORDS: usize = 6;

/// The program of a dialect's engine, with its arguments.
fn engine(dialect: Dialect) -> Option<(&'static str, &'static [&'static str])> {
    match dialect {
        Dialect::Python => Some(("python3", &["scripts/dialects/python.py"])),
        Dialect::Pcre => Some(("python3", &["scripts/dialects/pcre.py"])),
        Dialect::Java => Some(("java", &["scripts/dialects/Match.java"])),
        Dialect::Ecma => Some(("node", &["scripts/dialects/ecma.js"])),
        Dialect::Posix => Some(("python3", &["scripts/dialects/libc.py", "regcomp"])),
        Dialect::Glob => Some(("python3", &["scripts/dialects/libc.py", "fnmatch"])),
        Dialect::Smtlib | Dialect::Rust | Dialect::Re2 => None,
    }
}

/// One pattern with its words and our answers.
struct Case {
    mode: Mode,
    flags: String,
    pattern: String,
    words: Vec<Vec<u32>>,
    answers: Vec<bool>,
}

fn hex(text: impl Iterator<Item = u32>) -> String {
    let codes: Vec<String> = text.map(|c| format!("{c:x}")).collect();
    if codes.is_empty() { "-".into() } else { codes.join(".") }
}

impl Case {
    fn line(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| hex(word.iter().copied())).collect();
        let mode = if self.mode == Mode::Full { "full" } else { "search" };
        let flags = if self.flags.is_empty() { "-" } else { &self.flags };
        format!("{mode} {flags} {} {}", hex(self.pattern.chars().map(u32::from)), words.join(","))
    }
}

/// What stood on the command line.
struct Wish {
    dialect: Dialect,
    count: usize,
    seed: u64,
    verbose: bool,
}

fn wish() -> Result<Wish, String> {
    let mut wish = Wish { dialect: Dialect::Rust, count: 20_000, seed: 1, verbose: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match name.as_str() {
            "--dialect" => wish.dialect = Dialect::from_name(&value).ok_or(format!("no dialect {value}"))?,
            "--count" => wish.count = value.parse().map_err(|_| "bad count".to_owned())?,
            "--seed" => wish.seed = value.parse().map_err(|_| "bad seed".to_owned())?,
            "--verbose" => wish.verbose = value == "yes",
            _ => return Err(format!("unknown argument {name}")),
        }
    }
    Ok(wish)
}

/// Random cases until there are enough words; refusals are counted by message.
fn cases(wish: &Wish, refused: &mut std::collections::BTreeMap<String, usize>) -> Vec<Case> {
    let grammar = common::grammar(wish.dialect);
    let mut random = Random::new(wish.seed);
    let mut cases = Vec::new();
    let mut checks = 0;
    while checks < wish.count {
        let letters = grammar.flags(&mut random);
        let pattern = grammar.pattern(&mut random);
        // fnmatch never searches.
        let full = wish.dialect == Dialect::Glob || random.chance(1, 2);
        let mode = if full { Mode::Full } else { Mode::Search };
        let Ok(flags) = wish.dialect.read_flags(&letters) else { continue };
        let mut store = RegexStore::new();
        let budget = Budget::unlimited().with_steps(Some(3_000_000));
        let language = match parse(wish.dialect, &pattern, flags, mode, &mut store, &budget) {
            Ok(language) => language,
            Err(error) => {
                if wish.verbose {
                    println!("refused {pattern:?} {letters}: {error}");
                }
                *refused.entry(error.message).or_default() += 1;
                continue;
            }
        };
        let mut words = grammar.words(&mut random, &mut store, language, flags, WORDS);
        if wish.dialect == Dialect::Java && pattern.to_lowercase().contains("\\b") {
            // Java before 19 takes every alphabetic character for a word character here.
            let plain = |&c: &u32| c < 128 || !char::from_u32(c).is_some_and(char::is_alphanumeric);
            words.retain(|word| word.iter().all(plain));
        }
        if matches!(wish.dialect, Dialect::Java | Dialect::Ecma) && pattern.contains("(?<") {
            // Java's lookbehind counts UTF-16 units, and V8's matches between the halves of a pair.
            words.retain(|word| word.iter().all(|&c| c <= 0xFFFF));
        }
        if wish.dialect == Dialect::Posix {
            // The C library of GNU lets ^ and $ match at a newline without being asked.
            words.retain(|word| !word.contains(&10));
        }
        if words.is_empty() {
            continue;
        }
        let answers: Result<Vec<bool>, _> =
            words.iter().map(|word| matches(&mut store, language, word, &budget)).collect();
        let Ok(answers) = answers else { continue };
        checks += words.len();
        cases.push(Case { mode, flags: letters, pattern, words, answers });
    }
    cases
}

/// The replies of the engine in scripts/dialects. Returns `None` if it cannot be started.
fn ask_program(dialect: Dialect, cases: &[Case]) -> Option<Vec<String>> {
    let (program, arguments) = engine(dialect)?;
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let lines: Vec<String> = cases.iter().map(Case::line).collect();
    let writer = std::thread::spawn(move || {
        for line in lines {
            if writeln!(input, "{line}").is_err() {
                break;
            }
        }
    });
    let replies = BufReader::new(child.stdout.take()?).lines().map_while(Result::ok).collect();
    writer.join().ok()?;
    child.wait().ok()?;
    Some(replies)
}

/// The replies of the `regex` crate.
fn ask_rust(cases: &[Case]) -> Vec<String> {
    let ask = |case: &Case| {
        let pattern = match case.mode {
            // A line break after the pattern: a comment under the flag x must end before the parenthesis.
            Mode::Full if case.flags.contains('x') => format!("\\A(?:{}\n)\\z", case.pattern),
            Mode::Full => format!("\\A(?:{})\\z", case.pattern),
            Mode::Search => case.pattern.clone(),
        };
        let compiled = regex::RegexBuilder::new(&pattern)
            .case_insensitive(case.flags.contains('i'))
            .multi_line(case.flags.contains('m'))
            .dot_matches_new_line(case.flags.contains('s'))
            .ignore_whitespace(case.flags.contains('x'))
            .build();
        match compiled {
            Err(error) => format!("E {}", error.to_string().replace('\n', " ")),
            Ok(regex) => {
                let text =
                    |word: &Vec<u32>| word.iter().filter_map(|&c| char::from_u32(c)).collect::<String>();
                case.words.iter().map(|word| if regex.is_match(&text(word)) { '1' } else { '0' }).collect()
            }
        }
    };
    cases.iter().map(ask).collect()
}

fn main() -> ExitCode {
    let wish = match wish() {
        Ok(wish) => wish,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut refused = std::collections::BTreeMap::new();
    let cases = cases(&wish, &mut refused);
    let replies = match wish.dialect {
        Dialect::Rust => Some(ask_rust(&cases)),
        dialect => ask_program(dialect, &cases),
    };
    let Some(replies) = replies.filter(|replies| !replies.is_empty()) else {
        println!("SKIPPED: no engine for {:?} on this machine", wish.dialect);
        return ExitCode::SUCCESS;
    };
    report(&cases, &replies, &refused)
}

fn report(
    cases: &[Case],
    replies: &[String],
    refused: &std::collections::BTreeMap<String, usize>,
) -> ExitCode {
    let (mut agreed, mut inside, mut wrong) = (0, 0, 0);
    if replies.len() != cases.len() {
        println!("{} patterns, but {} replies", cases.len(), replies.len());
        wrong += 1;
    }
    for (case, reply) in cases.iter().zip(replies) {
        let Case { mode, flags, pattern, .. } = case;
        if reply.starts_with('E') {
            wrong += 1;
            println!("REJECTED by the engine: {pattern:?} flags {flags:?}: {reply}");
            continue;
        }
        for ((word, &ours), theirs) in case.words.iter().zip(&case.answers).zip(reply.chars()) {
            if ours == (theirs == '1') {
                agreed += 1;
                inside += usize::from(ours);
            } else if theirs != 'T' {
                wrong += 1;
                let word: String = word.iter().filter_map(|&c| char::from_u32(c)).collect();
                println!(
                    "DISAGREE: {pattern:?} flags {flags:?} {mode:?} word {word:?}: ours {ours}, engine {theirs}"
                );
            }
        }
    }
    let total: usize = refused.values().sum();
    println!(
        "{} patterns, {agreed} words agree ({inside} inside), {wrong} disagreements, {total} patterns refused:",
        cases.len()
    );
    for (message, count) in refused {
        println!("  {count:6} {message}");
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
