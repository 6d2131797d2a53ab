//! A row of results: what one solver said to one file, and what it used.
//!
//! Rows are written as JSON lines and as CSV, and read from JSON lines. The keys are `file`, `solver`,
//! `answer`, `reason`, `cpu`, `wall`, `memory`, and `certificate` if certificates were asked for; seconds and
//! mebibytes. Other keys are skipped by the reader.

use std::fmt;

use super::certificates::ACCEPTED;
use super::read_json::{Value, read_object};
use crate::json::Object;

/// What was said to a file, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    Sat,
    Unsat,
    Unknown,
    Timeout,
    Memory,
    Error,
}

impl Answer {
    /// All of them, in the order of tables.
    pub(crate) const ALL: [Answer; 6] =
        [Answer::Sat, Answer::Unsat, Answer::Unknown, Answer::Timeout, Answer::Memory, Answer::Error];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
            Answer::Timeout => "timeout",
            Answer::Memory => "memory",
            Answer::Error => "error",
        }
    }

    /// The answer of this name.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|answer| answer.word() == word)
    }

    /// Is the question decided?
    pub(crate) fn is_decided(self) -> bool {
        matches!(self, Answer::Sat | Answer::Unsat)
    }
}

/// What one solver said to one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) solver: String,
    /// The answer to the last check.
    pub(crate) answer: Answer,
    /// Why there is no answer, or the answers to several checks.
    pub(crate) reason: String,
    /// Processor time in seconds.
    pub(crate) cpu: f64,
    /// Time in seconds.
    pub(crate) wall: f64,
    /// The most memory held at once, in mebibytes.
    pub(crate) memory: Option<f64>,
    /// What came of its certificate: `accepted`, `missing` and the rules, or `-`. None if none was asked for.
    pub(crate) certificate: Option<String>,
}

/// How the reason begins when a file has several checks.
const SEVERAL: &str = "checks: ";

/// The reason of a row about a file with several checks.
pub(crate) fn several_checks(answers: &[Answer]) -> String {
    let words: Vec<&str> = answers.iter().map(|answer| answer.word()).collect();
    format!("{SEVERAL}{}", words.join(" "))
}

impl Row {
    /// The names of the columns.
    const COLUMNS: [&str; 7] = ["file", "solver", "answer", "reason", "cpu", "wall", "memory"];

    /// The answers to all checks of the file, as far as they are known.
    pub(crate) fn answers(&self) -> Vec<Answer> {
        match self.reason.split_once(SEVERAL) {
            Some((_, list)) => list.split(' ').map_while(Answer::from_word).collect(),
            None => vec![self.answer],
        }
    }

    /// Has its unsat a certificate?
    pub(crate) fn is_certified(&self) -> bool {
        self.certificate.as_deref() == Some(ACCEPTED)
    }

    /// Rows as CSV, with the names of the columns. That of certificates is there if some were asked for.
    pub(crate) fn table(rows: &[Row]) -> String {
        let is_certifying = rows.iter().any(|row| row.certificate.is_some());
        let mut text = Self::COLUMNS.join(",") + if is_certifying { ",certificate\n" } else { "\n" };
        for row in rows {
            text.push_str(&row.csv());
            if is_certifying {
                text.push(',');
                text.push_str(&quoted(row.certificate.as_deref().unwrap_or_default()));
            }
            text.push('\n');
        }
        text
    }

    /// One line of CSV, without the certificate.
    fn csv(&self) -> String {
        let memory = self.memory.map_or_else(String::new, |memory| format!("{memory:.1}"));
        let cells = [
            quoted(&self.file),
            quoted(&self.solver),
            self.answer.word().to_owned(),
            quoted(&self.reason),
            format!("{:.3}", self.cpu),
            format!("{:.3}", self.wall),
            memory,
        ];
        cells.join(",")
    }

