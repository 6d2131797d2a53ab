//! Files and columns: who said what, and what it is worth.

use std::collections::BTreeMap;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Sat,
    Unsat,
    Unknown,
    TimeOut,
    Error,
}

impl Answer {
    /// The answer that a word of a file of results denotes.
    pub(super) fn read(word: &str) -> Answer {
        let words = [Answer::Unknown, Answer::TimeOut];
        let named = words.into_iter().find(|answer| answer.word() == word);
        Answer::solved(word).or(named).unwrap_or(Answer::Error)
    }

    /// The answer, when the word says that the problem was solved.
    pub(super) fn solved(word: &str) -> Option<Answer> {
        [Answer::Sat, Answer::Unsat].into_iter().find(|answer| answer.word() == word)
    }

    pub(super) fn is_solved(self) -> bool {
        matches!(self, Answer::Sat | Answer::Unsat)
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
            Answer::TimeOut => "timeout",
            Answer::Error => "error",
        }
    }
}

/// One run of a solver on a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) answer: Answer,
    /// CPU time.
    pub(super) seconds: f64,
}

/// Who answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    /// Is it tress?
    pub(super) own: bool,
}

/// A file with what every column made of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) family: String,
    /// The family and the file's name, as files of results write it.
    pub(super) file: String,
    pub(super) known: Option<Answer>,
    /// One entry for each column; `None` when there is no result.
    pub(super) runs: Vec<Option<Run>>,
}

/// All results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grid {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

/// How often a column gave each answer. An answer that is known to be wrong counts as wrong only;
/// one that another column contradicts counts as what it is and as disagreeing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) files: usize,
    pub(super) sat: usize,
    pub(super) unsat: usize,
    pub(super) unknown: usize,
    pub(super) timed_out: usize,
    pub(super) error: usize,
    pub(super) wrong: usize,
    pub(super) disagree: usize,
    /// The time of all runs.
    pub(super) seconds: f64,
}

impl Row {
    /// Does a column contradict the known answer?
    pub(super) fn is_wrong(&self, column: usize) -> bool {
        let said = self.runs[column].filter(|run| run.answer.is_solved());
        said.is_some_and(|run| self.known.is_some_and(|known| known != run.answer))
    }

    /// Does another column contradict this one, where nobody knows the answer?
    pub(super) fn disagrees(&self, column: usize) -> bool {
        let solved = |run: &Option<Run>| run.map(|run| run.answer).filter(|answer| answer.is_solved());
        let Some(own) = solved(&self.runs[column]) else { return false };
        self.known.is_none() && self.runs.iter().filter_map(solved).any(|other| other != own)
    }

    /// Did a column answer, and not wrongly?
    pub(super) fn solves(&self, column: usize) -> bool {
        self.runs[column].is_some_and(|run| run.answer.is_solved()) && !self.is_wrong(column)
    }

    /// The only column that solves the file, when others have tried.
    pub(super) fn only(&self) -> Option<usize> {
        let tried = self.runs.iter().flatten().count();
        let mut solving = (0..self.runs.len()).filter(|column| self.solves(*column));
        solving.next().filter(|_| tried > 1 && solving.next().is_none())
    }
}

impl Grid {
    /// The families, by name.
    pub(super) fn families(&self) -> Vec<&str> {
        let mut families: Vec<&str> = self.rows.iter().map(|row| row.family.as_str()).collect();
        families.sort_unstable();
        families.dedup();
        families
    }

    /// What a column made of a family; of all of them without one.
    pub(super) fn counts(&self, family: Option<&str>, column: usize) -> Counts {
        let mut counts = Counts::default();
        for row in self.rows.iter().filter(|row| family.is_none_or(|family| row.family == family)) {
            let Some(run) = row.runs[column] else { continue };
            counts.files += 1;
            counts.seconds += run.seconds;
            counts.disagree += usize::from(row.disagrees(column));
            *match run.answer {
                _ if row.is_wrong(column) => &mut counts.wrong,
                Answer::Sat => &mut counts.sat,
                Answer::Unsat => &mut counts.unsat,
                Answer::Unknown => &mut counts.unknown,
                Answer::TimeOut => &mut counts.timed_out,
                Answer::Error => &mut counts.error,
            } += 1;
        }
        counts
    }

