//! `same`: two programs on the same files: do they answer alike, in as many steps, in as much time?
//!
//! Enters: two programs `tress` and folders of problems. Leaves: a table, and a line for each file on which
//! they differ. Steps do not depend on the machine, so a change that claims to change nothing must not change
//! them.

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
    name: "same",
    about: "two programs, OLD NEW, on all problems of --corpus: answers, steps and times, and where they differ",
    count: 0,
    run,
};

/// The limit of one run when the command line names none.
const LIMIT: Duration = Duration::from_secs(10);

/// What a program did with a file.
#[derive(Clone, Debug, Default, PartialEq)]
struct Run {
    /// Its answers to checks, in their order.
    answers: Vec<String>,
    /// `None` if it printed no statistics.
    steps: Option<u64>,
    seconds: f64,
}

impl Run {
    fn of(program: &Path, file: &Path, limit: Duration) -> io::Result<Self> {
        let output = Command::new(program)
            .arg("--stats=json")
            .arg(format!("--timeout={}", limit.as_secs_f64()))
            .arg(file)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let answers =
            text.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line)).map(str::to_owned);
        let statistics = text.lines().rev().find(|line| line.starts_with("{\"checks\"")).unwrap_or_default();
        let number = |name: &str| {
            let rest = statistics.split(&format!("\"{name}\": ")).nth(1)?;
            rest.split([',', '}']).next()
        };
        Ok(Self {
            answers: answers.collect(),
            steps: number("steps").and_then(|text| text.parse().ok()),
            seconds: number("check-time").and_then(|text| text.parse().ok()).unwrap_or_default(),
        })
    }

    fn is_decided(&self) -> bool {
        !self.answers.is_empty() && self.answers.iter().all(|answer| answer != "unknown")
    }

    fn contradicts(&self, other: &Self) -> bool {
        let differ = |(a, b): (&String, &String)| a != b && a != "unknown" && b != "unknown";
        self.answers.iter().zip(&other.answers).any(differ)
    }
}

/// What was seen of a family of files.
#[derive(Clone, Copy, Default)]
struct Score {
    files: usize,
    same: usize,
    steps_differ: usize,
    won: usize,
    lost: usize,
    contradicted: usize,
    old_seconds: f64,
    new_seconds: f64,
}

impl Score {
    /// Counts a file, and says how it differs, if it does.
    fn add(&mut self, old: &Run, new: &Run) -> Option<String> {
        self.files += 1;
        if old.contradicts(new) {
            self.contradicted += 1;
            return Some(format!("{:?} became {:?}", old.answers, new.answers));
        }
        match (old.is_decided(), new.is_decided()) {
            (true, false) => {
                self.lost += 1;
                return Some("lost".to_owned());
            }
            (false, true) => {
                self.won += 1;
                return Some("won".to_owned());
            }
            // What ends at a limit ends anywhere.
            (false, false) => return None,
            (true, true) => {}
        }
        self.old_seconds += old.seconds;
        self.new_seconds += new.seconds;
        if old.steps == new.steps && old.answers == new.answers {
            self.same += 1;
            return None;
        }
        self.steps_differ += 1;
        let steps = |run: &Run| run.steps.map_or("?".to_owned(), |steps| steps.to_string());
        Some(format!("{} steps became {}", steps(old), steps(new)))
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
    let [old, new] = lab.setting.files.as_slice() else {
        return Err(io::Error::other("same needs two programs: OLD NEW"));
    };
    let (old, new) = (old.clone(), new.clone());
    let folder = lab.setting.corpus.clone().unwrap_or_else(|| PathBuf::from("testdata"));
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let files = problems(&folder)?;
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..lab.setting.jobs {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let runs =
                        Run::of(&old, file, limit).and_then(|one| Ok((one, Run::of(&new, file, limit)?)));
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((file, runs));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(file, _)| *file);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let mut whole = Score::default();
    for (file, runs) in done {
        let (old, new) = runs?;
        let inside = file.strip_prefix(&folder).unwrap_or(file);
        let family = inside.iter().next().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let difference = scores.entry(family).or_default().add(&old, &new);
        whole.add(&old, &new);
        if let Some(difference) = difference {
            lab.print(&format!("{}: {difference}", inside.display()))?;
        }
    }
    lab.print(&table(&scores, whole).text())?;
    Ok(Verdict::wrong_if(whole.contradicted + whole.lost > 0))
}

fn table(scores: &BTreeMap<String, Score>, whole: Score) -> Table {
    let mut table = Table::new(&[
        "family",
        "files",
        "same",
        "other steps",
        "won",
        "lost",
        "contradicted",
        "old s",
        "new s",
    ]);
    for (family, score) in scores.iter().map(|(name, score)| (name.as_str(), *score)).chain([("all", whole)])
    {
        let numbers =
            [score.files, score.same, score.steps_differ, score.won, score.lost, score.contradicted];
        let mut row = vec![family.to_owned()];
        row.extend(numbers.map(|number| number.to_string()));
        row.extend([score.old_seconds, score.new_seconds].map(|seconds| format!("{seconds:.2}")));
        table.row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(answer: &str, steps: u64) -> Run {
        Run { answers: vec![answer.to_owned()], steps: Some(steps), seconds: 1.0 }
    }

    #[test]
    fn differences_are_named() {
        let mut score = Score::default();
        assert_eq!(score.add(&run("sat", 7), &run("sat", 7)), None);
        assert_eq!(score.add(&run("unknown", 7), &run("unknown", 8)), None, "limits end anywhere");
        assert!(score.add(&run("sat", 7), &run("sat", 8)).is_some());
        assert!(score.add(&run("sat", 7), &run("unknown", 7)).is_some());
        assert!(score.add(&run("unknown", 7), &run("unsat", 7)).is_some());
        assert!(score.add(&run("sat", 7), &run("unsat", 7)).is_some());
        let counts = [score.files, score.same, score.steps_differ, score.won, score.lost, score.contradicted];
        assert_eq!(counts, [6, 1, 1, 1, 1, 1]);
    }
}
