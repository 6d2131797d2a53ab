//! Problems that were left open: which operators they hold, and the smallest of them.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use crate::lab::Lab;
use crate::peers::Peer;
use crate::table::Table;

use super::judge::{opinion, smaller};
use super::solve::{Answer, Cause, Way, solve};

/// How many problems are written out.
const MOST: usize = 20;
/// How many small ones are kept to choose from.
const KEPT: usize = 60;
/// What a check may take while a problem is made smaller.
const LIMIT: Duration = Duration::from_millis(200);

/// A problem without an answer.
struct Case {
    text: String,
    cause: Cause,
    engine: String,
}

/// What was left open.
#[derive(Default)]
pub(super) struct Open {
    /// For each operator how many problems hold it, and how many of them were left open.
    operators: BTreeMap<&'static str, (usize, usize)>,
    smallest: Vec<Case>,
}

impl Open {
    /// Counts a problem, and keeps it when it is small and has no answer.
    pub(super) fn add(&mut self, operators: &[&'static str], text: &str, answer: &Answer, engine: &str) {
        let cause = match answer {
            Answer::Unknown(cause) => Some(*cause),
            _ => None,
        };
        for name in operators {
            let (all, open) = self.operators.entry(name).or_default();
            *all += 1;
            *open += usize::from(cause.is_some());
        }
        let Some(cause) = cause else { return };
        let place = self.smallest.partition_point(|case| case.text.len() <= text.len());
        if place < KEPT {
            self.smallest.insert(place, Case { text: text.to_owned(), cause, engine: engine.to_owned() });
            self.smallest.truncate(KEPT);
        }
    }

    /// Prints how often each operator was left open, and writes out small problems.
    pub(super) fn report(&self, lab: &mut Lab<'_>, peers: &[Peer]) -> io::Result<()> {
        let mut table = Table::new(&["operator", "problems", "left open"]);
        for (name, (all, open)) in &self.operators {
            if *open > 0 {
                table.row([(*name).to_owned(), all.to_string(), open.to_string()]);
            }
        }
        lab.print(&table.text())?;
        let mut written: Vec<String> = Vec::new();
        for case in &self.smallest {
            let text = case.minimised();
            if written.len() == MOST || written.contains(&text) {
                continue;
            }
            let mut said = Vec::new();
            for peer in peers {
                said.push(format!("{}: {}", peer.name, opinion(peer, &text)?));
            }
            let about = format!("; {:?} with engine {}; {}", case.cause, case.engine, said.join(", "));
            let file = format!("strings-open-{}.smt2", written.len());
            lab.save(&file, &format!("{about}\n(set-logic ALL)\n{text}(check-sat)\n"))?;
            written.push(text);
        }
        Ok(())
    }
}

impl Case {
    /// A smaller problem that is left open for the same cause. Where that is time, each try would
    /// take all of it.
    fn minimised(&self) -> String {
        if self.cause == Cause::Timeout {
            return self.text.clone();
        }
        let way = Way { engine: &self.engine, limit: LIMIT, steps: 0, cores: false, alone: false };
        let is_open = |text: &str| solve(text, way).answer == Answer::Unknown(self.cause);
        if is_open(&self.text) { smaller(&self.text, is_open) } else { self.text.clone() }
    }
}
