//! Tables as plain text and for pages.
//!
//! Enters: cells as text. Leaves: lines with aligned columns, or a table of a page. In plain text a column in
//! which every cell is a number stands to the right, others to the left.

/// A table that grows row by row.
///
/// Invariant: every row has as many cells as there are titles.
#[derive(Clone, Debug)]
pub struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new<T: ToString>(titles: &[T]) -> Self {
        Self { titles: titles.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Adds a row. Missing cells are empty, and cells without a title are left out.
    pub fn row<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        let mut row: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
        row.resize(self.titles.len(), String::new());
        self.rows.push(row);
    }

    /// The text, without a line end after the last row.
    #[must_use]
    pub fn text(&self) -> String {
        let columns = 0..self.titles.len();
        let lines = || std::iter::once(&self.titles).chain(&self.rows);
        let width = |column: usize| lines().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = columns.clone().map(width).collect();
        let right: Vec<bool> = columns.map(|column| self.is_numeric(column)).collect();
        let mut text: Vec<String> = lines().map(|row| line(row, &widths, &right)).collect();
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        text.insert(1, rule.join("  "));
        text.join("\n")
    }

    /// A table of a page. All columns but the first stand to the right.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| format!("| {} |", cells.join(" | "));
        let rule = format!("|---|{}", "---:|".repeat(self.titles.len().saturating_sub(1)));
        let lines = [line(&self.titles), rule].into_iter().chain(self.rows.iter().map(line));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn is_numeric(&self, column: usize) -> bool {
        let numeric =
            |cell: &String| cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        !self.rows.is_empty() && self.rows.iter().all(|row| numeric(&row[column]))
    }
}

fn line(row: &[String], widths: &[usize], right: &[bool]) -> String {
    let mut text = String::new();
    for (column, cell) in row.iter().enumerate() {
        let space = " ".repeat(widths[column] - cell.chars().count());
        let (before, after) = if right[column] { (space.as_str(), "") } else { ("", space.as_str()) };
        text.push_str(&format!("{before}{cell}{after}  "));
    }
    text.trim_end().to_owned()
}

/// A number of seconds in the unit that suits it.
#[must_use]
pub fn seconds_text(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 1.0 => format!("{seconds:.2} s"),
        _ if seconds >= 0.001 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{:.0} us", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new(&["name", "count"]);
        table.row(["first", "7"]);
        table.row(["x", "1000"]);
        assert_eq!(table.text(), "name   count\n-----  -----\nfirst      7\nx       1000");
    }

    #[test]
    fn rows_are_brought_to_the_right_length() {
        let mut table = Table::new(&["a", "b"]);
        table.row(["x"]);
        table.row(["x", "y", "z"]);
        assert_eq!(table.text(), "a  b\n-  -\nx\nx  y");
    }

    #[test]
    fn a_table_without_rows_has_its_titles() {
        assert_eq!(Table::new(&["a", "bc"]).text(), "a  bc\n-  --");
    }

    #[test]
    fn pages_have_tables() {
        let mut table = Table::new(&["a", "b"]);
        table.row(["x", "1"]);
        assert_eq!(table.markdown(), "| a | b |\n|---|---:|\n| x | 1 |");
    }

    #[test]
    fn times_have_a_fitting_unit() {
        assert_eq!(seconds_text(2.5), "2.50 s");
        assert_eq!(seconds_text(0.0123), "12.30 ms");
        assert_eq!(seconds_text(0.00002), "20 us");
    }
}
