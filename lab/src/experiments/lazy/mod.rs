//! `lazy`: the lazy search for words, in the experiments of chapter 4 of Hooimeijer's dissertation.
//!
//! The word behind the name chooses one: `differences` (all products and differences of ten expressions),
//! `encoding` (the same differences as clauses of bounded size, making them against solving them), `long`
//! (words that must be long), `grammars` (pairs of grammars up to a length), `corpus` (files of memberships
//! with known answers). Each prints a table, and writes it with a picture into `results/` of the folder for
//! results.

mod corpus;
mod differences;
mod encoding;
mod grammars;
mod long;
#[path = "../../../../crates/tress-automata/tests/support/pattern.rs"]
mod pattern;

use std::collections::BTreeSet;
use std::io;

use tress_automata::follow::{Answer, Counts, Part, Search, System};
use tress_automata::nfa::Nfa;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::Plot;
use crate::table::Table;

/// Ten expressions of real programs, one a line.
const PATTERNS: &str = include_str!("../../../../testdata/ten-regexes/patterns.txt");

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "lazy",
    about: "the lazy search: differences, encoding, long, grammars, or corpus with --corpus DIR and --reference FILE",
    count: usize::MAX,
    run,
};

/// An experiment and its name.
type Named = (&'static str, fn(&mut Lab<'_>) -> io::Result<Verdict>);
const PARTS: [Named; 5] = [
    ("differences", differences::run),
    ("encoding", encoding::run),
    ("long", long::run),
    ("grammars", grammars::run),
    ("corpus", corpus::run),
];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let name = lab.setting.files.first().map(|file| file.to_string_lossy().into_owned());
    let part = PARTS.iter().find(|part| Some(part.0) == name.as_deref());
    match part {
        Some((_, run)) => run(lab),
        None => {
            let names: Vec<&str> = PARTS.iter().map(|part| part.0).collect();
            Err(io::Error::other(format!("lazy needs one of: {}", names.join(", "))))
        }
    }
}

/// The ten expressions of figure 4.4.
fn ten(store: &mut RegexStore) -> Vec<Regex> {
    PATTERNS.lines().map(|text| pattern::parse(store, text)).collect()
}

/// What a search for one word did.
struct Found {
    word: Option<Vec<u32>>,
    counts: Counts,
    seconds: f64,
}

/// A word that is in the first language and in the second, or not in the second.
fn search(store: &mut RegexStore, first: Regex, second: Regex, holds: bool) -> Found {
    let mut system = System::new(1);
    system.add(vec![Part::Variable(0)], first, true);
    system.add(vec![Part::Variable(0)], second, holds);
    ask(store, &system)
}

/// A word for the one variable of a system.
fn ask(store: &mut RegexStore, system: &System) -> Found {
    let budget = Budget::unlimited();
    let mut search = Search::new(system);
    let answer = search.run(store, &budget);
    let word = match answer {
        Ok(Answer::Words(words)) => words.into_iter().next(),
        _ => None,
    };
    Found { word, counts: search.counts(), seconds: budget.elapsed().as_secs_f64() }
}

/// How many pairs of states the product of two automata has when all that can be reached are made.
fn product_states([one, other]: [&Nfa; 2], budget: &Budget) -> Result<usize, Stop> {
    let starts = one.initial().iter().flat_map(|p| other.initial().iter().map(move |q| (*p, *q)));
    let mut seen: BTreeSet<(u32, u32)> = starts.collect();
    let mut open: Vec<(u32, u32)> = seen.iter().copied().collect();
    while let Some((p, q)) = open.pop() {
        for edge in one.edges(p) {
            budget.poll_many(other.edges(q).len() as u64)?;
            let meets = other.edges(q).iter().filter(|with| with.low <= edge.high && edge.low <= with.high);
            open.extend(meets.map(|with| (edge.target, with.target)).filter(|pair| seen.insert(*pair)));
        }
    }
    Ok(seen.len())
}

/// Time that work takes, with what it gives.
fn timed<T>(work: impl FnOnce(&Budget) -> T) -> (T, f64) {
    let budget = Budget::unlimited();
    let result = work(&budget);
    (result, budget.elapsed().as_secs_f64())
}

/// The numbers at 5, 25, 50, 75 and 95 of a hundred.
fn percentiles(mut numbers: Vec<f64>) -> [f64; 5] {
    numbers.sort_by(f64::total_cmp);
    [5, 25, 50, 75, 95].map(|share| {
        let place = (numbers.len().saturating_sub(1) * share + 50) / 100;
        numbers.get(place).copied().unwrap_or_default()
    })
}

/// Prints a table and writes it with a picture.
fn show(lab: &mut Lab<'_>, name: &str, head: &str, table: &Table, plot: &Plot) -> io::Result<()> {
    let command = format!("cargo lab lazy {name} --out lab");
    lab.save_page((&format!("lazy-{name}"), head), &command, table, Some(plot))
}

#[cfg(test)]
mod tests {
    use super::percentiles;

    #[test]
    fn percentiles_are_members() {
        let numbers: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        assert_eq!(percentiles(numbers), [5.0, 25.0, 50.0, 75.0, 95.0]);
        assert_eq!(percentiles(vec![7.0]), [7.0; 5]);
        assert_eq!(percentiles(Vec::new()), [0.0; 5]);
    }
}