    /// Reads a line of the journal.
    pub(crate) fn read(line: &str) -> Result<Row, String> {
        let members = read_object(line)?;
        let find = |key: &str| {
            let found = members.iter().find(|(name, _)| name == key);
            found.map(|(_, value)| value).ok_or_else(|| format!("{key} is missing"))
        };
        let text = |key: &str| match find(key)? {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(format!("{key} is not a text")),
        };
        let number = |key: &str| match find(key)? {
            Value::Number(number) if number.is_finite() && *number >= 0.0 => Ok(Some(*number)),
            Value::Null => Ok(None),
            _ => Err(format!("{key} is not a number from 0 on")),
        };
        let answer = text("answer")?;
        Ok(Row {
            file: text("file")?,
            solver: text("solver")?,
            answer: Answer::from_word(&answer).ok_or_else(|| format!("{answer} is not an answer"))?,
            reason: if matches!(find("reason"), Ok(Value::Null)) { String::new() } else { text("reason")? },
            cpu: number("cpu")?.unwrap_or(0.0),
            wall: number("wall")?.unwrap_or(0.0),
            memory: number("memory")?,
            certificate: find("certificate").is_ok().then(|| text("certificate")).transpose()?,
        })
    }
}

/// A row is shown as its line of JSON.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let object = Object::new()
            .with_text("file", &self.file)
            .with_text("solver", &self.solver)
            .with_text("answer", self.answer.word())
            .with_text("reason", &self.reason)
            .with("cpu", format!("{:.3}", self.cpu))
            .with("wall", format!("{:.3}", self.wall))
            .with_maybe("memory", self.memory.map(|memory| format!("{memory:.1}")));
        match &self.certificate {
            Some(certificate) => write!(f, "{}", object.with_text("certificate", certificate)),
            None => write!(f, "{object}"),
        }
    }
}

/// A cell of CSV, in quotes when it needs them.
fn quoted(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The cells of CSV text, row by row.
pub(crate) fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut is_quoted = false;
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    rows
}

#[cfg(test)]
pub(crate) fn sample(file: &str, solver: &str, answer: Answer, cpu: f64) -> Row {
    Row {
        file: file.to_owned(),
        solver: solver.to_owned(),
        answer,
        reason: String::new(),
        cpu,
        wall: cpu,
        memory: Some(5.5),
        certificate: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let mut row = sample("a \"b\"\\,\u{1}é😀.smt2", "z3", Answer::Timeout, 1.25);
        row.reason = "checks: sat unsat".to_owned();
        assert_eq!(Row::read(&row.to_string()), Ok(row.clone()));
        assert_eq!(row.answers(), [Answer::Sat, Answer::Unsat]);
        row.certificate = Some("missing a, b (2)".to_owned());
        assert_eq!(Row::read(&row.to_string()), Ok(row.clone()));
        let table = Row::table(&[row.clone(), sample("b", "z3", Answer::Sat, 1.0)]);
        let ends: Vec<&str> = table
            .lines()
            .map(|line| line.split_once("memory").map_or(&line[line.len() - 8..], |two| two.1))
            .collect();
        assert_eq!(ends, [",certificate", ", b (2)\"", "000,5.5,"]);
        row.certificate = None;
        assert!(!Row::table(&[row.clone()]).contains("certificate"));
        row.memory = None;
        row.reason = String::new();
        assert_eq!(Row::read(&row.to_string()), Ok(row.clone()));
        assert_eq!(row.answers(), [Answer::Timeout]);
        assert_eq!(row.csv(), "\"a \"\"b\"\"\\,\u{1}é😀.smt2\",z3,timeout,,1.250,1.250,");
    }

    #[test]
    fn other_keys_and_orders_are_fine() {
        let line = r#" {"wall": 1e-1, "more": true, "memory": null, "cpu": 2, "reason": null, "answer": "sat", "solver": "\u0061\ud83d\ude00", "file": "f"} "#;
        let row = Row::read(line).expect("a row");
        assert_eq!((row.solver.as_str(), row.cpu, row.wall, row.memory), ("a😀", 2.0, 0.1, None));
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for line in [
            "",
            "{}",
            "[]",
            r#"{"file":"a""#,
            r#"{"file":"a","solver":"b","answer":"maybe","reason":"","cpu":0,"wall":0,"memory":1}"#,
            r#"{"file":"a","solver":"b","answer":"sat","reason":"","cpu":-1,"wall":0,"memory":1}"#,
            r#"{"file":"a","solver":"b","answer":"sat","reason":"","cpu":"x","wall":0,"memory":1}"#,
            r#"{"file":"a","solver":"b","answer":"sat","reason":"","cpu":0,"wall":0,"memory":1} x"#,
        ] {
            assert!(Row::read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn csv_is_read_with_its_quotes() {
        let rows = read_csv("a,b\r\n\"x,\"\"y\"\"\n\",2\n\n,\nlast");
        assert_eq!(rows, [vec!["a", "b"], vec!["x,\"y\"\n", "2"], vec!["last"]]);
    }
}
