//! Tables, bars and the plot of what was measured.

use std::io;

use super::record::{Record, mean, median, percentile};
use crate::lab::Lab;
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// What a check of tress should take at most, in seconds.
const MEDIAN_BAR: f64 = 0.001;
/// How much slower the last checks of a session may be than the first.
const GROWTH_BAR: f64 = 1.2;
/// How much more memory a session may hold at its end than after a tenth.
const MEMORY_BAR: f64 = 1.2;
/// Memory in bytes that is not worth a word.
const MEMORY_SLACK: f64 = 2.0 * MEBIBYTE;
/// The part of z3's time that the tree may take.
const TREE_BAR: f64 = 0.2;
const MEBIBYTE: f64 = 1_048_576.0;

/// What one solver did with one shape.
pub(super) struct Row {
    shape: &'static str,
    solver: &'static str,
    record: Record,
    /// The positions where its answer and that of tress contradict each other.
    contradictions: Vec<usize>,
}

impl Row {
    /// A row next to what tress did.
    pub(super) fn new(shape: &'static str, solver: &'static str, record: Record, own: &Record) -> Self {
        let contradictions = record.contradictions(own);
        Self { shape, solver, record, contradictions }
    }

    /// Contradicts another solver, or is a session of tress that went wrong.
    pub(super) fn is_wrong(&self) -> bool {
        !self.contradictions.is_empty() || (self.solver == "tress" && self.record.problem.is_some())
    }

    fn median(&self) -> f64 {
        median(&self.record.seconds())
    }

    /// The median of the last checks by that of the first: one slow check moves no median.
    fn growth(&self) -> f64 {
        let (first, last) = self.record.ends();
        median(&last) / median(&first)
    }

    fn cells(&self) -> Vec<String> {
        let record = &self.record;
        let seconds = record.seconds();
        let (first, last) = record.ends();
        let mut cells = vec![self.shape.to_owned(), self.solver.to_owned()];
        let counts = ["sat", "unsat", "unknown"].map(|answer| record.count(answer));
        cells.extend([record.checks.len(), counts[0], counts[1], counts[2]].map(|n| n.to_string()));
        let times =
            [self.median(), percentile(&seconds, 95), seconds.iter().sum(), mean(&first), mean(&last)];
        cells.extend(times.map(seconds_text));
        cells.extend([mean(&last) / mean(&first), self.growth()].map(|ratio| format!("{ratio:.2}")));
        let memory = record.memory.map(|(early, late)| [early, late]);
        let text = |bytes: u64| format!("{:.1}", bytes as f64 / MEBIBYTE);
        cells.extend(memory.map_or(["-".into(), "-".into()], |sizes| sizes.map(text)));
        cells.push(self.contradictions.len().to_string());
        cells
    }

    /// What of this session of tress is not as good as it should be.
    fn shortfalls(&self, z3: Option<&Row>) -> Vec<String> {
        let (shape, median, mut found) = (self.shape, self.median(), Vec::new());
        if median > MEDIAN_BAR {
            found.push(format!("{shape}: the median check takes {}", seconds_text(median)));
        }
        if let Some(z3) = z3.map(Row::median).filter(|z3| median > *z3) {
            let texts = [median, z3].map(seconds_text);
            found.push(format!("{shape}: the median check takes {}, that of z3 {}", texts[0], texts[1]));
        }
        if self.growth() > GROWTH_BAR {
            let growth = self.growth();
            found.push(format!("{shape}: the last checks take {growth:.2} times as long as the first"));
        }
        if let Some((early, late)) = self.record.memory.map(|(early, late)| (early as f64, late as f64))
            && late > MEMORY_BAR * early + MEMORY_SLACK
        {
            found.push(format!("{shape}: memory grows to {:.2} times that after a tenth", late / early));
        }
        found
    }
}

fn table<'a>(rows: impl IntoIterator<Item = &'a Row>) -> String {
    let titles = [
        "shape",
        "solver",
        "checks",
        "sat",
        "unsat",
        "unknown",
        "median",
        "95 %",
        "sum",
        "first 100",
        "last 100",
        "growth",
        "of medians",
        "MiB at 10 %",
        "MiB at end",
        "wrong",
    ];
    let mut table = Table::new(&titles);
    for row in rows {
        table.row(row.cells());
    }
    table.text()
}

