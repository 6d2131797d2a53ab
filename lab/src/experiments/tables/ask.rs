//! Solvers at work: tress with each engine and its peers, one process at a time.

use std::fs;
use std::io;
use std::time::Duration;

use tress_solver::registry;

use crate::lab::Lab;
use crate::peers::{self, Peer};

use super::corpus::{Problem, one_line_each};
use crate::experiments::grid::{Answer, Column, Run};

/// What a process may take beyond its limit: solvers stop by themselves.
const GRACE: Duration = Duration::from_secs(1);

/// A solver and the column of its answers.
pub(super) struct Solver {
    pub(super) column: Column,
    peer: Peer,
}

/// tress with each engine that was asked for, and the peers that are installed.
///
/// # Errors
/// When tress is not there, or has no such engine.
pub(super) fn solvers(lab: &mut Lab<'_>, limit: Duration) -> io::Result<Vec<Solver>> {
    let program = lab.tress()?;
    let mut solvers = Vec::new();
    for engine in engines(&lab.setting.engines, lab.setting.engine.as_deref())? {
        let limit = format!("--tlimit-per={}", limit.as_millis());
        let command = vec![program.clone(), format!("--engine={engine}"), limit, "-".to_owned()];
        let column = Column { name: format!("tress-{engine}"), own: true };
        solvers.push(Solver { column, peer: Peer::program("tress", command) });
    }
    for peer in super::super::installed_peers(lab, limit)? {
        solvers.push(Solver { column: Column { name: peer.name.to_owned(), own: false }, peer });
    }
    Ok(solvers)
}

/// The engines that were named, or all that tress has.
fn engines(named: &[String], one: Option<&str>) -> io::Result<Vec<String>> {
    let all: Vec<&str> = registry::NAMES.to_vec();
    let mut chosen: Vec<String> = named.to_vec();
    chosen.extend(one.map(str::to_owned));
    if chosen.is_empty() {
        return Ok(all.into_iter().map(str::to_owned).collect());
    }
    match chosen.iter().find(|engine| !all.contains(&engine.as_str())) {
        Some(engine) => {
            Err(io::Error::other(format!("no engine is called {engine}; there are {}", all.join(", "))))
        }
        None => Ok(chosen),
    }
}

impl Solver {
    /// Asks about one problem.
    ///
    /// # Errors
    /// When the file cannot be read or the process cannot be started.
    pub(super) fn ask(&self, problem: &Problem, limit: Duration) -> io::Result<Run> {
        let text = String::from_utf8_lossy(&fs::read(&problem.path)?).into_owned();
        let text = if self.column.own { text } else { one_line_each(&text) };
        let run = self.peer.run(&text, limit + GRACE)?;
        Ok(Run { answer: answer(&run, limit), seconds: run.cpu.as_secs_f64() })
    }
}

/// What a run said. Not knowing at the end of the time is no answer of its own.
fn answer(run: &peers::Run, limit: Duration) -> Answer {
    let words = ["sat", "unsat", "unknown", "timeout"];
    // Some solvers put the reason behind the word.
    let mut firsts = run.output.lines().filter_map(|line| line.split_whitespace().next());
    let word = firsts.find(|word| words.contains(word) || word.starts_with("(error"));
    match word.map(Answer::read) {
        Some(said) if said.is_solved() => said,
        _ if run.timed_out => Answer::TimeOut,
        Some(Answer::Unknown) if run.time >= limit => Answer::TimeOut,
        said => said.unwrap_or(Answer::Error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, milliseconds: u64, timed_out: bool, expected: Answer) {
        let time = Duration::from_millis(milliseconds);
        let run = peers::Run { output: output.to_owned(), cpu: time, time, timed_out, succeeded: true };
        assert_eq!(answer(&run, Duration::from_secs(1)), expected, "{output}");
    }

    #[test]
    fn answers_are_read() {
        check("success\nsat\n(model)\n", 10, false, Answer::Sat);
        check("unsat\n(error \"no model\")\n", 10, false, Answer::Unsat);
        check("unknown\n", 10, false, Answer::Unknown);
    }

    #[test]
    fn no_answer_is_told_from_no_time() {
        check("unknown\n", 1000, false, Answer::TimeOut);
        check("timeout\n", 900, false, Answer::TimeOut);
        check("unknown (TIMEOUT)\n", 1000, false, Answer::TimeOut);
        check("unknown (INCOMPLETE)\n", 10, false, Answer::Unknown);
        check("", 2000, true, Answer::TimeOut);
        check("(error \"what\")\nsat\n", 10, false, Answer::Error);
        check("", 10, false, Answer::Error);
    }

    #[test]
    fn engines_are_those_of_tress() {
        let all = engines(&[], None).expect("all of them");
        assert_eq!(all.len(), registry::NAMES.len());
        assert_eq!(engines(&all[..1], None).expect("named"), all[..1]);
        assert_eq!(engines(&[], Some(&all[0])).expect("named"), all[..1]);
        assert!(engines(&["no-such".to_owned()], None).is_err());
    }
}
