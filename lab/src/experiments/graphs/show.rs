//! The table of the thesis, its outliers, and the picture.

use std::fmt::Write;
use std::io;

use tress_second::Report;

use super::Case;
use crate::lab::Lab;
use crate::plot::{Mark, Plot};
use crate::table::Table;

/// The picture shows graphs up to this number, so that it stays small.
const PICTURED: usize = 3_000;
/// String times that differ by this factor are outliers.
const OUTLIER: f64 = 100.0;
/// The groups of the thesis: constraints, whether satisfiable, and a name.
const GROUPS: [(usize, bool, &str); 4] = [
    (5, true, "5 edges SAT"),
    (10, true, "10 edges SAT"),
    (5, false, "5 edges UNSAT"),
    (10, false, "10 edges UNSAT"),
];

const TITLES: [&str; 12] = [
    "group", "", "edges", "PP edges", "BV IX", "BV STR", "BV INT", "BV IC", "AU IX", "AU STR", "AU INT",
    "AU IC",
];

type Measured<'a> = (&'a Case, [&'a Report; 2]);

/// Prints and writes everything.
pub(super) fn show(lab: &mut Lab<'_>, cases: &[Case]) -> io::Result<()> {
    let measured: Vec<Measured<'_>> =
        cases.iter().filter_map(|case| Some((case, case.measured()?))).collect();
    let mut table = Table::new(&TITLES);
    for (drawn, is_sat, name) in GROUPS {
        let own: Vec<Measured<'_>> = measured
            .iter()
            .filter(|(case, _)| case.drawn == drawn && case.is_sat() == is_sat)
            .copied()
            .collect();
        rows(&mut table, name, &own);
    }
    rows(&mut table, "all", &measured);
    let text = format!("{}\n{}\n{}", outcome(cases), table.text(), outliers(&measured));
    lab.print(&text)?;
    let head = "Random string graphs: automata against bits";
    let page = format!(
        "# {head}\n\nMade by `cargo lab graphs --out lab`. Columns and groups are those of table 4.2 of \
         Redelinghuys' thesis (2012): BV are bits, AU automata, IX interchanges, STR and INT milliseconds for \
         strings and integers, IC constraints on integers. Measured are graphs that passed the preprocessor, had \
         a guess, and were decided by both within their steps. UNSAT is meant as there: within 1 to 30 letters \
         from 32 to 126. The picture shows the first {PICTURED} graphs.\n\n![{head}](graphs.svg)\n\n```text\n{text}```\n"
    );
    lab.save("results/graphs.md", &page)?;
    lab.save("results/graphs.svg", &plot(head, &measured).svg())
}

/// What became of all graphs, in sentences.
fn outcome(cases: &[Case]) -> String {
    let count = |test: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| test(case)).count();
    let preprocessed = count(&|case| case.is_preprocessed());
    let no_guess = count(&|case| !case.is_preprocessed() && case.has_no_guess());
    let sat = count(&|case| case.is_sat());
    let late = |at: usize| count(&|case: &Case| case.reports[at].is_none());
    let refuted = count(&|case| !case.is_sat() && case.measured().is_some());
    format!(
        "{} graphs: {preprocessed} refuted by the preprocessor, {no_guess} by integers alone, {sat} satisfiable, \
         {refuted} refuted guess by guess; not decided: automata {}, bits {}\n",
        cases.len(),
        late(0),
        late(1)
    )
}

fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The numbers of a graph, in the order of the columns.
fn numbers((_, [automata, bits]): &Measured<'_>) -> [f64; 10] {
    let of = |report: &Report| {
        [
            report.interchanges as f64,
            milliseconds(report.string_time),
            milliseconds(report.integer_time),
            report.constraints as f64,
        ]
    };
    let ([a, b, c, d], [e, f, g, h]) = (of(bits), of(automata));
    [bits.edges[0] as f64, bits.edges[1] as f64, a, b, c, d, e, f, g, h]
}

/// Four rows for a group.
fn rows(table: &mut Table, name: &str, cases: &[Measured<'_>]) {
    let all: Vec<[f64; 10]> = cases.iter().map(numbers).collect();
    let columns: Vec<Vec<f64>> = (0..10)
        .map(|column| {
            let mut values: Vec<f64> = all.iter().map(|numbers| numbers[column]).collect();
            values.sort_by(f64::total_cmp);
            values
        })
        .collect();
    let statistics: [(&str, Statistic); 4] = [
        ("avg", |values| values.iter().sum::<f64>() / values.len().max(1) as f64),
        ("median", |values| values.get(values.len() / 2).copied().unwrap_or_default()),
        ("min", |values| values.first().copied().unwrap_or_default()),
        ("max", |values| values.last().copied().unwrap_or_default()),
    ];
    for (statistic, value) in statistics {
        let title = if statistic == "avg" { format!("{name} ({})", cases.len()) } else { String::new() };
        let cells = columns.iter().map(|column| format!("{:.2}", value(column)));
        table.row([title, statistic.to_owned()].into_iter().chain(cells));
    }
}

/// One number for many that are sorted.
type Statistic = fn(&[f64]) -> f64;

/// The graphs whose string times differ most, and the averages without them.
fn outliers(measured: &[Measured<'_>]) -> String {
    let times = |(_, [automata, bits]): &Measured<'_>| {
        [automata, bits].map(|report| milliseconds(report.string_time).max(1e-3))
    };
    let factor = |one: &Measured<'_>| {
        let [automata, bits] = times(one);
        (automata / bits).max(bits / automata)
    };
    let mut found: Vec<&Measured<'_>> = measured.iter().filter(|one| factor(one) >= OUTLIER).collect();
    found.sort_by(|a, b| factor(b).total_cmp(&factor(a)));
    let rest: Vec<[f64; 2]> = measured.iter().filter(|one| factor(one) < OUTLIER).map(times).collect();
    let average = |at: usize| rest.iter().map(|times| times[at]).sum::<f64>() / rest.len().max(1) as f64;
    let mut text = format!(
        "outliers (string times {OUTLIER}-fold apart): {} of {}; without them bits {:.2} ms, automata {:.2} ms on \
         average\n",
        found.len(),
        measured.len(),
        average(1),
        average(0)
    );
    for one in found {
        let [automata, bits] = times(one);
        let _ = writeln!(text, "graph {}: bits {bits:.3} ms, automata {automata:.3} ms", one.0.number);
    }
    text
}

fn plot(head: &str, measured: &[Measured<'_>]) -> Plot {
    let mut plot = Plot::new(head, "bits, milliseconds", "automata, milliseconds")
        .logarithmic(true, true)
        .with_diagonal();
    for (drawn, is_sat, name) in GROUPS {
        let is_own = |case: &Case| case.drawn == drawn && case.is_sat() == is_sat && case.number < PICTURED;
        let own = measured.iter().filter(|(case, _)| is_own(case));
        let points = own.map(|(_, [automata, bits])| {
            (milliseconds(bits.string_time), milliseconds(automata.string_time))
        });
        plot.add(name, Mark::Points, points);
    }
    plot
}
