//! The comparison as text.

use std::fmt;

use super::{Comparison, Cost};

/// The columns of the thesis, and one for what was not understood.
pub(super) const COLUMNS: [&str; 8] =
    ["back-end", "String", "Integer", "Iterate", "PCs", "Preprocessed", "Time-outs", "Unknown"];

impl Cost {
    /// The cells of the row; a hyphen where the back-end reports nothing.
    #[must_use]
    pub fn cells(&self) -> [String; 8] {
        let or_hyphen = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        [
            self.name.clone(),
            format!("{:.0}", self.string),
            or_hyphen(self.integer.map(|time| format!("{time:.0}"))),
            or_hyphen(self.iterate.map(|count| count.to_string())),
            self.conditions.to_string(),
            or_hyphen(self.preprocessed.map(|count| count.to_string())),
            self.timeouts.to_string(),
            self.unknown.to_string(),
        ]
    }
}

impl Comparison {
    /// The names of the columns of [`Cost::cells`]. Times are in milliseconds.
    #[must_use]
    pub fn columns() -> [&'static str; 8] {
        COLUMNS
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<[String; 8]> =
            std::iter::once(COLUMNS.map(str::to_owned)).chain(self.rows.iter().map(Cost::cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        for row in &rows {
            let name = format!("{:<width$}", row[0], width = width(0));
            let cells =
                (1..row.len()).map(|column| format!("  {:>width$}", row[column], width = width(column)));
            writeln!(f, "{name}{}", cells.collect::<String>())?;
        }
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        for alarm in &self.alarms {
            writeln!(f, "ALARM: {alarm}")?;
        }
        Ok(())
    }
}
