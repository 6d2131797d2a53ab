//! `operations`: operations of Java's library next to a JVM, on random arguments.
//!
//! Each method of the fixture `Operations` is one operation. The JVM that is installed, or that of `--jdk
//! DIR`, says what it does with the arguments. The interpreter must do the same with known arguments; and
//! with unknown ones that can have these values only, there must be one path, with the same end and no second
//! result.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tress_base::Random;
use tress_classes::{Class, ClassPath, Type};
use tress_exec::{Alphabet, Options, Outcome, Replay, Report, explore_pinned, run_known};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "operations",
    about: "operations of Java's strings, builders, numbers and characters do what the installed JVM does",
    count: 1_000,
    run,
};

/// Characters of random texts: many that are equal, spaces, signs, digits, and a few that are rare.
const LETTERS: &[u8] = b"aaabbAB--- \t\n19zZ+.\x00\x1f\x7f";
/// Units beyond ASCII: cased letters with odd mappings, digits, white space, a sign of Latin-1, and halves of
/// pairs.
const BEYOND: &[u16] =
    &[0x130, 0x131, 0x17f, 0x212a, 0xe9, 0x663, 0xff11, 0x2003, 0x3000, 0xa0, 0xd83d, 0xde00];
/// One text in this many has such units.
const RARELY: usize = 4;

/// What became of one case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Same,
    Open,
    Wrong,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/java")
}

fn path() -> io::Result<ClassPath> {
    ClassPath::open(fixtures().join("classes")).map_err(io::Error::other)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let class = path()?.class("Operations").map_err(io::Error::other)?;
    let class = class.ok_or_else(|| io::Error::other("there is no class Operations"))?;
    let rows = rows(&class, lab.count, lab.setting.seed);
    let java = lab.setting.jdk.as_ref().map_or_else(|| PathBuf::from("java"), |jdk| jdk.join("bin/java"));
    let answers = answers(&java, &rows)?;
    let mut table = Table::new(&["operation", "cases", "exceptions", "open", "wrong"]);
    let (mut is_wrong, mut done) = (false, 0);
    for rows in answers.chunk_by(|one, other| one[0] == other[0]) {
        let (mut open, mut wrong) = (0, 0);
        for row in rows {
            done += 1;
            lab.progress(done, answers.len());
            match case(row)? {
                Case::Same => {}
                Case::Open => open += 1,
                Case::Wrong => {
                    wrong += 1;
                    lab.print(&row.join("  "))?;
                }
            }
        }
        let threw = rows.iter().filter(|row| row[2].starts_with("throws")).count();
        is_wrong |= wrong > 0;
        let counts = [rows.len(), threw, open, wrong].map(|count| count.to_string());
        table.row(std::iter::once(rows[0][0].clone()).chain(counts));
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(is_wrong))
}

/// Calls of all methods, each with its arguments as a column.
fn rows(class: &Class, count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let methods = class.methods.iter().filter(|method| method.access.is_static());
    let mut rows = Vec::new();
    for method in methods {
        for _ in 0..count {
            let arguments: Vec<String> = method
                .type_
                .parameters
                .iter()
                .map(|type_| argument(&mut random, &method.name, type_))
                .collect();
            rows.push(format!("Operations.{}\t{}", method.name, arguments.join("|")));
        }
    }
    rows
}

fn argument(random: &mut Random, method: &str, type_: &Type) -> String {
    match type_ {
        Type::Boolean => (random.below(2) == 1).to_string(),
        Type::Char => unit(random, RARELY),
        // Long texts would only need memory.
        Type::Int if matches!(method, "repeated" | "cut") => (random.below(10) as i32 - 2).to_string(),
        Type::Int => match random.below(12) {
            0 => i32::MAX.to_string(),
            1 => i32::MIN.to_string(),
            2 => (-1 - random.below(9) as i32).to_string(),
            3 => (random.below(2_000_000) as i32 - 1_000_000).to_string(),
            _ => random.below(9).to_string(),
        },
        Type::Long => (random.next_u64() as i64 >> random.below(63)).to_string(),
        _ => text(random, method),
    }
}

fn text(random: &mut Random, method: &str) -> String {
    if matches!(method, "number" | "longNumber") && random.below(3) > 0 {
        let sign = *random.pick(&["", "-", "+", "00", "-0"]);
        return format!("{sign}{}", random.next_u64() >> random.below(64));
    }
    if method == "truth" && random.below(2) > 0 {
        return (*random.pick(&["true", "TRUE", "tRue", "truE ", "false"])).to_owned();
    }
    let length = random.below(9);
    let rarely = if random.below(RARELY) == 0 { 2 } else { usize::MAX };
    (0..length).map(|_| unit(random, rarely)).collect()
}

/// A unit; one in this many is beyond ASCII.
fn unit(random: &mut Random, rarely: usize) -> String {
    match random.below(rarely) {
        0 => format!("\\u{:04x}", random.pick(BEYOND)),
        _ => escaped(*random.pick(LETTERS)),
    }
}

fn escaped(letter: u8) -> String {
    match letter.is_ascii_graphic() || letter == b' ' {
        true => char::from(letter).to_string(),
        false => format!("\\u{letter:04x}"),
    }
}

/// The rows with what the JVM did, in three columns.
fn answers(java: &Path, rows: &[String]) -> io::Result<Vec<Vec<String>>> {
    let mut child = Command::new(java)
        .args(["-ea", "-Dfile.encoding=UTF-8", "-cp"])
        .arg(fixtures().join("classes"))
        .arg(fixtures().join("Driver.java"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let input = rows.join("\n") + "\n";
    // The driver reads everything before it writes.
    child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(input.as_bytes()))?;
    let done = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&done.stdout);
    let answers: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let are_whole = answers.len() == rows.len() && answers.iter().all(|row| row.len() == 3);
    match done.status.success() && are_whole {
        true => Ok(answers),
        false => Err(io::Error::other("the JVM has not answered all rows")),
    }
}

fn case(row: &[String]) -> io::Result<Case> {
    let arguments: Vec<&str> = row[1].split('|').collect();
    let has_more = BEYOND.iter().any(|unit| row[1].contains(&format!("\\u{unit:04x}")));
    let alphabet = if has_more { Alphabet::Utf16 } else { Alphabet::Ascii };
    let options = Options { alphabet, ..Options::default() };
    let known = run_known(path()?, &row[0], &arguments, &options).map_err(io::Error::other)?;
    let report = explore_pinned(path()?, &row[0], &arguments, &options).map_err(io::Error::other)?;
    let cases = [compared(&known, &row[2]), pinned(&report, &row[2])];
    Ok(if cases.contains(&Case::Wrong) {
        Case::Wrong
    } else if cases.contains(&Case::Open) {
        Case::Open
    } else {
        Case::Same
    })
}

fn compared(outcome: &Outcome, expected: &str) -> Case {
    match outcome {
        Outcome::Unsupported(_) | Outcome::Bound(_) => Case::Open,
        outcome if outcome.to_string() == expected => Case::Same,
        _ => Case::Wrong,
    }
}

/// One path, with the end that was expected. Where only bounds of a value are known, there may be several,
/// and none has an input.
fn pinned(report: &Report, expected: &str) -> Case {
    match report.paths.as_slice() {
        [one] if one.replay == Replay::Same => compared(&one.outcome, expected),
        [_, ..] if report.paths.iter().all(|path| matches!(path.replay, Replay::NoInput(_))) => Case::Open,
        _ => Case::Wrong,
    }
}
