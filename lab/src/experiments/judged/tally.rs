//! What became of the problems of one kind.

use std::time::Duration;

use super::Said;
use crate::table::seconds_text;

/// Counts of answers, and times.
#[derive(Clone, Default)]
pub(super) struct Tally {
    answers: [usize; 3],
    pub(super) wrong: usize,
    time: Duration,
    slowest: (Duration, usize),
}

impl Tally {
    /// The titles of the columns, with one for the names of kinds.
    pub(super) fn titles(kind: &str) -> [String; 10] {
        let others = ["problems", "sat", "unsat", "unknown", "wrong", "decided", "time", "slowest", "number"];
        std::array::from_fn(|place| match place {
            0 => kind.to_owned(),
            _ => others[place - 1].to_owned(),
        })
    }

    /// Counts an answer.
    pub(super) fn add(&mut self, number: usize, said: Said, time: Duration) {
        self.answers[said as usize] += 1;
        self.time += time;
        self.slowest = self.slowest.max((time, number));
    }

    /// Both together.
    pub(super) fn joined(self, other: &Tally) -> Tally {
        Tally {
            answers: std::array::from_fn(|place| self.answers[place] + other.answers[place]),
            wrong: self.wrong + other.wrong,
            time: self.time + other.time,
            slowest: self.slowest.max(other.slowest),
        }
    }

    /// How many have no answer.
    pub(super) fn unknown(&self) -> usize {
        self.answers[Said::Unknown as usize]
    }

    /// How many are decided, in percent.
    pub(super) fn share(&self) -> f64 {
        let all: usize = self.answers.iter().sum();
        if all == 0 { 100.0 } else { 100.0 * (all - self.unknown()) as f64 / all as f64 }
    }

    /// The row of a kind with this name.
    pub(super) fn cells(&self, name: &str) -> Vec<String> {
        let [sat, unsat, unknown] = self.answers;
        let numbers = [sat + unsat + unknown, sat, unsat, unknown, self.wrong];
        let mut cells = vec![name.to_owned()];
        cells.extend(numbers.iter().map(usize::to_string));
        cells.push(format!("{:.2} %", self.share()));
        cells.extend([self.time, self.slowest.0].map(|time| seconds_text(time.as_secs_f64())));
        cells.push(self.slowest.1.to_string());
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_and_joined() {
        let mut first = Tally::default();
        first.add(0, Said::Sat, Duration::from_millis(3));
        first.add(1, Said::Unknown, Duration::from_millis(9));
        let mut second = Tally::default();
        second.add(2, Said::Unsat, Duration::from_millis(1));
        let all = first.joined(&second);
        assert_eq!(all.cells("all")[..7], ["all", "3", "1", "1", "1", "0", "66.67 %"]);
        assert_eq!(all.cells("all").last().map(String::as_str), Some("1"));
    }
}
