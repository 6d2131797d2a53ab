//! All 55 products and 100 differences of the ten expressions: the lazy search against automata that are
//! built first.

use std::io;

use tress_automata::nfa::{Nfa, find_common_word};
use tress_automata::{Regex, RegexStore};
use tress_base::Budget;

use super::{Found, percentiles, product_states, search, show, ten, timed};
use crate::lab::{Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// Larger automata are not built.
const MOST_STATES: usize = 200_000;

/// One question, asked both ways.
struct Case {
    holds: bool,
    lazy: Found,
    /// States of the automaton that was built; none when it is too large.
    eager: Option<(usize, f64)>,
    agrees: bool,
}

pub(super) fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    let mut cases = Vec::new();
    for i in 0..ten.len() {
        for j in 0..ten.len() {
            cases.push(case(&mut store, ten[i], ten[j], false)?);
            if i <= j {
                cases.push(case(&mut store, ten[i], ten[j], true)?);
            }
            lab.progress(i * ten.len() + j + 1, ten.len() * ten.len());
        }
    }
    let (table, plot) = (table(&cases), plot(&cases));
    show(lab, "differences", "Products and differences of ten expressions", &table, &plot)?;
    let count = |holds: bool| {
        let asked: Vec<&Case> = cases.iter().filter(|case| case.holds == holds).collect();
        (asked.iter().filter(|case| case.lazy.word.is_some()).count(), asked.len())
    };
    // What the dissertation found.
    let known = count(false) == (90, 100) && count(true) == (26, 55);
    Ok(Verdict::wrong_if(!known || cases.iter().any(|case| !case.agrees)))
}

fn case(store: &mut RegexStore, first: Regex, second: Regex, holds: bool) -> io::Result<Case> {
    // A store of its own, so that nothing is known beforehand.
    let mut fresh = RegexStore::new();
    let [one, other] = [first, second].map(|regex| fresh.copy_from(store, regex));
    let lazy = search(&mut fresh, one, other, holds);
    let (eager, seconds) = timed(|budget| eager(store, first, second, holds, budget));
    let stopped = |_| io::Error::other("there is no limit to stop at");
    let eager = eager.map_err(stopped)?;
    let agrees = match &eager {
        Some((_, word)) => word.as_ref().map(Vec::len) == lazy.word.as_ref().map(Vec::len),
        None => true,
    };
    Ok(Case { holds, lazy, eager: eager.map(|(states, _)| (states, seconds)), agrees })
}

type Built = Option<(usize, Option<Vec<u32>>)>;

/// Builds the automaton of the whole product or difference and asks for its shortest word.
fn eager(
    store: &mut RegexStore,
    first: Regex,
    second: Regex,
    holds: bool,
    budget: &Budget,
) -> Result<Built, tress_base::Stop> {
    let one = Nfa::from_regex(store, first, MOST_STATES, budget)?;
    let other = Nfa::from_regex(store, second, MOST_STATES, budget)?;
    let (Some(one), Some(other)) = (one, other) else { return Ok(None) };
    let other = if holds { Some(other) } else { other.complement(MOST_STATES, budget)? };
    let Some(other) = other else { return Ok(None) };
    let states = product_states([&one, &other], budget)?;
    let word = find_common_word(&one, &other, budget)?;
    Ok(Some((one.states() as usize + other.states() as usize + states, word)))
}

fn table(cases: &[Case]) -> Table {
    let mut table = Table::new(&[
        "question",
        "answer",
        "count",
        "states 5%",
        "25%",
        "50%",
        "75%",
        "95%",
        "time 50%",
        "95%",
        "eager states 50%",
        "95%",
        "time 50%",
        "95%",
        "not built",
    ]);
    for (holds, name) in [(true, "product"), (false, "difference")] {
        for found in [true, false] {
            let chosen: Vec<&Case> = cases
                .iter()
                .filter(|case| case.holds == holds && case.lazy.word.is_some() == found)
                .collect();
            let states = percentiles(chosen.iter().map(|case| case.lazy.counts.states as f64).collect());
            let times = percentiles(chosen.iter().map(|case| case.lazy.seconds).collect());
            let built: Vec<(usize, f64)> = chosen.iter().filter_map(|case| case.eager).collect();
            let eager = percentiles(built.iter().map(|built| built.0 as f64).collect());
            let eager_times = percentiles(built.iter().map(|built| built.1).collect());
            let mut cells =
                vec![name.to_owned(), if found { "yes" } else { "no" }.to_owned(), chosen.len().to_string()];
            cells.extend(states.iter().map(ToString::to_string));
            cells.extend([times[2], times[4]].map(seconds_text));
            cells.extend([eager[2], eager[4]].map(|states| states.to_string()));
            cells.extend([eager_times[2], eager_times[4]].map(seconds_text));
            cells.push((chosen.len() - built.len()).to_string());
            table.row(cells);
        }
    }
    table
}

fn plot(cases: &[Case]) -> Plot {
    let mut plot = Plot::new("Products and differences of ten expressions", "solved", "milliseconds")
        .logarithmic(false, true);
    for (holds, name) in [(true, "product"), (false, "difference")] {
        let chosen: Vec<&Case> = cases.iter().filter(|case| case.holds == holds).collect();
        let lazy: Vec<f64> = chosen.iter().map(|case| case.lazy.seconds).collect();
        let eager: Vec<f64> = chosen.iter().filter_map(|case| case.eager).map(|eager| eager.1).collect();
        for (kind, mut times) in [("lazy", lazy), ("eager", eager)] {
            times.sort_by(f64::total_cmp);
            let points = times.iter().enumerate().map(|(place, seconds)| ((place + 1) as f64, seconds * 1e3));
            plot.add(&format!("{name}, {kind}"), Mark::Line, points);
        }
    }
    plot
}
