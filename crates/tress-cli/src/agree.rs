//! `tress agree`: every engine on the same files, and an alarm when two of them contradict each other.
//!
//! Enters: files and the names of engines. Leaves: answers and times as a table or as JSON on standard
//! output, progress on standard error, and an exit code: 0 when no two answers contradict, 3 when some do, 2
//! when a file cannot be read.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use tress_session::agreement::{Contradiction, Said, Testimony, ask, contradiction};
use tress_solver::options::{Opt, Options};

use crate::ending::{CONTRADICTED, complain};
use crate::json::{self, Object};
use crate::paths::shown;
use crate::process::interrupts::{Interrupts, end_by};

/// Milliseconds for a check when nothing is said.
const USUAL_TIME: u64 = 10_000;

/// What is asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) engines: Vec<&'static str>,
    pub(crate) json: bool,
}

/// What the engines said to a file.
struct Row {
    file: String,
    said: Vec<Testimony>,
    contradiction: Option<Contradiction>,
}

/// Asks every engine about every file.
pub(crate) fn run(request: &Request, options: &Options, verbosity: u8) -> io::Result<ExitCode> {
    let mut options = options.clone();
    if options.limit(Opt::Timeout).is_none() {
        options.set_number(Opt::Timeout, USUAL_TIME);
    }
    let interrupts = Interrupts::new();
    interrupts.listen()?;
    let shows_progress = verbosity > 0 || io::stderr().is_terminal();
    let (mut rows, mut alarms) = (Vec::new(), 0);
    for (index, path) in request.files.iter().enumerate() {
        let file = shown(path);
        let script = match std::fs::read(path) {
            Ok(script) => script,
            Err(problem) => {
                complain("agree", &format!("{file}: {problem}"));
                return Ok(ExitCode::from(2));
            }
        };
        let mut said = Vec::new();
        for &engine in &request.engines {
            if shows_progress {
                complain("agree", &format!("{} of {}: {file}: {engine}", index + 1, request.files.len()));
            }
            said.push(ask(&script, engine, &options, |session| {
                interrupts.watch(session.solver.cancel_handle())
            }));
            if let Some(signal) = interrupts.came() {
                end_by(signal);
            }
        }
        let row = Row { file, contradiction: contradiction(&said), said };
        alarms += usize::from(row.contradiction.is_some());
        row.alarm();
        if request.json {
            writeln!(io::stdout(), "{}", row.object())?;
        }
        rows.push(row);
    }
    if !request.json {
        io::stdout().write_all(text(&rows, alarms).as_bytes())?;
    }
    Ok(if alarms > 0 { ExitCode::from(CONTRADICTED) } else { ExitCode::SUCCESS })
}

impl Row {
    fn alarm(&self) {
        if let Some(Contradiction { check, sat, unsat }) = self.contradiction {
            let check = check + 1;
            complain(
                "agree",
                &format!("CONTRADICTION: {}: check {check}: {sat} says sat, {unsat} says unsat", self.file),
            );
        }
    }

    fn object(&self) -> Object {
        let engines = self.said.iter().map(|one| {
            let answers = one.answers.iter().map(|said| json::escape(said.word()));
            Object::new()
                .with_text("engine", one.engine)
                .with("answers", json::list(answers))
                .with("seconds", format!("{:.3}", one.time.as_secs_f64()))
                .with("errors", one.errors)
                .to_string()
        });
        let object = Object::new()
            .with_text("command", "agree")
            .with_text("file", &self.file)
            .with("engines", json::list(engines))
            .with("contradiction", self.contradiction.is_some());
        match self.contradiction {
            Some(Contradiction { check, sat, unsat }) => {
                object.with("check", check + 1).with_text("sat", sat).with_text("unsat", unsat)
            }
            None => object,
        }
    }
}

