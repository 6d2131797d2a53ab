//! Problems as text against a truth of their own: the frame of experiments that differ in what they generate.
//!
//! Every problem has a session of its own. A model is evaluated again, and a core is solved again; what else
//! an answer must agree with is given by the experiment. Other solvers are asked about some problems, while
//! the experiment goes on: one that has a model against our unsat makes it wrong, one that denies a model of
//! ours is printed and counted.

mod others;
mod solve;
mod tally;
mod tried;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;

use others::Others;
use tally::Tally;

pub(super) use solve::{Said, Solved};
pub(super) use tried::{planted, tried};

/// What a check may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(1);
/// Of fewer problems no share must be decided: one that is slow on a busy machine would count too much.
const LEAST_COUNT: usize = 500;
/// Most problems without an answer that are written out.
const MOST_WRITTEN: usize = 100;

/// What is generated, and how it is judged.
pub(super) struct Source<'s, Problem> {
    /// The experiment's name, with which its files begin.
    pub(super) name: &'static str,
    /// The title of the column of kinds.
    pub(super) title: &'static str,
    /// How the kinds are called.
    pub(super) kinds: Vec<&'static str>,
    /// The problem with a number, and its kind.
    pub(super) draw: &'s dyn Fn(&mut Random, usize) -> (Problem, usize),
    /// Must problems of a kind be decided?
    pub(super) is_counted: &'s dyn Fn(usize) -> bool,
    /// Its declarations and assertions.
    pub(super) text: &'s dyn Fn(&Problem) -> String,
    /// What is wrong with an answer.
    pub(super) judge: &'s dyn Fn(&Problem, &Solved) -> Option<String>,
    /// At most this number of problems are given to other solvers.
    pub(super) compared: usize,
    /// What another solver may take for one of them.
    pub(super) peer_limit: Duration,
    /// Fewer decided problems than this are a failure, in percent.
    pub(super) least_decided: usize,
}

/// Draws, solves and judges as many problems as the lab asks for.
///
/// # Errors
/// When something cannot be written, or another solver cannot be started.
pub(super) fn run<Problem>(lab: &mut Lab<'_>, source: &Source<'_, Problem>) -> io::Result<Verdict> {
    let mut others = Others::new(lab, source.name, source.peer_limit)?;
    let mut tallies = vec![Tally::default(); source.kinds.len()];
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let one_of = lab.count.div_ceil(source.compared.max(1)).max(1);
    let mut written = 0;
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let (problem, kind) = (source.draw)(&mut Random::new(seed), number);
        let text = (source.text)(&problem);
        let script = format!("(set-logic ALL)\n{text}(check-sat)\n");
        // A panic is a wrong answer like any other: it is written down, and the run goes on.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut solved = Solved::new(&text, limit, number.is_multiple_of(2));
            let wrong = (source.judge)(&problem, &solved).or_else(|| solved.contradicts_itself());
            (solved.said, solved.time, wrong)
        }));
        let panicked = || (Said::Unknown, Duration::ZERO, Some("it panics".to_owned()));
        let (said, time, wrong) = outcome.unwrap_or_else(|_| panicked());
        tallies[kind].add(number, said, time);
        if let Some(wrong) = wrong {
            tallies[kind].wrong += 1;
            lab.print(&format!("problem {number}, WRONG: {wrong}"))?;
            lab.save(&format!("{}-wrong-{}-{number}.smt2", source.name, lab.setting.seed), &script)?;
        } else if said == Said::Unknown && written < MOST_WRITTEN {
            written += 1;
            lab.save(&format!("{}-unknown-{}-{number}.smt2", source.name, lab.setting.seed), &script)?;
        }
        if number.is_multiple_of(one_of) {
            tallies[kind].wrong += others.ask(lab, number, &script, said)?;
        }
    }
    let late = others.finish(lab)?;
    show(lab, source.name, source.title, &source.kinds, &tallies)?;
    let wrong: usize = tallies.iter().map(|tally| tally.wrong).sum();
    let counted = (0..tallies.len()).filter(|kind| (source.is_counted)(*kind));
    let counted = counted.fold(Tally::default(), |sum, kind| sum.joined(&tallies[kind]));
    let is_short = lab.count >= LEAST_COUNT && counted.share() < source.least_decided as f64;
    if is_short {
        lab.print(&format!("fewer than {} % are decided", source.least_decided))?;
    }
    Ok(Verdict::wrong_if(wrong + late > 0 || is_short))
}

fn show(
    lab: &mut Lab<'_>,
    name: &str,
    title: &str,
    kinds: &[&'static str],
    tallies: &[Tally],
) -> io::Result<()> {
    let mut table = Table::new(&Tally::titles(title));
    let mut points = Vec::new();
    for (place, (kind, tally)) in kinds.iter().zip(tallies).enumerate() {
        table.row(tally.cells(kind));
        points.push((place as f64, tally.share()));
    }
    let all = tallies.iter().fold(Tally::default(), Tally::joined);
    table.row(all.cells("all"));
    lab.print(&table.text())?;
    let head = format!("Problems of the experiment {name} that were decided");
    let mut plot = Plot::new(&head, title, "percent").with_categories(kinds);
    plot.add("tress", Mark::Bars, points);
    lab.save(&format!("{name}.svg"), &plot.svg())
}
