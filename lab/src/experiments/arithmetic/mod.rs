//! `arithmetic`: generated problems of QF_LIA, QF_LRA, QF_LIRA and QF_UFLIA.
//!
//! Every answer is held against all that is known: the planted answer, the oracle, z3 where it is
//! installed. A model is printed, read back as definitions and checked again; of an unsat core
//! nothing but the core is checked again. Problems that went wrong, or took long, are written out.

mod judge;
mod solve;

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::Plot;
use crate::table::{Table, seconds_text};
use tress_testing::generate::{Arithmetic, Logic};

use judge::Judgement;
use solve::{Answer, Solved, solve};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "arithmetic",
    about: "generated linear arithmetic with functions: answers, models and cores hold",
    count: 20_000,
    run,
};

/// How many problems of a hundred thousand may be left open.
const OPEN_LIMIT: usize = 500;
/// Problems that take longer are written out.
const LONG: Duration = Duration::from_secs(1);
/// What a problem may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Problems that are made, solved and judged together.
const ROUND: usize = 1000;

#[derive(Default)]
struct Tally {
    problems: usize,
    answers: [usize; 3],
    wrong: usize,
    unchecked: usize,
    time: Duration,
    slowest: Duration,
    times: Vec<f64>,
}

/// The problem with a number, the same for the same seed.
fn problem(seed: u64, number: usize) -> Arithmetic {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64);
    Arithmetic::new(Logic::ALL[number % 4], &mut random)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, Duration::from_secs(5))?;
    let z3 = peers.iter().find(|peer| peer.name == "z3");
    let mut tallies: [Tally; 4] = Default::default();
    let count = lab.count;
    for start in (0..count).step_by(ROUND) {
        let mut round: Vec<(Arithmetic, Solved)> = Vec::new();
        for number in start..count.min(start + ROUND) {
            let problem = problem(lab.setting.seed, number);
            let solved = solve(&problem, LIMIT);
            round.push((problem, solved));
        }
        let judgements = judge::judge(&round, z3)?;
        for (place, (case, judgement)) in round.iter().zip(&judgements).enumerate() {
            tallies[(start + place) % 4].add(&case.1, judgement);
            report(lab, start + place, case, judgement)?;
        }
        lab.progress(start + round.len(), count);
    }
    show(lab, &tallies)
}

impl Tally {
    fn add(&mut self, solved: &Solved, judgement: &Judgement) {
        self.problems += 1;
        self.answers[match solved.answer {
            Answer::Sat(_) => 0,
            Answer::Unsat(_) => 1,
            Answer::Unknown(_) => 2,
        }] += 1;
        self.wrong += usize::from(judgement.wrong.is_some());
        self.unchecked += usize::from(judgement.unchecked);
        self.time += solved.time;
        self.slowest = self.slowest.max(solved.time);
        self.times.push(solved.time.as_secs_f64());
    }
}

/// Writes out a problem that is worth looking at.
fn report(
    lab: &mut Lab<'_>,
    number: usize,
    (problem, solved): &(Arithmetic, Solved),
    judgement: &Judgement,
) -> io::Result<()> {
    let why = match (&judgement.wrong, &solved.answer) {
        (Some(wrong), _) => format!("wrong: {wrong}"),
        (None, Answer::Unknown(reason)) => format!("unknown: {reason}"),
        _ if solved.time > LONG => format!("slow: {}", seconds_text(solved.time.as_secs_f64())),
        _ => return Ok(()),
    };
    let logic = problem.logic.name();
    lab.print(&format!("problem {number}, {logic}, {why}"))?;
    let text = format!("; {why}\n(set-logic ALL)\n{}(check-sat)\n", problem.text());
    lab.save(&format!("arithmetic-{}-{number}.smt2", lab.setting.seed), &text)
}

fn show(lab: &mut Lab<'_>, tallies: &[Tally]) -> io::Result<Verdict> {
    let titles = ["logic", "problems", "sat", "unsat", "unknown", "wrong", "z3 left open", "time", "slowest"];
    let mut table = Table::new(&titles);
    let row = |table: &mut Table, name: &str, tally: &Tally| {
        let [sat, unsat, unknown] = tally.answers;
        let numbers = [tally.problems, sat, unsat, unknown, tally.wrong, tally.unchecked];
        let times = [tally.time, tally.slowest].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once(name.to_owned());
        table.row(cells.chain(numbers.iter().map(usize::to_string)).chain(times));
    };
    let mut all = Tally::default();
    for (logic, tally) in Logic::ALL.iter().zip(tallies) {
        row(&mut table, logic.name(), tally);
        all.problems += tally.problems;
        all.wrong += tally.wrong;
        all.unchecked += tally.unchecked;
        all.time += tally.time;
        all.slowest = all.slowest.max(tally.slowest);
        all.answers.iter_mut().zip(tally.answers).for_each(|(sum, part)| *sum += part);
    }
    row(&mut table, "all", &all);
    lab.print(&table.text())?;
    let mut plot =
        Plot::new("Generated arithmetic", "problems solved", "seconds for each").logarithmic(false, true);
    for (logic, tally) in Logic::ALL.iter().zip(tallies) {
        plot.add_cactus(logic.name(), &tally.times);
    }
    lab.save("arithmetic.svg", &plot.svg())?;
    let open = all.answers[2] * 100_000 > OPEN_LIMIT * all.problems;
    lab.print(&format!("left open: {} of {}", all.answers[2], all.problems))?;
    Ok(Verdict::wrong_if(all.wrong > 0 || open))
}
