//! The tables, the picture and the lists of the experiment.

use std::fmt::Write;
use std::io;

use crate::lab::Lab;
use crate::plot::Plot;
use crate::table::Table;

use crate::experiments::grid::{Counts, Grid};
use crate::experiments::saved::cell;

const TITLES: [&str; 11] = [
    "family", "column", "files", "sat", "unsat", "unknown", "time-out", "error", "wrong", "disagree",
    "seconds",
];

/// Shorter times are shown as this: the picture's axis is logarithmic.
const LEAST_TIME: f64 = 0.001;

/// Prints a table for each group of families and the sum, and writes the files.
///
/// # Errors
/// When something cannot be written.
pub(super) fn all(lab: &mut Lab<'_>, grid: &Grid) -> io::Result<()> {
    for (title, families) in sections(&grid.families()) {
        let mut table = Table::new(&TITLES);
        for family in families {
            rows(&mut table, grid, Some(family));
        }
        lab.print(&format!("{title}{}\n", table.text()))?;
    }
    let mut table = Table::new(&TITLES);
    rows(&mut table, grid, None);
    lab.print(&format!("{}\n", table.text()))?;
    lab.print(&format!("files that no other column solves:\n{}\n", alone_table(grid).text()))?;
    lab.save("tables.csv", &csv(grid))?;
    lab.save("tables.svg", &cactus(grid).svg())?;
    lab.save("tables-alone.txt", &alone(grid))?;
    complain(lab, grid)
}

/// The families of the tables in the paper on flat automata, by the table's number less one.
const PAPER: [&[&str]; 3] = [
    &["pyex", "leetcode", "stringfuzz", "cvc4_pred", "cvc4_term"],
    &["leetcode_int", "pythonlib", "javascript"],
    &["luhn"],
];

/// The tables with their titles and families: those of the paper first, then the other families, of
/// which those of one group stand together.
fn sections<'a>(families: &[&'a str]) -> Vec<(String, Vec<&'a str>)> {
    let mut sections = Vec::new();
    for (place, table) in PAPER.iter().enumerate() {
        let listed = table.iter().filter_map(|name| families.iter().copied().find(|family| family == name));
        sections.push((format!("table {} of the paper on flat automata\n", place + 1), listed.collect()));
    }
    let listed = |family: &str| PAPER.iter().any(|table| table.contains(&family));
    let others: Vec<&str> = families.iter().copied().filter(|family| !listed(family)).collect();
    for families in others.chunk_by(|one, other| group(one) == group(other)) {
        sections.push((String::new(), families.to_vec()));
    }
    sections.retain(|(_, families)| !families.is_empty());
    sections
}

/// How many files of each family only one column solves, by column.
fn alone_table(grid: &Grid) -> Table {
    let titles: Vec<&str> =
        std::iter::once("family").chain(grid.columns.iter().map(|column| column.name.as_str())).collect();
    let mut table = Table::new(&titles);
    let families = grid.families();
    for family in families.iter().map(|family| Some(*family)).chain([None]) {
        let rows = || grid.rows.iter().filter(|row| family.is_none_or(|family| row.family == family));
        let count = |column: usize| rows().filter(|row| row.only() == Some(column)).count().to_string();
        let name = family.unwrap_or("all").to_owned();
        table.row(std::iter::once(name).chain((0..grid.columns.len()).map(count)));
    }
    table
}

/// The group of a family: its name up to the first underscore.
fn group(family: &str) -> &str {
    family.split('_').next().unwrap_or_default()
}

fn rows(table: &mut Table, grid: &Grid, family: Option<&str>) {
    for (place, column) in grid.columns.iter().enumerate() {
        let Counts { files, sat, unsat, unknown, timed_out, error, wrong, disagree, seconds } =
            grid.counts(family, place);
        let names = [family.unwrap_or("all").to_owned(), column.name.clone()];
        let numbers = [files, sat, unsat, unknown, timed_out, error, wrong, disagree].map(|n| n.to_string());
        table.row(names.into_iter().chain(numbers).chain([format!("{seconds:.2}")]));
    }
}

