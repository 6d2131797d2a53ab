//! `automata-study`: how sets of characters are best represented for products and differences of automata, and
//! what laziness is worth (P. Hooimeijer, *Decision Procedures for String Constraints*, 2012, chapter 3).
//!
//! Ten expressions become symbolic automata; all 55 products and 100 differences are built (eager) and searched for one
//! word (lazy), with each representation of sets and over two alphabets, beside the product's own ways and, where it is
//! installed, dk.brics.automaton. Leaves: the tables of figures 3.7, 3.8 and 3.10, the picture of figure 3.9, and the page
//! `automata.md` with all of them. An answer that contradicts the known one is wrong.

mod alphabet;
mod automata;
mod brics;
mod columns;
mod figures;
mod instance;
mod page;
mod pattern;
mod ratios;
pub(super) mod regexes;
mod sets;

#[cfg(test)]
mod tests;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};

use columns::{Column, Limits};
use figures::Series;
use instance::{Instance, Judge};
use regexes::Inputs;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "automata-study",
    about: "representations of character sets, eager and lazy products and differences of --count automata",
    count: 10,
    run,
};

/// What one question may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(2);
/// Memory of the whole process, as much as the dissertation gave to brics.
const MEMORY: u64 = 1_500_000_000;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let inputs = Inputs::new(lab.count.min(regexes::PRINTED.len()));
    let limits = Limits { time: lab.setting.timeout.unwrap_or(LIMIT), memory: MEMORY };
    let (mut all, wrong) = ask_all(lab, &inputs, limits)?;
    match brics::Brics::installed(&lab.setting.peers) {
        Some(brics) => all.extend(brics.ask_all(&inputs, limits.time)?),
        None => lab.print(&format!(
            "NOT COMPARED with brics: needs java and automaton.jar in {}",
            lab.setting.peers.display()
        ))?,
    }
    let page = page::Page { inputs: &inputs, series: &all, limit: limits.time, seconds: lab.elapsed() };
    lab.print(&page.text())?;
    lab.save("automata.md", &page.markdown())?;
    lab.save("results/automata.svg", &figures::picture(&all).svg())?;
    wrong.iter().try_for_each(|line| lab.print(&format!("WRONG: {line}")))?;
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

/// Asks every column everything; the second part tells what was answered wrongly.
fn ask_all(lab: &mut Lab<'_>, inputs: &Inputs, limits: Limits) -> io::Result<(Vec<Series>, Vec<String>)> {
    let instances = Instance::all(inputs.automata.len());
    let columns = Column::all();
    let mut judge = Judge::new(inputs);
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for (place, column) in columns.iter().enumerate() {
        let mut points = Vec::new();
        for (done, &instance) in instances.iter().enumerate() {
            lab.progress(place * instances.len() + done, columns.len() * instances.len());
            if !column.takes(instance) {
                continue;
            }
            let mut point = column.ask(inputs, instance, limits);
            if let Some(problem) = judge.problem(column.alphabet, &point) {
                wrong.push(format!("{} of {instance:?}: {problem}", column.name()));
            }
            // Words have been judged; they need not be kept.
            if let Ok(solved) = &mut point.result {
                solved.word = None;
            }
            points.push(point);
        }
        all.push(Series { name: column.name(), points });
    }
    lab.progress(1, 1);
    Ok((all, wrong))
}
