//! The questions of an exploration, asked of other solvers: the columns of table 4.1 in Redelinghuys' thesis
//! (2012).
//!
//! Takes questions and back-ends, each of which is a program that reads SMT-LIB from a pipe, and returns the
//! answers and times of each. Only conditions on which no back-end ran out of time are counted, so that all
//! are measured on the same ones.

mod pipe;
mod table;

use std::path::Path;
use std::time::Duration;

use crate::report::Question;

pub use pipe::Backend;
use pipe::{Measured, Said};

/// What one back-end took for the questions that all of them answered in time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// How it is named.
    pub name: String,
    /// Time in strings, in milliseconds; all of it if the back-end does not report that.
    pub string: f64,
    /// Time in integers, if it is reported.
    pub integer: Option<f64>,
    /// The number of alternations between integers and strings, if there are any.
    pub iterate: Option<u64>,
    /// Conditions that were measured.
    pub conditions: usize,
    /// Those that were refuted before any search, if that is reported.
    pub preprocessed: Option<usize>,
    /// Of all conditions, those on which it ran out of time.
    pub timeouts: usize,
    /// Of all conditions, those that it gave up.
    pub unknown: usize,
    /// Of all conditions, those that it did not understand, or to which it gave no answer that can be read.
    pub errors: usize,
}

/// What all back-ends took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// One for each back-end.
    pub rows: Vec<Cost>,
    /// Answers that contradict each other, and models that are none.
    pub alarms: Vec<String>,
    /// The first reply of each back-end that is no answer, and how many there are.
    pub errors: Vec<String>,
    /// The time of each back-end for each condition that was measured, in milliseconds.
    pub times: Vec<Vec<f64>>,
}

/// Asks all back-ends all questions. `tress` is the program that checks models.
///
/// # Errors
/// When a back-end cannot be started.
pub fn compare(
    questions: &[Question],
    backends: &[Backend],
    tress: &Path,
    time: Duration,
) -> Result<Comparison, String> {
    let rows =
        backends.iter().map(|backend| Cost { name: backend.name.clone(), ..Cost::default() }).collect();
    let mut comparison = Comparison { rows, ..Comparison::default() };
    for (number, question) in questions.iter().enumerate() {
        let mut all = Vec::new();
        for backend in backends {
            let measured = backend.ask(question, time)?;
            let refuted = match &measured.model {
                Some(model) => pipe::refutes(tress, question, model, time)?,
                None => Some(false),
            };
            let name = &backend.name;
            match refuted {
                Some(false) => {}
                Some(true) => {
                    comparison.alarms.push(format!("question {}: the model of {name} is none", number + 1));
                }
                None => comparison
                    .errors
                    .push(format!("question {}: the model of {name} cannot be read", number + 1)),
            }
            all.push(measured);
        }
        comparison.count(number + 1, &all);
    }
    let failed = comparison.rows.iter().filter(|row| row.errors > 0);
    let wrong = failed
        .map(|row| format!("{} has no answer to {} of {} questions", row.name, row.errors, questions.len()));
    let wrong: Vec<String> = wrong.collect();
    comparison.errors.extend(wrong);
    Ok(comparison)
}

impl Comparison {
    fn count(&mut self, number: usize, all: &[Measured]) {
        let who = |said: Said| all.iter().position(|measured| measured.said == said);
        if let (Some(sat), Some(unsat)) = (who(Said::Sat), who(Said::Unsat)) {
            let (sat, unsat) = (&self.rows[sat].name, &self.rows[unsat].name);
            self.alarms.push(format!("question {number}: {sat} says sat, {unsat} says unsat"));
        }
        let is_common = who(Said::TimeOut).is_none() && who(Said::Error).is_none();
        for (row, measured) in self.rows.iter_mut().zip(all) {
            row.timeouts += usize::from(measured.said == Said::TimeOut);
            row.unknown += usize::from(measured.said == Said::Unknown);
            row.errors += usize::from(measured.said == Said::Error);
            if let Some(error) = measured.error.as_ref().filter(|_| row.errors == 1) {
                self.errors.push(format!("question {number}: {}: {error}", row.name));
            }
            if is_common {
                row.add(measured);
            }
        }
        if is_common {
            self.times.push(all.iter().map(|measured| milliseconds(measured.time)).collect());
        }
    }
}

impl Cost {
    fn add(&mut self, measured: &Measured) {
        self.conditions += 1;
        let parts = measured.parts.as_ref();
        self.string += milliseconds(parts.map_or(measured.time, |parts| parts.string));
        let Some(parts) = parts else { return };
        *self.integer.get_or_insert_default() += milliseconds(parts.integer);
        *self.iterate.get_or_insert_default() += parts.iterate;
        *self.preprocessed.get_or_insert_default() += usize::from(parts.is_preprocessed);
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(said: Said, milliseconds: u64) -> Measured {
        let error = (said == Said::Error).then(|| "(error \"x\")".to_owned());
        Measured { said, time: Duration::from_millis(milliseconds), parts: None, model: None, error }
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        let row = |name: &str| Cost { name: name.to_owned(), ..Cost::default() };
        let mut comparison = Comparison { rows: vec![row("a"), row("b")], ..Comparison::default() };
        comparison.count(1, &[measured(Said::Sat, 1), measured(Said::Error, 2)]);
        comparison.count(2, &[measured(Said::Sat, 1), measured(Said::Error, 2)]);
        let counts = |row: &Cost| (row.conditions, row.unknown, row.errors);
        assert_eq!(comparison.rows.iter().map(counts).collect::<Vec<_>>(), [(0, 0, 0), (0, 0, 2)]);
        assert_eq!(comparison.errors, ["question 1: b: (error \"x\")"]);
    }

    #[test]
    fn only_what_all_answered_in_time_is_measured() {
        let row = |name: &str| Cost { name: name.to_owned(), ..Cost::default() };
        let mut comparison = Comparison { rows: vec![row("a"), row("b")], ..Comparison::default() };
        comparison.count(1, &[measured(Said::Sat, 1), measured(Said::TimeOut, 3000)]);
        comparison.count(2, &[measured(Said::Unsat, 2), measured(Said::Unknown, 4)]);
        comparison.count(3, &[measured(Said::Unsat, 3), measured(Said::Unsat, 5)]);
        let counts = |row: &Cost| (row.conditions, row.timeouts, row.unknown);
        assert_eq!(comparison.rows.iter().map(counts).collect::<Vec<_>>(), [(2, 0, 0), (2, 1, 1)]);
        assert_eq!(comparison.rows.iter().map(|row| row.string).collect::<Vec<_>>(), [5.0, 9.0]);
        assert_eq!(comparison.alarms, Vec::<String>::new());
        comparison.count(4, &[measured(Said::Sat, 1), measured(Said::Unsat, 1)]);
        assert_eq!(comparison.alarms, ["question 4: a says sat, b says unsat"]);
    }
}
