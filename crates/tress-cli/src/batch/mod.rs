//! `tress batch`: many problems, each in a process of its own, several at once.
//!
//! Enters: files and folders. Leaves: rows as JSON lines, CSV and a report, counts on standard output,
//! progress on standard error, and an exit code: 0 when no two answers contradict, 3 when some do, 4 when
//! `--fail-on` names an answer that was given, 2 when something cannot be read or written. What was done
//! before an interruption is not done again.

mod arguments;
mod cactus;
mod certificates;
mod files;
mod journal;
mod judge;
mod outputs;
mod progress;
mod read_json;
mod report;
mod rows;
mod run;
mod solvers;

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub(crate) use arguments::command;
use arguments::{Asked, Request, read};
use files::Problem;
use journal::Journal;
use judge::{Disagreement, Reference, disagreements, own_status};
use outputs::Outputs;
use progress::Progress;
use rows::{Answer, Row};
use run::{Setting, Task, run_all};
use tress_base::Cancel;

use crate::agree::columns;
use crate::ending::{CONTRADICTED, complain, exit_code};
use crate::paths::{path_of, shown};
use crate::process::interrupts::{Interrupts, end_by};

/// The exit code when an answer was given that `--fail-on` names.
const FAILED: u8 = 4;
/// Solvers of a report that somebody asks for.
#[cfg(feature = "serve")]
const MOST_SOLVERS: usize = 50;

/// Runs the command in `arguments`.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    let request = match read(arguments) {
        Ok(Asked::Batch(request)) => request,
        Ok(Asked::Help(page)) => return exit_code(io::stdout().write_all(page.as_bytes()).map(|()| 0)),
        Err(message) => {
            complain("batch", &message);
            return ExitCode::from(2);
        }
    };
    match batch(&request) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            complain("batch", &message);
            ExitCode::from(2)
        }
    }
}

fn batch(request: &Request) -> Result<u8, String> {
    let reference = match &request.reference {
        None => Reference::default(),
        Some(path) => read_text(path)
            .and_then(|text| Reference::read(&text).map_err(|why| format!("{}: {why}", shown(path))))?,
    };
    let problems = files::problems(&request.paths)?;
    if problems.is_empty() && !request.paths.is_empty() {
        let names: Vec<String> = request.paths.iter().map(|path| shown(path)).collect();
        return Err(format!("there is no problem in {}", names.join(", ")));
    }
    let (mut journal, mut rows) = match &request.out {
        Some(path) => Journal::open(path, request.fresh).map(|(journal, rows)| (Some(journal), rows))?,
        None => (None, Vec::new()),
    };
    let mut outputs = Outputs::open(request)?;
    let signal = work(request, &problems, journal.as_mut(), &mut rows)?;
    let index =
        |row: &Row| request.solvers.iter().position(|solver| solver.name == row.solver).unwrap_or(usize::MAX);
    rows.sort_by(|a, b| (&a.file, index(a), &a.solver).cmp(&(&b.file, index(b), &b.solver)));
    let mut beforehand: HashMap<&str, Vec<(&'static str, Answer)>> = HashMap::new();
    for row in &rows {
        beforehand.entry(&row.file).or_insert_with(|| known(&row.file, &reference));
    }
    let found = disagreements(&rows, |file| beforehand.get(file).cloned().unwrap_or_default());
    let is_compared = |row: &&Row| {
        matches!(row.answers()[..], [answer] if answer.is_decided())
            && !beforehand[row.file.as_str()].is_empty()
    };
    outputs.write(&rows, &found, rows.iter().filter(is_compared).count())?;
    let counted = report_counts(&rows, &found);
    // Somebody has stopped us: what is kept is kept.
    signal.into_iter().for_each(end_by);
    match counted {
        // The reader of the table is gone.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => {}
        counted => counted.map_err(|problem| format!("the counts cannot be written: {problem}"))?,
    }
    Ok(match rows.iter().any(|row| request.fail_on.contains(&row.answer)) {
        _ if !found.is_empty() => CONTRADICTED,
        true => FAILED,
        false => 0,
    })
}

/// Runs what has no row yet. The signal that ended the work early, if one did.
fn work(
    request: &Request,
    problems: &[Problem],
    mut journal: Option<&mut Journal>,
    rows: &mut Vec<Row>,
) -> Result<Option<i32>, String> {
    let done: HashSet<(&str, &str)> =
        rows.iter().map(|row| (row.file.as_str(), row.solver.as_str())).collect();
    let all = problems.iter().flat_map(|problem| request.solvers.iter().map(move |solver| (problem, solver)));
    let (kept, tasks): (Vec<Task<'_>>, Vec<Task<'_>>) =
        all.partition(|(problem, solver)| done.contains(&(problem.name.as_str(), solver.name.as_str())));
    let program =
        crate::process::own::program().map_err(|problem| format!("tress does not know itself: {problem}"))?;
    let interrupts = Interrupts::new();
    let cancel = Cancel::new();
    interrupts.watch(cancel.clone());
    interrupts.listen().map_err(|problem| problem.to_string())?;
    let setting = Setting {
        program: &program,
        limits: request.limits,
        jobs: request.jobs,
        certifying: request.certifying.as_ref(),
        cancel: &cancel,
    };
    let mut progress = Progress::start(request.quiet, tasks.len(), kept.len());
    run_all(&tasks, setting, |row| {
        if let Some(journal) = &mut journal {
            journal.add(row).map_err(|problem| format!("the journal cannot be written: {problem}"))?;
        }
        progress.add(row);
        rows.push(row.clone());
        Ok::<(), String>(())
    })?;
    progress.end();
    Ok(interrupts.came())
}

/// What is known of a file beforehand.
fn known(file: &str, reference: &Reference) -> Vec<(&'static str, Answer)> {
    let status =
        std::fs::read(path_of(file)).ok().and_then(|bytes| own_status(&String::from_utf8_lossy(&bytes)));
    let status = status.map(|answer| ("its :status", answer));
    status.into_iter().chain(reference.answer(file).map(|answer| ("the reference", answer))).collect()
}

fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|problem| format!("{}: {problem}", shown(path)))
}

