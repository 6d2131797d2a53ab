//! `strings`: small generated problems over all operators on strings.
//!
//! Every problem goes through the engines, and every answer is held against all that is known
//! ([`judge`]). Wrong answers are made small and written out; so are the smallest problems that
//! were left open, with what other solvers say of them, and the slowest one.

pub(super) mod judge;
mod open;
pub(super) mod solve;

use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_term::term::{Theory, post_order};

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::plot::Plot;
use crate::table::{Table, seconds_text};
use tress_testing::generate::Strings;

use judge::{BOUNDS, Wrong};
use open::Open;
use solve::{Answer, Cause, Way, Witness, solve};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "strings",
    about: "generated problems over all string operators: answers, models and cores hold",
    count: 10_000,
    run,
};

/// What a check may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_millis(100);
/// What another solver may take for a check.
const PEER_LIMIT: Duration = Duration::from_millis(300);
/// One unsat answer in this many is compared with other solvers.
const SHARE: usize = 10;
/// Problems that are made, solved and judged together.
const ROUND: usize = 2000;
/// The engines that are compared.
const ENGINES: [&str; 2] = ["auto", "calculus"];

#[derive(Default)]
struct Tally {
    problems: usize,
    sat: usize,
    unsat: usize,
    unknown: [usize; 3],
    wrong: usize,
    asked: usize,
    time: Duration,
    slowest: (Duration, usize),
    times: Vec<f64>,
}

/// A run of the experiment.
struct Run<'lab, 'output> {
    lab: &'lab mut Lab<'output>,
    engines: Vec<String>,
    limit: Duration,
    tallies: Vec<Tally>,
    open: Open,
}

/// The problem with a number, the same for the same seed.
fn problem(seed: u64, number: usize) -> Strings {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64);
    Strings::new(&mut random)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, PEER_LIMIT)?;
    let engines = match &lab.setting.engine {
        Some(engine) => vec![engine.clone()],
        None => ENGINES.map(str::to_owned).to_vec(),
    };
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let tallies = engines.iter().map(|_| Tally::default()).collect();
    let count = lab.count;
    let mut run = Run { lab, engines, limit, tallies, open: Open::default() };
    for start in (0..count).step_by(ROUND) {
        run.round(start, count.min(start + ROUND), &peers)?;
        run.lab.progress(count.min(start + ROUND), count);
    }
    run.open.report(run.lab, &peers)?;
    run.show()
}

