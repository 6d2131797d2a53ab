//! The page of the study, and the same tables as plain text.

use std::time::Duration;

use crate::table::Table;

use super::alphabet::{Alphabet, Classes};
use super::figures::{Grid, Series, easy, laziness, limit_text, matrix, ratios, sizes};
use super::instance::Operation;
use super::regexes::Inputs;
use super::sets::{Algebra, Bdds};

/// The words around the tables.
const TEMPLATE: &str = include_str!("page.txt");
/// What the others are compared with.
const BASE: &str = "CharSet";

/// What the page tells.
pub(super) struct Page<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) series: &'a [Series],
    pub(super) limit: Duration,
    pub(super) seconds: Duration,
}

impl Page<'_> {
    fn grids(&self) -> [(&'static str, Grid); 6] {
        [
            ("sizes", sizes(self.inputs)),
            ("ratios", ratios(self.series, BASE)),
            ("laziness", laziness(self.series)),
            ("product", matrix(self.series, Operation::Product)),
            ("difference", matrix(self.series, Operation::Difference)),
            ("easy", easy(self.series)),
        ]
    }

    /// The tables as plain text.
    pub(super) fn text(&self) -> String {
        let table = |(name, grid): (&str, Grid)| {
            let titles: Vec<&str> = grid.titles.iter().map(String::as_str).collect();
            let mut table = Table::new(&titles);
            grid.rows.into_iter().for_each(|row| table.row(row));
            format!("{name}\n{}\n", table.text())
        };
        self.grids().map(table).join("\n")
    }

    /// The page.
    pub(super) fn markdown(&self) -> String {
        let word = Classes::new().word.intersection(&Alphabet::UTF16.all());
        let mut diagrams = Bdds::new(Alphabet::UTF16);
        let diagram = diagrams.of(&word);
        let mut holes = vec![
            ("{limit}".to_owned(), limit_text(self.limit)),
            ("{seconds}".to_owned(), format!("{:.0}", self.seconds.as_secs_f64())),
            ("{word_chars}".to_owned(), word.len().to_string()),
            ("{word_ranges}".to_owned(), word.ranges().len().to_string()),
            ("{word_nodes}".to_owned(), diagrams.size(diagram).to_string()),
            ("{base}".to_owned(), BASE.to_owned()),
        ];
        holes.extend(self.grids().map(|(name, grid)| (format!("{{{name}}}"), markdown(&grid))));
        holes.iter().fold(TEMPLATE.to_owned(), |text, (hole, filling)| text.replace(hole, filling))
    }
}

/// A table of the page. All columns but the first stand to the right.
fn markdown(grid: &Grid) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let rule = format!("|---|{}", "---:|".repeat(grid.titles.len() - 1));
    let lines = [line(&grid.titles), rule].into_iter().chain(grid.rows.iter().map(|row| line(row)));
    lines.collect::<Vec<_>>().join("\n")
}
