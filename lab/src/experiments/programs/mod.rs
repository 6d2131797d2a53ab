//! `programs`: Java programs with known verdicts, each answered by `tress exec --svcomp`.
//!
//! The programs are those of the repository, or of a folder of tasks in the form of SV-COMP. Next to the
//! answers stands what one fixed run of a JVM finds, in which every unknown value is zero or empty: a
//! verifier that finds no more is of no use.

mod runs;
mod tasks;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use runs::{Said, asked, breaks, fixed_run};
use tasks::{Task, tasks};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "programs",
    about: "Java programs with verdicts, the repository's or those of --folder DIR, by tress exec --svcomp; --out docs writes the page",
    count: usize::MAX,
    run,
};

/// What a task may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(10);
/// The words of the page around its tables.
const PAGE: &str = include_str!("page.txt");

/// What became of a task.
struct Row {
    task: Task,
    said: Said,
    time: Duration,
    /// Has the fixed run found a violation? `None` without a JDK.
    fixed: Option<bool>,
}

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/java/programs")
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let tress = lab.tress()?;
    let folder = lab.setting.corpus.clone().unwrap_or_else(own);
    let mut tasks = tasks(&folder)?;
    tasks.truncate(lab.count);
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let rows = answer_all(lab, &tress, &tasks, limit)?;
    let suites = suites(&rows);
    lab.print(&suites.text())?;
    let (wrong, open, reasons) = (wrong(&rows), open(&rows), reasons(&rows));
    for table in [&wrong, &reasons, &open] {
        lab.print(&format!("\n{}", table.text()))?;
    }
    lab.save("programs.csv", &lines(&rows))?;
    if folder == own() {
        let page = PAGE.replace("{suites}", &suites.markdown()).replace("{open}", &open.markdown());
        lab.save("results/programs.md", &page.replace("{limit}", &seconds_text(limit.as_secs_f64())))?;
    }
    Ok(Verdict::wrong_if(rows.iter().any(|row| matches!(row.said, Said::Wrong(_)))))
}

/// Answers the tasks, some of them at the same time.
fn answer_all(lab: &mut Lab<'_>, tress: &str, tasks: &[Task], limit: Duration) -> io::Result<Vec<Row>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> io::Result<()> {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = row(tress, task, limit)?;
            done.lock().map_err(|_| io::Error::other("a worker has failed"))?.push(row);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..lab.setting.jobs).map(|_| scope.spawn(work)).collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            let count = done.lock().map_or(0, |rows: std::sync::MutexGuard<'_, Vec<Row>>| rows.len());
            lab.progress(count, tasks.len());
            thread::sleep(Duration::from_millis(50));
        }
        let ended = workers.into_iter().map(|worker| worker.join());
        ended
            .flat_map(|end| end.map_err(|_| io::Error::other("a worker has failed")))
            .collect::<io::Result<()>>()
    })?;
    let mut rows = done.into_inner().map_err(|_| io::Error::other("a worker has failed"))?;
    rows.sort_by(|one, other| {
        (&one.task.file, &one.task.property).cmp(&(&other.task.file, &other.task.property))
    });
    Ok(rows)
}

fn row(tress: &str, task: &Task, limit: Duration) -> io::Result<Row> {
    let (said, time) = asked(tress, task, limit)?;
    let thrown = fixed_run(task, &own().join("classes/common"))?;
    let fixed = thrown.map(|class| breaks(&class, &task.property_name()));
    Ok(Row { task: task.clone(), said, time, fixed })
}

fn suites(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "suite",
        "tasks",
        "true",
        "right",
        "false",
        "right",
        "wrong",
        "unknown",
        "fixed run",
        "median",
        "slowest",
    ]);
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| groups.entry(&row.task.suite).or_default().push(row));
    for (suite, rows) in groups {
        table.row(summary(suite, &rows));
    }
    table.row(summary("all", &rows.iter().collect::<Vec<_>>()));
    table
}

fn summary(name: &str, rows: &[&Row]) -> Vec<String> {
    let count = |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let is_right = |row: &Row| row.said == Said::Right;
    let counts = [
        rows.len(),
        count(&|row| row.task.expected),
        count(&|row| row.task.expected && is_right(row)),
        count(&|row| !row.task.expected),
        count(&|row| !row.task.expected && is_right(row)),
        count(&|row| matches!(row.said, Said::Wrong(_))),
        count(&|row| matches!(row.said, Said::Unknown(_))),
    ];
    let found = count(&|row| row.fixed == Some(true)).to_string();
    let has_java = rows.iter().any(|row| row.fixed.is_some());
    let mut times: Vec<Duration> = rows.iter().map(|row| row.time).collect();
    times.sort_unstable();
    let shown =
        |place: usize| times.get(place).map_or(String::new(), |time| seconds_text(time.as_secs_f64()));
    let mut cells = vec![name.to_owned()];
    cells.extend(counts.map(|count| count.to_string()));
    cells.extend([
        if has_java { found } else { "–".to_owned() },
        shown(rows.len() / 2),
        shown(rows.len().saturating_sub(1)),
    ]);
    cells
}

fn wrong(rows: &[Row]) -> Table {
    let mut table = Table::new(&["wrong", "property", "expected", "said"]);
    for row in rows {
        if let Said::Wrong(what) = &row.said {
            table.row([title(row), row.task.property_name(), row.task.expected.to_string(), what.clone()]);
        }
    }
    table
}

fn open(rows: &[Row]) -> Table {
    let mut table = Table::new(&["unknown", "property", "expected", "why"]);
    for row in rows {
        if let Said::Unknown(why) = &row.said {
            table.row([
                title(row),
                row.task.property_name(),
                row.task.expected.to_string(),
                why.replace('|', "\\|"),
            ]);
        }
    }
    table
}

/// Why tasks stay open, the most frequent reasons first.
fn reasons(rows: &[Row]) -> Table {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        if let Said::Unknown(why) = &row.said {
            why.split("; ").for_each(|reason| *counts.entry(reason).or_default() += 1);
        }
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    let mut table = Table::new(&["reason", "tasks"]);
    counts.iter().for_each(|(reason, count)| table.row([(*reason).to_owned(), count.to_string()]));
    table
}

fn title(row: &Row) -> String {
    format!("{}/{}", row.task.suite, row.task.name)
}

fn lines(rows: &[Row]) -> String {
    let mut text = "task,property,expected,said,seconds,fixed,why\n".to_owned();
    for row in rows {
        let (said, why) = match &row.said {
            Said::Right => ("right", ""),
            Said::Wrong(what) => ("wrong", what.as_str()),
            Said::Unknown(why) => ("unknown", why.as_str()),
        };
        let fixed = row.fixed.map_or("", |found| if found { "found" } else { "nothing" });
        let (property, expected, seconds) =
            (row.task.property_name(), row.task.expected, row.time.as_secs_f64());
        let why = why.replace('"', "'");
        text.push_str(&format!(
            "{},{property},{expected},{said},{seconds:.3},{fixed},\"{why}\"\n",
            title(row)
        ));
    }
    text
}
