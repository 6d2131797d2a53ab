//! The page of the study, and the same tables as plain text.

use std::time::Duration;

use crate::table::Table;

use super::alphabet::{Alphabet, Classes};
use super::figures::{Series, easy, limit_text, matrix, sizes};
use super::instance::Operation;
use super::ratios::{laziness, ranking, ratios, states};
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
    /// The tables by the names of their places on the page.
    fn tables(&self) -> Vec<(&'static str, Table)> {
        let own = self.series.iter().find(|series| series.name == format!("{BASE}-ASCII"));
        vec![
            ("sizes", sizes(self.inputs)),
            ("ratios", ratios(self.series, BASE)),
            ("ranking", ranking(self.series)),
            ("laziness", laziness(self.series)),
            ("product", matrix(self.series, Operation::Product)),
            ("difference", matrix(self.series, Operation::Difference)),
            ("easy", easy(self.series)),
            ("states", own.map_or_else(|| Table::new(&[""]), states)),
        ]
    }

    /// The tables as plain text.
    pub(super) fn text(&self) -> String {
        let text = |(name, table): (&str, Table)| format!("{name}\n{}\n", table.text());
        self.tables().into_iter().map(text).collect::<Vec<_>>().join("\n")
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
        holes
            .extend(self.tables().into_iter().map(|(name, table)| (format!("{{{name}}}"), table.markdown())));
        holes.iter().fold(TEMPLATE.to_owned(), |text, (hole, filling)| text.replace(hole, filling))
    }
}
