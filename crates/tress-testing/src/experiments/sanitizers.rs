//! `sanitizers`: generated problems about chains of functions, against brute force.
//!
//! A model is evaluated again; an unsat is wrong when the plant or one of all short inputs makes
//! the assertions true, or when its core is satisfiable. What goes wrong is made small and written
//! out; so are the slowest problem and some without an answer that have a short model.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::brute::Bounds;
use crate::generate::{LONGEST_CHAIN, Strings};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use super::strings::judge::{Wrong, judge, minimised, oracle};
use super::strings::solve::{Answer, Solved, Way, solve};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sanitizers",
    about: "chains of replacements and other functions: answers against all short inputs, by length of chain",
    count: 10_000,
    run,
};

/// Steps of work for one check, so that every run is the same.
const STEPS: u64 = 1_000_000;
/// What a check may take all the same, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(20);
/// How far the oracle looks when there is one input, and when there are two.
const BOUNDS: [Bounds; 2] = [
    Bounds { length: 5, letters: 3, number: 4, assignments: 1500 },
    Bounds { length: 3, letters: 2, number: 4, assignments: 1700 },
];
/// How many problems without an answer that have a short model are written out.
const WRITTEN: usize = 20;

/// What became of problems of one kind.
#[derive(Clone, Default)]
struct Tally {
    problems: usize,
    sat: usize,
    unsat: usize,
    unknown: usize,
    /// Those of the unknown ones that have a short model.
    missed: usize,
    wrong: usize,
    time: Duration,
    slowest: (Duration, usize),
}

/// A run of the experiment.
struct Run<'lab, 'output> {
    lab: &'lab mut Lab<'output>,
    /// By the length of the longest chain, less one.
    tallies: Vec<Tally>,
    written: usize,
}

/// The problem with a number, the same for the same seed, and the length of its longest chain.
fn problem(seed: u64, number: usize) -> (Strings, usize) {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64);
    Strings::chains(&mut random)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let count = lab.count;
    let mut run = Run { lab, tallies: vec![Tally::default(); LONGEST_CHAIN], written: 0 };
    for number in 0..count {
        run.case(number)?;
        run.lab.progress(number + 1, count);
    }
    run.show()
}

impl Run<'_, '_> {
    fn case(&mut self, number: usize) -> io::Result<()> {
        let engine = self.lab.setting.engine.clone().unwrap_or_else(|| "auto".to_owned());
        let limit = self.lab.setting.timeout.unwrap_or(LIMIT);
        let way = Way { engine: &engine, limit, steps: STEPS, cores: number.is_multiple_of(2) };
        let (problem, longest) = problem(self.lab.setting.seed, number);
        let bounds = BOUNDS[problem.symbols.len() - 1];
        let solved = solve(&problem.text(), way);
        self.tallies[longest - 1].add(number, &solved);
        if let Some(wrong) = judge(&problem, &solved.answer, &[], (way, bounds)) {
            self.tallies[longest - 1].wrong += 1;
            self.report(number, &problem, &wrong, way)?;
        }
        if matches!(solved.answer, Answer::Unknown(_))
            && (problem.planted.is_some() || oracle(&problem, bounds).is_some())
        {
            self.tallies[longest - 1].missed += 1;
            self.write_missed(number, &problem)?;
        }
        Ok(())
    }

    fn report(&mut self, number: usize, problem: &Strings, wrong: &Wrong, way: Way<'_>) -> io::Result<()> {
        let text = minimised(problem, wrong, way);
        let comment: String = wrong.why.lines().map(|line| format!("; {line}\n")).collect();
        self.lab.print(&format!("problem {number}, WRONG: {}", wrong.why))?;
        let file = format!("sanitizers-wrong-{}-{number}.smt2", self.lab.setting.seed);
        self.lab.save(&file, &format!("{comment}(set-logic ALL)\n{text}(check-sat)\n"))
    }

    fn write_missed(&mut self, number: usize, problem: &Strings) -> io::Result<()> {
        if self.written == WRITTEN {
            return Ok(());
        }
        self.written += 1;
        let file = format!("sanitizers-open-{}-{number}.smt2", self.lab.setting.seed);
        self.lab.save(&file, &format!("(set-logic ALL)\n{}(check-sat)\n", problem.text()))
    }

    fn show(self) -> io::Result<Verdict> {
        let titles = [
            "chain",
            "problems",
            "sat",
            "unsat",
            "unknown",
            "of them with a short model",
            "wrong",
            "time",
            "slowest",
            "number",
        ];
        let mut table = Table::new(&titles);
        for (place, tally) in self.tallies.iter().enumerate() {
            table.row(tally.cells(&format!("up to {}", place + 1)));
        }
        let all = self.tallies.iter().fold(Tally::default(), Tally::joined);
        table.row(all.cells("all"));
        self.lab.print(&table.text())?;
        let (time, number) = all.slowest;
        let text = problem(self.lab.setting.seed, number).0.text();
        let text = format!("; {}\n(set-logic ALL)\n{text}(check-sat)\n", seconds_text(time.as_secs_f64()));
        self.lab.save("sanitizers-slowest.smt2", &text)?;
        Ok(Verdict::wrong_if(all.wrong > 0))
    }
}

impl Tally {
    fn add(&mut self, number: usize, solved: &Solved) {
        self.problems += 1;
        match solved.answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) | Answer::Refused => self.unknown += 1,
        }
        self.time += solved.time;
        self.slowest = self.slowest.max((solved.time, number));
    }

    fn joined(self, other: &Tally) -> Tally {
        Tally {
            problems: self.problems + other.problems,
            sat: self.sat + other.sat,
            unsat: self.unsat + other.unsat,
            unknown: self.unknown + other.unknown,
            missed: self.missed + other.missed,
            wrong: self.wrong + other.wrong,
            time: self.time + other.time,
            slowest: self.slowest.max(other.slowest),
        }
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let numbers = [self.problems, self.sat, self.unsat, self.unknown, self.missed, self.wrong];
        let times = [self.time, self.slowest.0].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once(name.to_owned()).chain(numbers.iter().map(usize::to_string));
        cells.chain(times).chain([self.slowest.1.to_string()]).collect()
    }
}