/// All runs, in the layout that is also read.
fn csv(grid: &Grid) -> String {
    let mut text = "file,solver,answer,cpu,expected,wrong\n".to_owned();
    for row in &grid.rows {
        let known = row.known.map_or("", |known| known.word());
        for (place, column) in grid.columns.iter().enumerate() {
            let Some(run) = row.runs[place] else { continue };
            let (answer, wrong) = (run.answer.word(), u8::from(row.is_wrong(place)));
            let (file, name) = (cell(&row.file), cell(&column.name));
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{file},{name},{answer},{:.3},{known},{wrong}", run.seconds);
        }
    }
    text
}

/// How many files each column solves within each time.
fn cactus(grid: &Grid) -> Plot {
    let mut plot = Plot::new("Families", "files solved", "CPU seconds").logarithmic(false, true);
    for (place, column) in grid.columns.iter().enumerate() {
        let solved = grid.rows.iter().filter(|row| row.solves(place)).filter_map(|row| row.runs[place]);
        let times: Vec<f64> = solved.map(|run| run.seconds.max(LEAST_TIME)).collect();
        plot.add_cactus(&column.name, &times);
    }
    plot
}

/// The files that only one column solves.
fn alone(grid: &Grid) -> String {
    let mut text = String::new();
    for (column, files) in grid.solved_alone() {
        let _ = writeln!(
            text,
            "{}: {} files that no other column solves",
            grid.columns[column].name,
            files.len()
        );
        for file in files {
            let _ = writeln!(text, "    {file}");
        }
    }
    text
}

/// Names every answer that cannot be right.
fn complain(lab: &mut Lab<'_>, grid: &Grid) -> io::Result<()> {
    for row in &grid.rows {
        for (place, column) in grid.columns.iter().enumerate() {
            let said = row.runs[place].map_or("", |run| run.answer.word());
            let known = row.known.map_or("", |known| known.word());
            if row.is_wrong(place) {
                lab.print(&format!("WRONG: {} says {said} of {}, which is {known}", column.name, row.file))?;
            } else if row.disagrees(place) {
                lab.print(&format!("DISAGREE: {} says {said} of {}", column.name, row.file))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::saved::Saved;

    fn sample() -> Grid {
        Grid::sample(&[("a/1", "sat", ["sat", "unsat", "timeout"]), ("b/x, y", "", ["error", "-", "unsat"])])
    }

    #[test]
    fn what_is_written_can_be_read() {
        let saved = Saved::read(&csv(&sample())).expect("our own layout");
        assert_eq!(saved.known.len(), 1);
        for (place, column) in sample().columns.iter().enumerate() {
            for row in sample().rows {
                assert_eq!(saved.runs[&column.name].get(&row.file).copied(), row.runs[place]);
            }
        }
    }

    #[test]
    fn files_solved_alone_are_named() {
        let expected = "own: 1 files that no other column solves\n    a/1\n\
                        two: 1 files that no other column solves\n    b/x, y\n";
        assert_eq!(alone(&sample()), expected);
    }

    #[test]
    fn rows_have_their_counts() {
        let mut table = Table::new(&TITLES);
        rows(&mut table, &sample(), None);
        let text = table.text();
        let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let one = text.lines().map(cells).find(|cells| cells[1] == "one").expect("a row");
        assert_eq!(one[2..], ["1", "0", "0", "0", "0", "0", "1", "0", "0.50"]);
    }

    #[test]
    fn files_solved_alone_are_counted() {
        let text = alone_table(&sample()).text();
        let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = text.lines().map(cells).collect();
        assert_eq!(lines[0], ["family", "own", "one", "two"]);
        assert_eq!(lines[2..], [["a", "1", "0", "0"], ["b", "0", "0", "1"], ["all", "1", "0", "1"]]);
    }

    #[test]
    fn the_tables_of_the_paper_come_first() {
        let found = sections(&["leetcode", "leetcode_int", "luhn", "norn", "pyex", "slog"]);
        let families: Vec<Vec<&str>> = found.iter().map(|(_, families)| families.clone()).collect();
        let expected: [&[&str]; 5] =
            [&["pyex", "leetcode"], &["leetcode_int"], &["luhn"], &["norn"], &["slog"]];
        assert_eq!(families, expected);
        assert!(found[1].0.starts_with("table 2") && found[3].0.is_empty());
    }

    #[test]
    fn families_have_groups() {
        assert_eq!((group("leetcode_int"), group("leetcode")), ("leetcode", "leetcode"));
        assert_ne!(group("norn"), group("slog"));
    }
}