/// The table: a line for each engine of one file, else a line for each file.
fn text(rows: &[Row], alarms: usize) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    if let [row] = rows {
        lines.push(["engine", "answers", "time"].map(str::to_owned).to_vec());
        lines.extend(row.said.iter().map(|one| vec![one.engine.to_owned(), answers(one), seconds(one.time)]));
    } else {
        let engines = rows.first().map(|row| row.said.iter().map(|one| one.engine.to_owned())).into_iter();
        lines.push(std::iter::once("file".to_owned()).chain(engines.flatten()).collect());
        for row in rows {
            let cells = row.said.iter().map(|one| match answers(one).as_str() {
                "unknown" => "-".to_owned(),
                said => format!("{said} {}", seconds(one.time)),
            });
            lines.push(std::iter::once(row.file.clone()).chain(cells).collect());
        }
    }
    let verdict = match alarms {
        0 => "no contradiction".to_owned(),
        1 => "1 file with a CONTRADICTION".to_owned(),
        more => format!("{more} files with CONTRADICTIONS"),
    };
    format!(
        "{}{verdict}; {} of {} checks were answered by two engines or more\n",
        columns(&lines),
        shared(rows),
        checks(rows)
    )
}

/// The answers to a script in few words.
fn answers(one: &Testimony) -> String {
    let count = |said: Said| one.answers.iter().filter(|answer| **answer == said).count();
    match one.answers.as_slice() {
        [] => "no check".to_owned(),
        [said] => said.word().to_owned(),
        _ => {
            let all = [Said::Sat, Said::Unsat, Said::Unknown].map(|said| (count(said), said.word()));
            let checks_said: Vec<String> =
                all.iter().filter(|one| one.0 > 0).map(|(n, word)| format!("{n} {word}")).collect();
            checks_said.join(" ")
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2}s", time.as_secs_f64())
}

/// How many checks there are.
fn checks(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.said.iter().map(|one| one.answers.len()).max().unwrap_or(0)).sum()
}

/// How many checks have at least two answers.
fn shared(rows: &[Row]) -> usize {
    let has_two = |row: &Row, check: usize| {
        let answers = row.said.iter().filter_map(|one| one.answers.get(check));
        answers.filter(|said| **said != Said::Unknown).count() > 1
    };
    rows.iter()
        .map(|row| (0..checks(std::slice::from_ref(row))).filter(|check| has_two(row, *check)).count())
        .sum()
}

/// Lines of cells, each column as wide as its widest cell.
pub(crate) fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(answers: [&[Said]; 2]) -> Row {
        let one = |engine, answers: &[Said]| Testimony {
            engine,
            answers: answers.to_vec(),
            time: Duration::from_millis(20),
            errors: 0,
        };
        let said = vec![one("auto", answers[0]), one("lazy", answers[1])];
        Row { file: "a.smt2".to_owned(), contradiction: contradiction(&said), said }
    }

    #[test]
    fn one_file_has_a_line_for_each_engine() {
        let expected = "engine  answers  time\nauto    sat      0.02s\nlazy    unknown  0.02s\n\
            no contradiction; 0 of 1 checks were answered by two engines or more\n";
        assert_eq!(text(&[row([&[Said::Sat], &[Said::Unknown]])], 0), expected);
    }

    #[test]
    fn several_files_have_a_line_each() {
        let rows = [
            row([&[Said::Sat, Said::Unsat], &[Said::Sat, Said::Sat]]),
            row([&[Said::Unsat], &[Said::Unknown]]),
        ];
        let expected = "file    auto                 lazy\na.smt2  1 sat 1 unsat 0.02s  2 sat 0.02s\n\
            a.smt2  unsat 0.02s          -\n1 file with a CONTRADICTION; 2 of 3 checks were answered by two engines or more\n";
        assert_eq!(text(&rows, 1), expected);
        let object = rows[0].object().to_string();
        assert!(
            object.ends_with("\"contradiction\":true,\"check\":2,\"sat\":\"lazy\",\"unsat\":\"auto\"}"),
            "{object}"
        );
    }
}
