//! `results`: the page `docs/results.md` and its pictures.
//!
//! Enters: a file with what tress did (`--results`) and one with known answers and what other
//! solvers did (`--reference`). Leaves: the page, and how many problems each solves within each time. The
//! experiment fails when tress contradicts a known answer or, where none is known, another solver.

mod page;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::Plot;

use super::grid::{Answer, Column, Grid, Row, Run};
use super::saved::Saved;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "results",
    about: "the page docs/results.md from --results FILE.csv and --reference FILE.csv; --out docs writes it there",
    count: 1,
    run,
};

/// Longer runs are unsolved, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(10);

/// Shorter times count as this: the reference knows no shorter ones.
const LEAST_TIME: f64 = 0.01;

/// The families whose other columns were measured on another machine.
const ELSEWHERE: [&str; 5] = ["negated_predicates", "pcp", "redos", "symcc_str", "transducer_plus"];

/// Names of columns as people know the solvers.
const SPELLED: [(&str, &str); 1] = [("noodler", "Z3-Noodler")];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let results = load("--results", lab.setting.results.as_ref())?;
    let reference = load("--reference", lab.setting.reference.as_ref())?;
    let limit = lab.setting.timeout.unwrap_or(LIMIT).as_secs_f64();
    let grid = grid(results, reference, limit).map_err(io::Error::other)?;
    let common = common(&grid);
    lab.save("results.md", &page::page(&grid, &common, limit))?;
    let pictures = [("all", None), ("sat", Some(Answer::Sat)), ("unsat", Some(Answer::Unsat))];
    for (name, answer) in pictures {
        lab.save(&format!("results/{name}.svg"), &cactus(&common, answer).svg())?;
    }
    lab.print(&page::summary(&common, limit))?;
    let wrong = |row: &Row| row.is_wrong(0) || row.disagrees(0);
    Ok(Verdict::wrong_if(grid.rows.iter().any(wrong)))
}

fn load(option: &str, path: Option<&PathBuf>) -> io::Result<Saved> {
    let help = || io::Error::other(format!("results needs {option} FILE.csv"));
    Saved::load(path.ok_or_else(help)?)
}

/// The column of tress, and after it those of the others.
///
/// # Errors
/// When tress has no results.
fn grid(mut results: Saved, reference: Saved, limit: f64) -> Result<Grid, String> {
    let own = results.runs.keys().find(|name| name.starts_with("tress")).cloned();
    let own = own.and_then(|name| results.runs.remove(&name)).ok_or("there are no results of tress")?;
    let mut columns = vec![Column { name: "tress".to_owned(), own: true }];
    columns.extend(reference.runs.keys().map(|name| Column { name: spelled(name).to_owned(), own: false }));
    let all: Vec<_> = std::iter::once(own).chain(reference.runs.into_values()).collect();
    let files: BTreeSet<String> = all.iter().flat_map(|runs| runs.keys().cloned()).collect();
    let row = |file: String| Row {
        family: file.split('/').next().unwrap_or_default().to_owned(),
        known: reference.known.get(&file).or_else(|| results.known.get(&file)).copied(),
        runs: all.iter().map(|runs| runs.get(&file).map(|run| within(*run, limit))).collect(),
        file,
    };
    Ok(Grid { columns, rows: files.into_iter().map(row).collect() })
}

/// The name of a solver as people know it.
fn spelled(name: &str) -> &str {
    SPELLED.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long)
}

/// A run under the limit and with the clock that all columns share.
fn within(run: Run, limit: f64) -> Run {
    let answer = if run.seconds > limit && run.answer.is_solved() { Answer::TimeOut } else { run.answer };
    let seconds = if answer.is_solved() { run.seconds.max(LEAST_TIME) } else { limit };
    Run { answer, seconds }
}

/// The rows in which every column has a run of the same kind.
fn common(grid: &Grid) -> Grid {
    let shared =
        |row: &&Row| row.runs.iter().all(Option::is_some) && !ELSEWHERE.contains(&row.family.as_str());
    Grid { columns: grid.columns.clone(), rows: grid.rows.iter().filter(shared).cloned().collect() }
}

/// How many problems each column solves within each time; those with this answer only, when one is given.
fn cactus(grid: &Grid, answer: Option<Answer>) -> Plot {
    let title = format!(
        "Problems solved within each time{}",
        answer
            .map_or("", |answer| { if answer == Answer::Sat { ": satisfiable" } else { ": unsatisfiable" } })
    );
    let mut plot = Plot::new(&title, "problems solved", "CPU seconds").logarithmic(false, true);
    for (place, column) in grid.columns.iter().enumerate() {
        let solved = grid.rows.iter().filter(|row| row.solves(place)).filter_map(|row| row.runs[place]);
        let wanted = solved.filter(|run| answer.is_none_or(|answer| answer == run.answer));
        let times: Vec<f64> = wanted.map(|run| run.seconds).collect();
        plot.add_cactus(&column.name, &times);
    }
    plot
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(text: &str) -> Saved {
        Saved::read(text).expect("right")
    }

    #[test]
    fn columns_are_joined_by_file() {
        let results = saved("file,solver,answer,cpu\na/1,tress-auto,sat,0.001\npcp/1,tress-auto,unsat,12\n");
        let reference = saved(
            "file,expected,noodler,noodler_cpu,z3,z3_cpu\na/1,sat,sat,0.5,timeout,10.9\npcp/1,,,,unsat,2\na/2,,,,sat,2\n",
        );
        let grid = grid(results, reference, 10.0).expect("tress has results");
        let names: Vec<&str> = grid.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["tress", "Z3-Noodler", "z3"]);
        let run = |answer, seconds| Some(Run { answer, seconds });
        assert_eq!(
            grid.rows[0].runs,
            [run(Answer::Sat, 0.01), run(Answer::Sat, 0.5), run(Answer::TimeOut, 10.0)]
        );
        assert_eq!(grid.rows[1].runs, [None, None, run(Answer::Sat, 2.0)]);
        // An answer that came too late is none.
        assert_eq!(grid.rows[2].runs[0], run(Answer::TimeOut, 10.0));
        let common = common(&grid);
        assert_eq!(common.rows.iter().map(|row| row.file.as_str()).collect::<Vec<_>>(), ["a/1"]);
    }

    #[test]
    fn results_without_tress_are_refused() {
        let other = || saved("file,solver,answer,cpu\na/1,z3,sat,0.1\n");
        assert!(grid(other(), other(), 10.0).is_err());
    }
}
