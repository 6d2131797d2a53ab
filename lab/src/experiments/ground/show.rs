//! Tables, lists and the plot of the ground experiment.

use std::fmt::Write;

use tress_term::print::{Style, term_text, value_text};
use tress_term::term::{Op, TermStore, Theory, Value};

use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

use super::Case;
use super::blame::Blamed;
use super::judge::Judgement;
use super::values::PeerValues;

/// One row for each operator that stands at the top of a term.
pub(super) fn by_operator(cases: &[Case], answers: &[PeerValues], judgements: &[Judgement]) -> String {
    let mut titles = vec!["operator".to_owned(), "terms".into()];
    titles.extend(answers.iter().map(|peer| format!("{} values", peer.name)));
    titles.extend(["all agree", "they split", "one differs", "tress wrong"].map(str::to_owned));
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let mut table = Table::new(&titles);
    for op in Op::all() {
        let places: Vec<usize> = (0..cases.len()).filter(|place| cases[*place].op == op).collect();
        if places.is_empty() {
            continue;
        }
        let count = |wanted: Judgement| places.iter().filter(|place| judgements[**place] == wanted).count();
        let mut row = vec![op.name().to_owned(), places.len().to_string()];
        for peer in answers {
            row.push(places.iter().filter(|place| peer.values[**place].is_some()).count().to_string());
        }
        for wanted in [Judgement::Agreed, Judgement::Split, Judgement::Alone, Judgement::Wrong] {
            row.push(count(wanted).to_string());
        }
        table.row(row);
    }
    table.text()
}

/// Totals, and what the other solvers took.
pub(super) fn summary(answers: &[PeerValues], judgements: &[Judgement], unequal: usize) -> String {
    let mut text = String::new();
    let count = |wanted: Judgement| judgements.iter().filter(|judgement| **judgement == wanted).count();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{} terms: all agree on {}, the others split on {}, one alone differs on {}, tress is wrong on {}; \
         nobody else has a value for {}; simplify is wrong on {unequal}",
        judgements.len(),
        count(Judgement::Agreed),
        count(Judgement::Split),
        count(Judgement::Alone),
        count(Judgement::Wrong),
        count(Judgement::Unanswered),
    );
    for peer in answers {
        let given = peer.values.iter().flatten().count();
        let cpu = seconds_text(peer.cpu.as_secs_f64());
        let _ = writeln!(text, "{}: {given} values in {cpu} of CPU", peer.name);
    }
    if let [first, second] = answers {
        let both = first.values.iter().zip(&second.values).filter(|(a, b)| a.is_some() && b.is_some());
        let _ = writeln!(text, "both {} and {} give a value for {}", first.name, second.name, both.count());
    }
    text
}

/// How many terms of each theory were compared, and on how many all agree.
pub(super) fn plot(cases: &[Case], answers: &[PeerValues], judgements: &[Judgement]) -> Plot {
    let theories = [Theory::Core, Theory::Numbers, Theory::Strings, Theory::Regexes];
    let mut plot = Plot::new("Values of ground terms", "theory of the operator at the top", "terms")
        .with_categories(["Core", "Numbers", "Strings", "Regexes"]);
    let count = |wanted: &dyn Fn(usize) -> bool| {
        theories.map(|theory| {
            let here = |place: &usize| cases[*place].op.info().theory == theory && wanted(*place);
            (0..cases.len()).filter(here).count() as f64
        })
    };
    let bars = |counts: [f64; 4]| counts.into_iter().enumerate().map(|(place, n)| (place as f64, n));
    plot.add("terms", Mark::Bars, bars(count(&|_| true)));
    for peer in answers {
        let name = format!("{} gives a value", peer.name);
        plot.add(&name, Mark::Bars, bars(count(&|place| peer.values[place].is_some())));
    }
    plot.add("all values agree", Mark::Bars, bars(count(&|place| judgements[place] == Judgement::Agreed)));
    plot
}

/// Who differs from tress, by operator.
pub(super) fn blamed_table(store: &TermStore, blamed: &[Blamed]) -> String {
    let mut table = Table::new(&["operator", "who differs from the standard", "terms"]);
    let mut groups: Vec<(Option<Op>, String, usize)> = Vec::new();
    for part in blamed {
        let (op, who) = (part.op(store), who_differs(part));
        match groups.iter_mut().find(|group| (group.0, &group.1) == (op, &who)) {
            Some(group) => group.2 += 1,
            None => groups.push((op, who, 1)),
        }
    }
    for (op, who, count) in groups {
        table.row([op.map_or("", Op::name).to_owned(), who, count.to_string()]);
    }
    format!("Smallest parts on which somebody differs:\n{}", table.text())
}

fn who_differs(part: &Blamed) -> String {
    if part.judgement == Judgement::Wrong {
        return "TRESS, from everybody".to_owned();
    }
    let differs =
        |(_, value): &&(&str, Option<Value>)| value.as_ref().is_some_and(|value| *value != part.value);
    let names: Vec<&str> = part.others.iter().filter(differs).map(|(name, _)| *name).collect();
    names.join(" and ")
}

/// Every such part with everybody's values.
pub(super) fn blamed_text(store: &TermStore, blamed: &[Blamed]) -> String {
    let mut text = String::new();
    for part in blamed {
        let shown = |value: &Option<Value>| match value {
            Some(value) => value_text(store, value, Style::Standard),
            None => "no value".to_owned(),
        };
        let _ =
            writeln!(text, "{} differs: {}", who_differs(part), term_text(store, part.term, Style::Standard));
        let _ =
            writeln!(text, "    tress (the standard): {}", value_text(store, &part.value, Style::Standard));
        for (name, value) in &part.others {
            let _ = writeln!(text, "    {name}: {}", shown(value));
        }
    }
    text
}