/// The counts on standard output, contradictions on standard error.
fn report_counts(rows: &[Row], found: &[Disagreement]) -> io::Result<()> {
    for Disagreement { file, check, sat, unsat } in found {
        complain(
            "batch",
            &format!("CONTRADICTION: {file}: check {check}: {sat} says sat, {unsat} says unsat"),
        );
    }
    let mut lines = vec![vec!["solver".to_owned()]];
    lines[0].extend(Answer::ALL.map(|answer| answer.word().to_owned()));
    let is_certifying = rows.iter().any(|row| row.certificate.is_some());
    lines[0].extend(is_certifying.then(|| "certified".to_owned()));
    for solver in report::solvers(rows) {
        let count = |answer| rows.iter().filter(|row| row.solver == solver && row.answer == answer).count();
        let mut line = vec![solver.to_owned()];
        line.extend(Answer::ALL.map(|answer| count(answer).to_string()));
        let certified = rows.iter().filter(|row| row.solver == solver && row.is_certified()).count();
        line.extend(is_certifying.then(|| certified.to_string()));
        lines.push(line);
    }
    let verdict = match found.len() {
        0 => "no contradiction".to_owned(),
        1 => "1 CONTRADICTION".to_owned(),
        more => format!("{more} CONTRADICTIONS"),
    };
    writeln!(io::stdout(), "{}{verdict}", columns(&lines))
}

/// The report about rows that somebody sends: whatever is no row is an error.
#[cfg(feature = "serve")]
pub(crate) fn report_of(bytes: &[u8]) -> Result<String, String> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    // The last line may miss its end; torn ones are dropped.
    let mut rows = journal::read_rows(&bytes[..whole])?;
    rows.extend(journal::read_rows(&bytes[whole..]).unwrap_or_default());
    let solvers: HashSet<&str> = rows.iter().map(|row| row.solver.as_str()).collect();
    if solvers.len() > MOST_SOLVERS {
        // Tables have a column for each, and a row for each folder.
        return Err(format!("rows of more than {MOST_SOLVERS} solvers make no report"));
    }
    rows.sort_by(|a, b| a.file.cmp(&b.file));
    let found = disagreements(&rows, |_| Vec::new());
    Ok(report::page(&rows, &found, 0))
}

#[cfg(all(test, feature = "serve"))]
mod tests {
    use super::*;
    use crate::batch::rows::sample;

    #[test]
    fn a_report_of_a_stranger_stays_small() {
        let rows = |solvers: usize| {
            let row = |number: usize| sample(&format!("{number}/f"), &number.to_string(), Answer::Sat, 1.0);
            (0..solvers).map(|number| format!("{}\n", row(number))).collect::<String>()
        };
        let page = report_of(rows(MOST_SOLVERS).as_bytes()).expect("a report");
        assert!(page.len() < 1 << 20, "{}", page.len());
        assert!(report_of(rows(MOST_SOLVERS + 1).as_bytes()).is_err());
    }
}
