//! What an exploration took, and the questions that it asked.

use std::fmt;
use std::time::Duration;

/// What an exploration took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Questions to the solver, those of runs with known values included.
    pub questions: usize,
    /// Those of paths that had a solution, that had none, and that stayed open.
    pub answers: [usize; 3],
    /// Time that the solver took for paths.
    pub solving: Duration,
    /// Time for all.
    pub time: Duration,
    /// Instructions that ran with unknown values, by all paths that ended.
    pub steps: u64,
    /// Paths that were open at once.
    pub most_open: usize,
    /// Caps that were hit, with how often.
    pub caps: Vec<(&'static str, u64)>,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [sat, unsat, unknown] = self.answers;
        writeln!(f, "questions: {} ({sat} sat, {unsat} unsat, {unknown} unknown)", self.questions)?;
        writeln!(
            f,
            "time: {:.3} s, {:.3} s of it in the solver",
            self.time.as_secs_f64(),
            self.solving.as_secs_f64()
        )?;
        writeln!(f, "instructions: {}", self.steps)?;
        writeln!(f, "open paths: at most {}", self.most_open)
    }
}

/// A question that the solver was asked: is a path possible?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Declarations and assertions in SMT-LIB, with operators that only tress has.
    pub script: String,
    /// The same with the operators of the standard only.
    pub standard: String,
    /// The names of all inputs in it.
    pub inputs: Vec<String>,
    /// The answer of the solver.
    pub answer: &'static str,
}
