//! The figures: matrices of counts and times, ratios, and the picture of all times.

use std::time::Duration;

use crate::plot::Plot;
use crate::table::{Table, seconds_text};

use super::automata::Mode;
use super::columns::METHODS;
use super::instance::{Instance, Operation, Point};
use super::regexes::{Inputs, LARGE, PRINTED};

/// All answers of one column.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

/// Sizes of the automata beside those that are printed (figure 3.7).
pub(super) fn sizes(inputs: &Inputs) -> Table {
    let mut table =
        Table::new(&["automaton", "states", "printed", "ε-moves", "printed", "other moves", "printed"]);
    for (number, automaton) in inputs.automata.iter().enumerate() {
        let own = [automaton.states as usize, automaton.epsilon.len(), automaton.moves.len()];
        let cells = own.iter().zip(PRINTED[number]).flat_map(|(own, printed)| [*own, printed]);
        let name = format!("A{number}");
        table.row(std::iter::once(name).chain(cells.map(|cell| cell.to_string())));
    }
    table
}

/// The halves of a matrix: eager and lazy, each with empty and nonempty results.
const GROUPS: [(Mode, bool, &str); 4] = [
    (Mode::Eager, true, "eager empty"),
    (Mode::Eager, false, "eager nonempty"),
    (Mode::Lazy, true, "lazy empty"),
    (Mode::Lazy, false, "lazy nonempty"),
];

/// Solved questions, total and median for each column (figure 3.8).
pub(super) fn matrix(all: &[Series], operation: Operation) -> Table {
    let mut table = Table::new(&["sets", GROUPS[0].2, GROUPS[1].2, GROUPS[2].2, GROUPS[3].2]);
    for series in all {
        let cell = |&(mode, empty, _): &(Mode, bool, &str)| {
            group(series, |at| at.operation == operation && at.mode == mode && at.known().is_none() == empty)
        };
        table.row(std::iter::once(series.name.clone()).chain(GROUPS.iter().map(cell)));
    }
    table
}

/// Lazy questions without the two large automata (figure 3.10).
pub(super) fn easy(all: &[Series]) -> Table {
    let mut table =
        Table::new(&["sets", "product empty", "product nonempty", "difference empty", "difference nonempty"]);
    for series in all {
        let cell = |(operation, empty): (Operation, bool)| {
            group(series, |at| at.operation == operation && is_easy(at) && at.known().is_none() == empty)
        };
        let groups = [Operation::Product, Operation::Difference]
            .map(|operation| [(operation, true), (operation, false)]);
        let cells = groups.into_iter().flatten().map(cell);
        table.row(std::iter::once(series.name.clone()).chain(cells));
    }
    table
}

fn is_easy(instance: Instance) -> bool {
    instance.mode == Mode::Lazy && !instance.uses(&LARGE)
}

/// `(n) total / median` of the questions of a group; a dash when none was asked.
fn group(series: &Series, belongs: impl Fn(Instance) -> bool) -> String {
    let asked: Vec<&Point> = series.points.iter().filter(|point| belongs(point.instance)).collect();
    if asked.is_empty() {
        return "–".into();
    }
    let mut times: Vec<f64> = asked.iter().filter_map(|point| point.seconds()).collect();
    times.sort_by(f64::total_cmp);
    let Some(median) = times.get(times.len() / 2) else { return format!("(0 of {})", asked.len()) };
    let solved = if times.len() == asked.len() {
        times.len().to_string()
    } else {
        format!("{} of {}", times.len(), asked.len())
    };
    format!("({solved}) {} / {}", seconds_text(times.iter().sum()), seconds_text(*median))
}

/// The times of all answers of each representation, in increasing order (figure 3.9).
pub(super) fn picture(all: &[Series]) -> Plot {
    let title = "Products and differences, both alphabets, eager and lazy";
    let mut plot = Plot::new(title, "questions answered", "seconds for each").logarithmic(false, true);
    let names = METHODS.iter().map(|row| row.1).chain(["brics"]);
    for name in names {
        let belongs = |series: &&Series| series.name.rsplit_once('-').is_some_and(|parts| parts.0 == name);
        let times: Vec<f64> =
            all.iter().filter(belongs).flat_map(|series| &series.points).filter_map(Point::seconds).collect();
        if !times.is_empty() {
            plot.add_cactus(name, &times);
        }
    }
    plot
}

/// A limit as text.
pub(super) fn limit_text(limit: Duration) -> String {
    format!("{} s", limit.as_secs_f64())
}