/// Says where solvers contradict each other and what went wrong.
fn print_problems(lab: &mut Lab<'_>, rows: &[Row]) -> io::Result<()> {
    for Row { shape, solver, record, contradictions } in rows {
        if let Some(problem) = &record.problem {
            lab.print(&format!("{shape}, {solver}: {problem}"))?;
        }
        if record.was_cut {
            lab.print(&format!("{shape}, {solver}: stopped after {} checks", record.checks.len()))?;
        }
        for place in contradictions {
            let answer = &record.checks[*place].answer;
            lab.print(&format!("{shape}, check {place}: {solver} says {answer}, and tress does not"))?;
        }
    }
    Ok(())
}

/// The table of shapes, and where tress is not within the bars.
pub(super) fn shapes(lab: &mut Lab<'_>, rows: &[Row]) -> io::Result<()> {
    lab.print(&table(rows))?;
    lab.print(
        "first 100, last 100 and growth are of means; of medians is the same growth of medians, and is barred",
    )?;
    print_problems(lab, rows)?;
    for row in rows.iter().filter(|row| row.solver == "tress") {
        let z3 = rows.iter().find(|other| other.solver == "z3" && other.shape == row.shape);
        for shortfall in row.shortfalls(z3) {
            lab.print(&format!("NOT WITHIN THE BAR: {shortfall}"))?;
        }
    }
    Ok(())
}

/// The tree: both sums, and the plot of time so far.
pub(super) fn tree(lab: &mut Lab<'_>, rows: &[Row]) -> io::Result<()> {
    lab.print(&table(rows))?;
    print_problems(lab, rows)?;
    let mut plot = Plot::new("A walk through a tree of paths", "check", "seconds so far");
    for row in rows {
        let mut whole = 0.0;
        let points = row.record.seconds().into_iter().enumerate().map(|(place, seconds)| {
            whole += seconds;
            (place as f64, whole)
        });
        plot.add(row.solver, Mark::Line, points);
    }
    lab.save("latency.svg", &plot.svg())?;
    let [own, z3] = rows else { return Ok(()) };
    let ratio = tree_ratio(&own.record, &z3.record);
    lab.print(&format!("the tree takes tress {ratio:.3} of the time of z3"))?;
    if ratio > TREE_BAR {
        lab.print(&format!("NOT WITHIN THE BAR: the tree may take {TREE_BAR} of the time of z3"))?;
    }
    Ok(())
}

/// The time of tress by that of z3, over the checks that both have answered.
fn tree_ratio(own: &Record, z3: &Record) -> f64 {
    let both = own.checks.len().min(z3.checks.len());
    let sum = |record: &Record| record.seconds()[..both].iter().sum::<f64>();
    sum(own) / sum(z3)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::*;
    use std::time::Duration;

    /// A row of a solver whose checks all take as long.
    fn row(solver: &'static str, microseconds: u64, memory: (u64, u64)) -> Row {
        let mut record = record(&["sat"; 10]);
        for check in &mut record.checks {
            check.time = Duration::from_micros(microseconds);
        }
        record.memory = Some(memory);
        Row::new("shape", solver, record.clone(), &record)
    }

    #[test]
    fn a_good_session_is_within_the_bars() {
        let own = row("tress", 900, (10_000_000, 14_000_000));
        assert!(own.shortfalls(Some(&row("z3", 901, (1, 1)))).is_empty());
        assert!(!own.is_wrong());
        assert_eq!(own.cells()[6..12], ["900 us", "900 us", "9.00 ms", "900 us", "900 us", "1.00"]);
    }

    #[test]
    fn every_bar_can_be_missed() {
        let mut own = row("tress", 1100, (10_000_000, 15_000_000));
        for check in &mut own.record.checks[5..] {
            check.time = Duration::from_micros(1400);
        }
        let found = own.shortfalls(Some(&row("z3", 1000, (1, 1))));
        let words = ["takes 1.10 ms", "that of z3 1.00 ms", "1.27 times as long", "grows to 1.50"];
        assert_eq!(found.len(), words.len());
        assert!(found.iter().zip(words).all(|(text, word)| text.contains(word)), "{found:?}");
    }

    #[test]
    fn contradictions_and_broken_sessions_are_wrong() {
        assert!(Row::new("shape", "z3", record(&["sat"]), &record(&["unsat"])).is_wrong());
        let broken = Record { problem: Some("(error)".into()), ..record(&["sat"]) };
        assert!(Row::new("shape", "tress", broken.clone(), &broken).is_wrong());
        assert!(!Row::new("shape", "cvc5", broken.clone(), &broken).is_wrong());
    }

    #[test]
    fn only_checks_of_both_are_compared() {
        // One, two and three milliseconds next to one, two, three, four.
        assert_eq!(tree_ratio(&record(&["sat"; 3]), &record(&["sat"; 4])), 1.0);
    }
}
