//! `tables`: families of problems, the engines of tress, and other solvers.
//!
//! tress runs with each engine (`--engines`) on files of each family (`--corpus`, or of those that are
//! named after it), next to the peers
//! that are installed and results that were saved (`--saved`). An answer is wrong when it
//! contradicts `reference.csv` in the corpus or the file's `:status`; where neither knows, columns
//! that contradict each other disagree. The experiment fails when tress is wrong or disagrees.

mod ask;
mod corpus;
mod show;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};

use super::grid::{Answer, Column, Grid, Row};
use super::saved::{Saved, free_name};
use corpus::Problem;
pub(super) use corpus::problems;

/// The row of this experiment. Its count is the number of files of each family.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "tables",
    about: "families × engines × peers: answers and times on files of the families (all or named) of --corpus DIR",
    count: 5,
    run,
};

/// What a run may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(2);

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let Some(corpus) = lab.setting.corpus.clone() else {
        return Err(io::Error::other("tables needs a folder of families: lab tables --corpus DIR"));
    };
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let files: Vec<(String, Saved)> =
        lab.setting.saved.iter().map(|path| read(path)).collect::<io::Result<_>>()?;
    let known = known(&corpus, &files)?;
    let problems = problems(&corpus, &lab.setting.files, lab.count, lab.setting.seed)?;
    let mut grid = ask(lab, &problems, &known, limit)?;
    for (stem, saved) in files {
        join(&mut grid, &stem, saved);
    }
    show::all(lab, &grid)?;
    Ok(Verdict::wrong_if(is_wrong(&grid)))
}

/// A file of results, with its name for columns.
fn read(path: &Path) -> io::Result<(String, Saved)> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok((stem, Saved::load(path)?))
}

/// The answers that are known; what is next to the families comes first.
fn known(corpus: &Path, files: &[(String, Saved)]) -> io::Result<BTreeMap<String, Answer>> {
    let mut known = BTreeMap::new();
    for (_, saved) in files {
        known.extend(saved.known.clone());
    }
    let reference = corpus.join("reference.csv");
    if reference.exists() {
        known.extend(read(&reference)?.1.known);
    }
    Ok(known)
}

/// Asks every solver about every problem.
fn ask(
    lab: &mut Lab<'_>,
    problems: &[Problem],
    known: &BTreeMap<String, Answer>,
    limit: Duration,
) -> io::Result<Grid> {
    let solvers = ask::solvers(lab, limit)?;
    let columns = solvers.iter().map(|solver| solver.column.clone()).collect();
    let mut grid = Grid { columns, rows: Vec::with_capacity(problems.len()) };
    for (place, problem) in problems.iter().enumerate() {
        let runs = solvers.iter().map(|solver| solver.ask(problem, limit).map(Some));
        let runs = runs.collect::<io::Result<_>>()?;
        let known = match known.get(&problem.file) {
            Some(answer) => Some(*answer),
            None => corpus::status(&String::from_utf8_lossy(&fs::read(&problem.path)?)),
        };
        let (family, file) = (problem.family.clone(), problem.file.clone());
        grid.rows.push(Row { family, file, known, runs });
        lab.progress(place + 1, problems.len());
    }
    Ok(grid)
}

/// Adds a column for each solver of a file of results.
fn join(grid: &mut Grid, stem: &str, saved: Saved) {
    for (solver, runs) in saved.runs {
        let taken: BTreeSet<String> = grid.columns.iter().map(|column| column.name.clone()).collect();
        grid.columns.push(Column { name: free_name(&solver, stem, &taken), own: false });
        for row in &mut grid.rows {
            row.runs.push(runs.get(&row.file).copied());
        }
    }
}

/// Is an answer of tress wrong, or contradicted?
fn is_wrong(grid: &Grid) -> bool {
    let own = |place: &usize| grid.columns[*place].own;
    let bad = |place: usize| grid.rows.iter().any(|row| row.is_wrong(place) || row.disagrees(place));
    (0..grid.columns.len()).filter(own).any(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_of_tress_are_judged() {
        let check = |known: &str, words: [&str; 3], wrong: bool| {
            assert_eq!(is_wrong(&Grid::sample(&[("a/1", known, words)])), wrong, "{words:?}");
        };
        check("sat", ["sat", "unsat", "sat"], false);
        check("", ["unknown", "unsat", "sat"], false);
        check("", ["sat", "unsat", "unknown"], true);
        check("sat", ["unsat", "unsat", "unsat"], true);
    }

    #[test]
    fn saved_results_become_columns() {
        let mut grid =
            Grid::sample(&[("a/1", "sat", ["sat", "sat", "sat"]), ("a/2", "", ["sat", "sat", "sat"])]);
        let saved = Saved::read("file,solver,answer,cpu\na/2,one,unsat,1\nb/1,one,sat,1\n").expect("right");
        join(&mut grid, "old", saved);
        assert_eq!(grid.columns[3], Column { name: "one (old)".to_owned(), own: false });
        let answers: Vec<_> = grid.rows.iter().map(|row| row.runs[3].map(|run| run.answer)).collect();
        assert_eq!(answers, [None, Some(Answer::Unsat)]);
        assert!(is_wrong(&grid));
    }
}
