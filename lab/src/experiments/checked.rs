//! `checked`: a program with the feature `check-everything` on many files: does a run contradict itself?
//!
//! Enters: a program built by `cargo build --release -p tress-cli --features check-everything`, and a folder
//! of problems. Leaves: a table of what was checked, and a line for each file whose run failed a check.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "checked",
    about: "a PROGRAM that checks all its conclusions, on every problem of --corpus: how many held, and those that failed",
    count: 0,
    run,
};

/// The limit of one run when the command line names none.
const LIMIT: Duration = Duration::from_secs(10);
/// How a failed check begins.
const FAILURE: &str = "check-everything:";

/// What was checked in some runs.
#[derive(Clone, Debug, Default, PartialEq)]
struct Score {
    files: u64,
    decided: u64,
    clauses: u64,
    open: u64,
    learned: u64,
    failed: u64,
}

impl Score {
    fn of(program: &Path, file: &Path, limit: Duration) -> io::Result<(Self, Option<String>)> {
        let output = Command::new(program)
            .arg("--stats=json")
            .arg(format!("--timeout={}", limit.as_secs_f64()))
            .arg(file)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()?;
        Ok(Self::read(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Reads what a program has printed: its counters, and the message of a failed check.
    fn read(text: &str) -> (Self, Option<String>) {
        let number = |name: &str| -> u64 {
            let found = text.rsplit_once(&format!("\"{name}\": ")).map_or("", |(_, rest)| rest);
            found.split([',', '}']).next().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
        };
        let failure =
            text.split_once(FAILURE).map(|(_, rest)| rest.lines().next().unwrap_or("").trim().to_owned());
        let is_decided = text.lines().any(|line| line == "sat" || line == "unsat");
        let score = Self {
            files: 1,
            decided: u64::from(is_decided),
            clauses: number("checked-clauses"),
            open: number("checked-clauses-open"),
            learned: number("checked-rup"),
            failed: u64::from(failure.is_some()),
        };
        (score, failure)
    }

    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.decided += other.decided;
        self.clauses += other.clauses;
        self.open += other.open;
        self.learned += other.learned;
        self.failed += other.failed;
    }
}

/// All problems below a folder, by name.
fn problems(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let [program] = lab.setting.files.as_slice() else {
        return Err(io::Error::other("checked needs a program"));
    };
    let program = program.clone();
    let folder = lab.setting.corpus.clone().unwrap_or_else(|| PathBuf::from("testdata"));
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let files = problems(&folder)?;
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..lab.setting.jobs {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let score = Score::of(&program, file, limit);
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((file, score));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(file, _)| *file);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let mut whole = Score::default();
    for (file, result) in done {
        let (score, failure) = result?;
        let inside = file.strip_prefix(&folder).unwrap_or(file);
        let family = inside.iter().next().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        scores.entry(family).or_default().add(&score);
        whole.add(&score);
        if let Some(failure) = failure {
            lab.print(&format!("{}: {failure}", inside.display()))?;
        }
    }
    lab.print(&table(&scores, &whole).text())?;
    if whole.clauses == 0 {
        return Err(io::Error::other("nothing was checked: the program lacks the feature check-everything"));
    }
    Ok(Verdict::wrong_if(whole.failed > 0))
}

fn table(scores: &BTreeMap<String, Score>, whole: &Score) -> Table {
    let mut table =
        Table::new(&["family", "files", "decided", "clauses", "not evaluated", "learned clauses", "failed"]);
    let rows = scores.iter().map(|(name, score)| (name.as_str(), score)).chain([("all", whole)]);
    for (family, score) in rows {
        let numbers = [score.files, score.decided, score.clauses, score.open, score.learned, score.failed];
        let mut row = vec![family.to_owned()];
        row.extend(numbers.map(|number| number.to_string()));
        table.row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read() {
        let (score, failure) = Score::read(
            "sat\n{\"checks\": 1, \"checked-clauses\": 7, \"checked-clauses-open\": 2, \"checked-rup\": 3}\n",
        );
        let expected = Score { files: 1, decided: 1, clauses: 7, open: 2, learned: 3, failed: 0 };
        assert_eq!((score, failure), (expected, None));
    }

    #[test]
    fn a_failed_check_is_told() {
        let (score, failure) =
            Score::read("(error \"internal error: check-everything: a clause of x is false\n  y = 1\")\n");
        assert_eq!((score.failed, score.decided), (1, 0));
        assert_eq!(failure.as_deref(), Some("a clause of x is false"));
    }
}