    /// The files that a single column solves, by column.
    pub(super) fn solved_alone(&self) -> BTreeMap<usize, Vec<&str>> {
        let mut found: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for row in &self.rows {
            if let Some(column) = row.only() {
                found.entry(column).or_default().push(&row.file);
            }
        }
        found
    }
}

#[cfg(test)]
impl Grid {
    /// Three columns, of which the first is tress, and rows of a file, the known answer and the
    /// answers; `-` means none.
    pub(super) fn sample(rows: &[(&str, &str, [&str; 3])]) -> Grid {
        let columns = ["own", "one", "two"];
        let column = |name: &str| Column { name: name.to_owned(), own: name == "own" };
        let run = |word: &str| (word != "-").then(|| Run { answer: Answer::read(word), seconds: 0.5 });
        let row = |(file, known, words): &(&str, &str, [&str; 3])| Row {
            family: file.split('/').next().unwrap_or_default().to_owned(),
            file: (*file).to_owned(),
            known: Answer::solved(known),
            runs: words.iter().map(|word| run(word)).collect(),
        };
        Grid { columns: columns.map(column).to_vec(), rows: rows.iter().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Grid {
        Grid::sample(&[
            ("a/1", "sat", ["sat", "sat", "unsat"]),
            ("a/2", "", ["sat", "unsat", "unknown"]),
            ("a/3", "", ["timeout", "unsat", "error"]),
            ("b/1", "unsat", ["unsat", "sat", "-"]),
            ("b/2", "", ["unsat", "-", "-"]),
        ])
    }

    #[test]
    fn answers_are_counted() {
        let grid = sample();
        let counts = grid.counts(Some("a"), 0);
        let expected =
            Counts { files: 3, sat: 2, timed_out: 1, disagree: 1, seconds: 1.5, ..Counts::default() };
        assert_eq!(counts, expected);
        let counts = grid.counts(None, 1);
        let expected =
            Counts { files: 4, sat: 1, unsat: 2, wrong: 1, disagree: 1, seconds: 2.0, ..Counts::default() };
        assert_eq!(counts, expected);
        let counts = grid.counts(None, 2);
        let expected = Counts { files: 3, unknown: 1, error: 1, wrong: 1, seconds: 1.5, ..Counts::default() };
        assert_eq!(counts, expected);
        assert_eq!(grid.counts(Some("c"), 0), Counts::default());
    }

    #[test]
    fn a_known_answer_settles_who_is_wrong() {
        let row = &Grid::sample(&[("a/1", "sat", ["sat", "unsat", "unknown"])]).rows[0];
        assert_eq!([0, 1, 2].map(|column| row.is_wrong(column)), [false, true, false]);
        assert_eq!([0, 1, 2].map(|column| row.disagrees(column)), [false; 3]);
        let row = &Grid::sample(&[("a/1", "", ["sat", "unsat", "unknown"])]).rows[0];
        assert_eq!([0, 1, 2].map(|column| row.is_wrong(column)), [false; 3]);
        assert_eq!([0, 1, 2].map(|column| row.disagrees(column)), [true, true, false]);
    }

    #[test]
    fn files_solved_alone_are_listed() {
        // Wrong answers solve nothing, and nobody is alone where nobody else tried.
        let expected = BTreeMap::from([(0, vec!["b/1"]), (1, vec!["a/3"])]);
        assert_eq!(sample().solved_alone(), expected);
    }

    #[test]
    fn words_are_read() {
        for answer in [Answer::Sat, Answer::Unsat, Answer::Unknown, Answer::TimeOut, Answer::Error] {
            assert_eq!(Answer::read(answer.word()), answer);
        }
        assert_eq!((Answer::read("crash"), Answer::solved("unknown")), (Answer::Error, None));
    }
}
