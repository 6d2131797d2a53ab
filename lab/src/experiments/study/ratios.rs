//! What does not depend on the machine: how much longer one column takes than another, what laziness saves, and how
//! many states are met.

use crate::table::Table;

use super::alphabet::Alphabet;
use super::automata::Mode;
use super::figures::Series;
use super::instance::{Instance, Operation, Point};

/// How much longer each column takes than one of the same alphabet, over the questions that both answer.
pub(super) fn ratios(all: &[Series], base: &str) -> Table {
    let mut table = Table::new(&["sets", RATIOS[0].2, RATIOS[1].2, RATIOS[2].2, RATIOS[3].2]);
    for series in all {
        let Some((_, alphabet)) = series.name.rsplit_once('-') else { continue };
        let Some(own) = all.iter().find(|other| other.name == format!("{base}-{alphabet}")) else { continue };
        let cell = |&(operation, mode, _): &(Operation, Mode, &str)| {
            ratio(series, own, |at| at.operation == operation && at.mode == mode)
                .map_or_else(|| "–".into(), ratio_text)
        };
        table.row(std::iter::once(series.name.clone()).chain(RATIOS.iter().map(cell)));
    }
    table
}

const RATIOS: [(Operation, Mode, &str); 4] = [
    (Operation::Product, Mode::Eager, "product eager"),
    (Operation::Product, Mode::Lazy, "product lazy"),
    (Operation::Difference, Mode::Eager, "difference eager"),
    (Operation::Difference, Mode::Lazy, "difference lazy"),
];

fn ratio_text(ratio: f64) -> String {
    if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

/// The total of one column by that of another, over the questions of a group that both answer.
pub(super) fn ratio(series: &Series, base: &Series, belongs: impl Fn(Instance) -> bool) -> Option<f64> {
    let (mut own, mut other) = (0.0, 0.0);
    for point in series.points.iter().filter(|point| belongs(point.instance)) {
        let same = base.points.iter().find(|found| found.instance == point.instance);
        if let (Some(a), Some(b)) = (point.seconds(), same.and_then(Point::seconds)) {
            own += a;
            other += b;
        }
    }
    (other > 0.0).then_some(own / other)
}

/// What lazy questions cost beside eager ones, over the pairs for which both were answered.
pub(super) fn laziness(all: &[Series]) -> Table {
    let mut table = Table::new(&["sets", "product: eager / lazy", "difference: eager / lazy"]);
    for series in all {
        let eager = Series { name: String::new(), points: turned(series) };
        let cell = |operation| {
            ratio(&eager, series, |at| at.operation == operation && at.mode == Mode::Lazy)
                .map_or_else(|| "–".into(), ratio_text)
        };
        table.row([series.name.clone(), cell(Operation::Product), cell(Operation::Difference)]);
    }
    table
}

/// The eager answers, as if they were those to the lazy questions.
fn turned(series: &Series) -> Vec<Point> {
    let eager = series.points.iter().filter(|point| point.instance.mode == Mode::Eager);
    let turn = |point: &Point| Point {
        instance: Instance { mode: Mode::Lazy, ..point.instance },
        result: point.result.clone(),
    };
    eager.map(turn).collect()
}

/// States that are met eagerly and lazily, by the questions that one column answered in both ways.
pub(super) fn states(series: &Series) -> Table {
    let mut table = Table::new(&["result", "questions", "states, eager", "states, lazy"]);
    for (operation, name) in [(Operation::Product, "product"), (Operation::Difference, "difference")] {
        for (empty, kind) in [(true, "empty"), (false, "nonempty")] {
            let belongs = |at: Instance| at.operation == operation && at.known().is_none() == empty;
            let pairs = both_ways(series, belongs);
            let (eager, lazy) = pairs.iter().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            table.row([
                format!("{name}, {kind}"),
                pairs.len().to_string(),
                eager.to_string(),
                lazy.to_string(),
            ]);
        }
    }
    table
}

/// The states of eager and lazy answers to the same question.
fn both_ways(series: &Series, belongs: impl Fn(Instance) -> bool) -> Vec<(usize, usize)> {
    let met = |point: &Point| point.result.as_ref().ok().and_then(|solved| solved.states);
    let lazy =
        series.points.iter().filter(|point| belongs(point.instance) && point.instance.mode == Mode::Lazy);
    let pair = |point: &Point| {
        let asked = Instance { mode: Mode::Eager, ..point.instance };
        let eager = series.points.iter().find(|other| other.instance == asked)?;
        Some((met(eager)?, met(point)?))
    };
    lazy.filter_map(pair).collect()
}

/// All rows of each alphabet, the fastest first, over the questions that all of them answer.
pub(super) fn ranking(all: &[Series]) -> Table {
    let mut table = Table::new(&["questions", "answered by all", "total time, the fastest = 1"]);
    for mode in [Mode::Eager, Mode::Lazy] {
        for alphabet in [Alphabet::ASCII, Alphabet::UTF16] {
            let belongs = |series: &&Series| {
                let asked = series.points.iter().any(|point| point.instance.mode == mode);
                asked && series.name.ends_with(alphabet.name())
            };
            let rows: Vec<&Series> = all.iter().filter(belongs).collect();
            let (common, mut totals) = totals(&rows, mode);
            totals.sort_by(|one, other| one.0.total_cmp(&other.0));
            let fastest = totals.first().map_or(0.0, |first| first.0);
            let name = |name: &str| name.rsplit_once('-').map_or("", |parts| parts.0).to_owned();
            let order: Vec<String> = totals
                .iter()
                .map(|(total, series)| format!("{} {}", name(series), ratio_text(total / fastest)))
                .collect();
            let title =
                format!("{}, {}", if mode == Mode::Eager { "eager" } else { "lazy" }, alphabet.name());
            table.row([title, common.to_string(), order.join(", ")]);
        }
    }
    table
}

/// How many questions all rows answer, and the time of each row for those.
fn totals<'a>(rows: &[&'a Series], mode: Mode) -> (usize, Vec<(f64, &'a str)>) {
    let mut totals: Vec<(f64, &str)> = rows.iter().map(|series| (0.0, series.name.as_str())).collect();
    let mut common = 0;
    let asked = rows.first().map_or(&[][..], |series| &series.points);
    for instance in asked.iter().map(|point| point.instance).filter(|instance| instance.mode == mode) {
        let time = |series: &&Series| {
            series.points.iter().find(|point| point.instance == instance).and_then(Point::seconds)
        };
        let Some(times) = rows.iter().map(time).collect::<Option<Vec<f64>>>() else { continue };
        common += 1;
        totals.iter_mut().zip(times).for_each(|(total, time)| total.0 += time);
    }
    (common, totals)
}
