//! Generated problems against brute force: the frame of experiments that differ in what they generate.
//!
//! A model is evaluated again; an unsat is wrong when the plant, one of all short inputs or another
//! solver makes the assertions true, or when its core is satisfiable. What goes wrong is made small
//! and written out; so are the slowest problem and some without an answer that have a short model.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};
use tress_testing::brute::Bounds;
use tress_testing::generate::Strings;

use super::strings::judge::{Wrong, ask_peer, judge, minimised, oracle};
use super::strings::solve::{Answer, Solved, Way, solve};

/// What a check may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(20);
/// What another solver may take for a check.
const PEER_LIMIT: Duration = Duration::from_millis(300);
/// One unsat answer in this many is compared with other solvers.
const SHARE: usize = 10;
/// Problems that are solved before other solvers are asked.
const ROUND: usize = 2000;
/// How many problems without an answer that have a short model are written out.
const WRITTEN: usize = 20;

/// What is generated, and how it is judged.
pub(super) struct Source {
    /// The experiment's name, with which its files begin.
    pub(super) name: &'static str,
    /// The title of the column of kinds.
    pub(super) title: &'static str,
    /// How kinds are called; a problem belongs to the kind with its number.
    pub(super) kinds: fn(usize) -> String,
    /// How many kinds there are.
    pub(super) count: usize,
    /// A problem and its kind.
    pub(super) draw: fn(&mut Random) -> (Strings, usize),
    /// How far the oracle looks.
    pub(super) bounds: fn(&Strings) -> Bounds,
    /// Steps of work for one check, so that every run is the same.
    pub(super) steps: u64,
    /// Are other solvers asked, where they are installed?
    pub(super) peers: bool,
    /// Does the engine see problems as they are written?
    pub(super) alone: bool,
}

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

/// A run of an experiment.
struct Run<'lab, 'output> {
    lab: &'lab mut Lab<'output>,
    source: &'lab Source,
    engine: String,
    tallies: Vec<Tally>,
    written: usize,
}

/// Draws, solves and judges as many problems as the lab asks for.
///
/// # Errors
/// When something cannot be written, or another solver cannot be started.
pub(super) fn run(lab: &mut Lab<'_>, source: &Source) -> io::Result<Verdict> {
    let peers = if source.peers { super::installed_peers(lab, PEER_LIMIT)? } else { Vec::new() };
    let count = lab.count;
    let engine = lab.setting.engine.clone().unwrap_or_else(|| "auto".to_owned());
    let mut run = Run { lab, source, engine, tallies: vec![Tally::default(); source.count], written: 0 };
    for from in (0..count).step_by(ROUND) {
        run.round(from, count.min(from + ROUND), &peers)?;
    }
    run.show()
}

impl Run<'_, '_> {
    /// The problem with a number, the same for the same seed, and its kind.
    fn problem(&self, number: usize) -> (Strings, usize) {
        let seed = self.lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (self.source.draw)(&mut Random::new(seed ^ number as u64))
    }

    fn way(&self, number: usize) -> Way<'_> {
        let limit = self.lab.setting.timeout.unwrap_or(LIMIT);
        let (cores, alone) = (number.is_multiple_of(2), self.source.alone);
        Way { engine: &self.engine, limit, steps: self.source.steps, cores, alone }
    }

    /// Solves and judges the problems with these numbers.
    fn round(&mut self, from: usize, to: usize, peers: &[Peer]) -> io::Result<()> {
        let mut refuted: Vec<usize> = Vec::new();
        for number in from..to {
            if self.case(number)? && number.is_multiple_of(SHARE) {
                refuted.push(number);
            }
            self.lab.progress(number + 1, self.lab.count);
        }
        let drawn: Vec<(Strings, usize)> = refuted.iter().map(|number| self.problem(*number)).collect();
        let problems: Vec<&Strings> = drawn.iter().map(|(problem, _)| problem).collect();
        for peer in peers {
            let judged = ask_peer(peer, &problems, self.way(0))?;
            for ((number, (problem, kind)), wrong) in refuted.iter().zip(&drawn).zip(judged) {
                if let Some(wrong) = wrong {
                    self.report(*number, *kind, problem, &wrong)?;
                }
            }
        }
        Ok(())
    }

    /// Solves and judges one problem; returns whether it was called unsat.
    fn case(&mut self, number: usize) -> io::Result<bool> {
        let (problem, kind) = self.problem(number);
        let bounds = (self.source.bounds)(&problem);
        let solved = solve(&problem.text(), self.way(number));
        self.tallies[kind].add(number, &solved);
        if let Some(wrong) = judge(&problem, &solved.answer, &[], (self.way(number), bounds)) {
            self.report(number, kind, &problem, &wrong)?;
        }
        if matches!(solved.answer, Answer::Unknown(_))
            && (problem.planted.is_some() || oracle(&problem, bounds).is_some())
        {
            self.tallies[kind].missed += 1;
            self.write_missed(number, &problem)?;
        }
        Ok(matches!(solved.answer, Answer::Unsat(_)))
    }

    fn report(&mut self, number: usize, kind: usize, problem: &Strings, wrong: &Wrong) -> io::Result<()> {
        self.tallies[kind].wrong += 1;
        let text = minimised(problem, wrong, self.way(number));
        let comment: String = wrong.why.lines().map(|line| format!("; {line}\n")).collect();
        self.lab.print(&format!("problem {number}, WRONG: {}", wrong.why))?;
        let file = format!("{}-wrong-{}-{number}.smt2", self.source.name, self.lab.setting.seed);
        self.lab.save(&file, &format!("{comment}(set-logic ALL)\n{text}(check-sat)\n"))
    }

    fn write_missed(&mut self, number: usize, problem: &Strings) -> io::Result<()> {
        if self.written == WRITTEN {
            return Ok(());
        }
        self.written += 1;
        let file = format!("{}-open-{}-{number}.smt2", self.source.name, self.lab.setting.seed);
        self.lab.save(&file, &format!("(set-logic ALL)\n{}(check-sat)\n", problem.text()))
    }

    fn show(self) -> io::Result<Verdict> {
        let titles = [
            self.source.title,
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
        for (kind, tally) in self.tallies.iter().enumerate() {
            table.row(tally.cells(&(self.source.kinds)(kind)));
        }
        let all = self.tallies.iter().fold(Tally::default(), Tally::joined);
        table.row(all.cells("all"));
        self.lab.print(&table.text())?;
        let (time, number) = all.slowest;
        let text = self.problem(number).0.text();
        let text = format!("; {}\n(set-logic ALL)\n{text}(check-sat)\n", seconds_text(time.as_secs_f64()));
        self.lab.save(&format!("{}-slowest.smt2", self.source.name), &text)?;
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