impl Run<'_, '_> {
    fn way(&self, engine: usize, number: usize) -> Way<'_> {
        let cores = number.is_multiple_of(2);
        Way { engine: &self.engines[engine], limit: self.limit, steps: 0, cores, alone: false }
    }

    /// Solves and judges the problems with these numbers.
    fn round(&mut self, from: usize, to: usize, peers: &[Peer]) -> io::Result<()> {
        let mut refuted: Vec<(usize, Strings)> = Vec::new();
        for number in from..to {
            let problem = problem(self.lab.setting.seed, number);
            if self.case(number, &problem)? && number.is_multiple_of(SHARE) {
                refuted.push((number, problem));
            }
        }
        let problems: Vec<&Strings> = refuted.iter().map(|(_, problem)| problem).collect();
        for peer in peers {
            let judged = judge::ask_peer(peer, &problems, self.way(0, 0))?;
            for tally in &mut self.tallies {
                tally.asked += problems.len();
            }
            for ((number, problem), wrong) in refuted.iter().zip(judged) {
                if let Some(wrong) = wrong {
                    self.report(*number, 0, problem, &wrong)?;
                }
            }
        }
        Ok(())
    }

    /// Solves one problem with every engine; returns whether somebody called it unsat.
    fn case(&mut self, number: usize, problem: &Strings) -> io::Result<bool> {
        let text = problem.text();
        let mut answers = Vec::with_capacity(self.engines.len());
        for engine in 0..self.engines.len() {
            let solved = solve(&text, self.way(engine, number));
            self.tallies[engine].add(number, &solved);
            answers.push(solved.answer);
        }
        let found: Vec<Witness> = answers
            .iter()
            .filter_map(|answer| match answer {
                Answer::Sat(witness) => Some(witness.clone()),
                _ => None,
            })
            .collect();
        for (engine, answer) in answers.iter().enumerate() {
            if let Some(wrong) = judge::judge(problem, answer, &found, (self.way(engine, number), BOUNDS)) {
                self.report(number, engine, problem, &wrong)?;
            }
        }
        let last = answers.len() - 1;
        self.open.add(&operators(problem), &text, &answers[last], &self.engines[last]);
        Ok(answers.iter().any(|answer| matches!(answer, Answer::Unsat(_))))
    }

    fn report(&mut self, number: usize, engine: usize, problem: &Strings, wrong: &Wrong) -> io::Result<()> {
        self.tallies[engine].wrong += 1;
        let (why, name) = (&wrong.why, &self.engines[engine]);
        let text = judge::minimised(problem, wrong, self.way(engine, number));
        let file = format!("strings-wrong-{}-{number}-{name}.smt2", self.lab.setting.seed);
        let comment: String = why.lines().map(|line| format!("; {line}\n")).collect();
        self.lab.print(&format!("problem {number}, engine {name}, WRONG: {why}"))?;
        self.lab.save(&file, &format!("{comment}(set-logic ALL)\n{text}(check-sat)\n"))
    }

    fn show(self) -> io::Result<Verdict> {
        let titles = [
            "engine",
            "problems",
            "sat",
            "unsat",
            "incomplete",
            "timeout",
            "other",
            "wrong",
            "to peers",
            "time",
            "slowest",
            "number",
        ];
        let mut table = Table::new(&titles);
        let mut plot =
            Plot::new("Generated strings", "problems solved", "seconds for each").logarithmic(false, true);
        for (name, tally) in self.engines.iter().zip(&self.tallies) {
            let [incomplete, timeout, other] = tally.unknown;
            let numbers = [
                tally.problems,
                tally.sat,
                tally.unsat,
                incomplete,
                timeout,
                other,
                tally.wrong,
                tally.asked,
            ];
            let times = [tally.time, tally.slowest.0].map(|time| seconds_text(time.as_secs_f64()));
            let cells = std::iter::once(name.clone()).chain(numbers.iter().map(usize::to_string));
            table.row(cells.chain(times).chain([tally.slowest.1.to_string()]));
            plot.add_cactus(name, &tally.times);
        }
        self.lab.print(&table.text())?;
        for (name, tally) in self.engines.iter().zip(&self.tallies) {
            let slowest = problem(self.lab.setting.seed, tally.slowest.1).text();
            let text = format!("; {:?} with engine {name}\n{slowest}(check-sat)\n", tally.slowest.0);
            self.lab.save(&format!("strings-slowest-{name}.smt2"), &text)?;
        }
        self.lab.save("strings.svg", &plot.svg())?;
        Ok(Verdict::wrong_if(self.tallies.iter().any(|tally| tally.wrong > 0)))
    }
}

impl Tally {
    fn add(&mut self, number: usize, solved: &solve::Solved) {
        self.problems += 1;
        match &solved.answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(Cause::Incomplete) => self.unknown[0] += 1,
            Answer::Unknown(Cause::Timeout) => self.unknown[1] += 1,
            Answer::Unknown(Cause::Other) | Answer::Refused => self.unknown[2] += 1,
        }
        self.time += solved.time;
        if solved.time > self.slowest.0 {
            self.slowest = (solved.time, number);
        }
        if matches!(solved.answer, Answer::Sat(_) | Answer::Unsat(_)) {
            self.times.push(solved.time.as_secs_f64());
        }
    }
}

/// The names of the operators on strings that a problem uses.
fn operators(problem: &Strings) -> Vec<&'static str> {
    let terms = post_order(&problem.store, &problem.assertions);
    let ops = terms.into_iter().filter_map(|term| problem.store.op(term));
    let mut names: Vec<&str> =
        ops.filter(|op| op.info().theory == Theory::Strings).map(|op| op.info().name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
