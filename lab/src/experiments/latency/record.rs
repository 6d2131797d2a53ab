//! What one solver did in one session, and the statistics of it.
//!
//! Enters: the questions of a session. Leaves: the answers with their times, and the memory of the
//! process early and late.

use std::io;
use std::time::Duration;

use tress_base::Clock;

use super::pipe::Pipe;
use crate::experiments::timed::Timed;
use crate::peers::Peer;

/// A process that has not answered after this has forgotten its limit, and is ended.
const PATIENCE: Duration = Duration::from_secs(20);
/// Checks at the beginning and at the end that are compared with each other.
const END: usize = 100;
/// Memory is first looked at after this part of the session.
const EARLY_PART: usize = 10;

/// The checks of one session.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub(super) checks: Vec<Timed>,
    /// Resident memory in bytes after a tenth of the session, and at its end.
    pub(super) memory: Option<(u64, u64)>,
    /// Was the session cut short because it took too long?
    pub(super) was_cut: bool,
    /// Why the record cannot be trusted: an error that was printed, or an early end.
    pub(super) problem: Option<String>,
}

impl Record {
    /// Asks all questions in one process, or as many as fit into `share`.
    pub(super) fn of(peer: &Peer, opening: &str, questions: &[String], share: Duration) -> io::Result<Self> {
        let (clock, mut next) = (Clock::start(), questions.iter());
        let mut record = Self::made(peer, opening, questions.len(), |_| {
            next.next().filter(|_| clock.elapsed() < share).cloned()
        })?;
        record.was_cut = record.problem.is_none() && record.checks.len() < questions.len();
        Ok(record)
    }

    /// Asks questions, each of which may depend on the answer before, at most `most` of them.
    pub(super) fn made(
        peer: &Peer,
        opening: &str,
        most: usize,
        mut next: impl FnMut(Option<&str>) -> Option<String>,
    ) -> io::Result<Self> {
        let mut pipe = Pipe::start(peer, PATIENCE)?;
        let (mut record, mut early) = (Record::default(), None);
        // The first answer includes the start of the process, which is another experiment's matter.
        let mut is_alive = pipe.ask(&format!("{opening}(check-sat)\n")).is_some();
        while is_alive && record.checks.len() < most {
            let before = record.checks.last().map(|check| check.answer.as_str());
            let Some(question) = next(before) else { break };
            match pipe.ask(&question) {
                Some(timed) => record.checks.push(timed),
                None => is_alive = false,
            }
            if record.checks.len() == most.div_ceil(EARLY_PART) {
                early = pipe.memory();
            }
        }
        record.memory = early.zip(pipe.memory());
        let ended = || format!("the process ended after {} checks", record.checks.len());
        record.problem = pipe.complaint.take().or_else(|| (!is_alive).then(ended));
        Ok(record)
    }

    /// How many checks have this answer.
    pub(super) fn count(&self, answer: &str) -> usize {
        self.checks.iter().filter(|check| check.answer == answer).count()
    }

    /// The positions where one says `sat` and the other `unsat`.
    pub(super) fn contradictions(&self, other: &Record) -> Vec<usize> {
        let pairs = self.checks.iter().zip(&other.checks).enumerate();
        let contradict = |(one, other): (&Timed, &Timed)| {
            one.answer != other.answer && [one, other].iter().all(|timed| timed.answer != "unknown")
        };
        pairs.filter(|(_, pair)| contradict(*pair)).map(|(place, _)| place).collect()
    }

    /// Seconds of all checks.
    pub(super) fn seconds(&self) -> Vec<f64> {
        self.checks.iter().map(|check| check.time.as_secs_f64()).collect()
    }

    /// Seconds of the first checks and of as many last ones.
    pub(super) fn ends(&self) -> (Vec<f64>, Vec<f64>) {
        let seconds = self.seconds();
        let length = END.min(seconds.len() / 2);
        (seconds[..length].to_vec(), seconds[seconds.len() - length..].to_vec())
    }
}

/// The smallest number that at least `part` of a hundred numbers do not exceed; 0 for none.
pub(super) fn percentile(numbers: &[f64], part: usize) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() * part).div_ceil(100).max(1) - 1;
    sorted.get(place).copied().unwrap_or(0.0)
}

/// The number in the middle.
pub(super) fn median(numbers: &[f64]) -> f64 {
    percentile(numbers, 50)
}

/// The sum divided by how many there are; 0 for none.
pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A record with these answers, of one millisecond, two milliseconds and so on.
    pub(in super::super) fn record(answers: &[&str]) -> Record {
        let timed = |(place, answer): (usize, &&str)| Timed {
            answer: (*answer).to_owned(),
            time: Duration::from_millis(place as u64 + 1),
        };
        Record { checks: answers.iter().enumerate().map(timed).collect(), ..Record::default() }
    }

    #[test]
    fn statistics_are_right() {
        let numbers: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!((median(&numbers), percentile(&numbers, 95), mean(&numbers)), (50.0, 95.0, 50.5));
        assert_eq!((median(&[3.0, 1.0, 2.0]), percentile(&[7.0], 95)), (2.0, 7.0));
        assert_eq!((median(&[]), mean(&[])), (0.0, 0.0));
    }

    #[test]
    fn only_sat_beside_unsat_is_a_contradiction() {
        let one = record(&["sat", "unsat", "unknown", "sat", "unsat"]);
        let other = record(&["sat", "sat", "unsat", "unknown"]);
        assert_eq!(one.contradictions(&other), [1]);
        assert_eq!((one.count("sat"), one.count("unknown")), (2, 1));
    }

    #[test]
    fn the_ends_do_not_overlap() {
        assert_eq!(record(&["sat"; 5]).ends(), (vec![0.001, 0.002], vec![0.004, 0.005]));
        let (first, last) = record(&["sat"; 300]).ends();
        assert_eq!((first.len(), first[0], last.len(), last[0]), (100, 0.001, 100, 0.201));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_session_is_recorded_until_its_process_ends() {
        let script = "read -r a; echo sat; for i in 1 2 3; do read -r a; echo unsat; done; read -r a";
        let peer = Peer::program("sh", vec!["sh".into(), "-c".into(), script.into()]);
        let play = |count: usize, share: Duration| {
            let questions = vec!["(check-sat)\n".to_owned(); count];
            Record::of(&peer, "", &questions, share).expect("a shell")
        };
        let (whole, dead) = (play(3, Duration::from_secs(20)), play(5, Duration::from_secs(20)));
        assert_eq!((whole.count("unsat"), whole.problem, whole.was_cut), (3, None, false));
        assert!(whole.memory.is_some());
        assert_eq!(dead.problem.as_deref(), Some("the process ended after 3 checks"));
        let cut = play(3, Duration::ZERO);
        assert_eq!((cut.checks.len(), cut.was_cut, cut.problem), (0, true, None));
    }
}
