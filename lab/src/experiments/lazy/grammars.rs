//! Pairs of random grammars and a length: is there a word of that length that both derive?
//!
//! A pair counts when at each of the lengths one of the grammars has a word. The time to make the expressions
//! and the time to search are distinguished, and each answer is compared with the search of `emptiness`.

use std::io;

use tress_automata::emptiness::{Goal, find_word};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Random, Stop};
use tress_languages::grammar::{Bounded, Grammar, comparison};

use super::{ask, percentiles, show, timed};
use crate::lab::{Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// Pairs that are asked about, unless the command line says otherwise.
const PAIRS: usize = 85;
const LENGTHS: [usize; 3] = [5, 10, 12];
const NAMES: [&str; 6] = ["S", "A", "B", "C", "D", "E"];

/// A random grammar over a few characters.
fn random_grammar(random: &mut Random) -> String {
    let names = &NAMES[..2 + random.below(NAMES.len() - 1)];
    let letters = ["\"a\"", "\"b\"", "\"c\"", "[ab]"];
    let mut text = String::new();
    for name in names {
        let mut alternatives = Vec::new();
        for _ in 0..1 + random.below(3) {
            let items = (0..random.below(5)).map(|_| {
                let is_letter = random.chance(1, 2);
                if is_letter { letters[random.below(4)] } else { names[random.below(names.len())] }
            });
            alternatives.push(items.collect::<Vec<_>>().join(" "));
        }
        alternatives.push(letters[random.below(4)].to_owned());
        text.push_str(&format!("{name} -> {}\n", alternatives.join(" | ")));
    }
    text
}

/// One pair and one length.
struct Point {
    length: usize,
    found: bool,
    agrees: bool,
    states: u64,
    conversion: f64,
    search: f64,
}

/// The expressions of both grammars for one length.
fn convert(
    store: &mut RegexStore,
    grammars: &[Grammar; 2],
    length: usize,
    budget: &Budget,
) -> Result<[Regex; 2], Stop> {
    let mut words = [Regex::NONE; 2];
    for (grammar, words) in grammars.iter().zip(&mut words) {
        *words = Bounded::new(grammar, budget)?.exactly(store, length, budget)?;
    }
    Ok(words)
}

/// The points of a pair; none when at some length neither grammar has a word.
fn points(grammars: &[Grammar; 2]) -> Result<Option<Vec<Point>>, Stop> {
    let mut points = Vec::new();
    for length in LENGTHS {
        let mut store = RegexStore::new();
        let (words, conversion) = timed(|budget| convert(&mut store, grammars, length, budget));
        let [first, second] = words?;
        if first == Regex::NONE && second == Regex::NONE {
            return Ok(None);
        }
        let system = comparison(&mut store, [first, second], true);
        let found = ask(&mut store, &system);
        let both = store.inter(&[first, second]);
        let other = find_word(&mut store, both, Goal::Any, &Budget::unlimited())?;
        points.push(Point {
            length,
            found: found.word.is_some(),
            agrees: other.is_some() == found.word.is_some()
                && found.word.is_none_or(|word| word.len() == length),
            states: found.counts.states,
            conversion,
            search: found.seconds,
        });
    }
    Ok(Some(points))
}

pub(super) fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let pairs = lab.count.min(PAIRS);
    let mut random = Random::new(lab.setting.seed);
    let (mut all, mut tried, mut kept) = (Vec::new(), 0, 0);
    while kept < pairs {
        tried += 1;
        let texts = [random_grammar(&mut random), random_grammar(&mut random)];
        let grammars = texts
            .map(|text| Grammar::parse(&text).map_err(|error| io::Error::other(format!("{text}{error}"))));
        let [first, second] = grammars;
        let found =
            points(&[first?, second?]).map_err(|_| io::Error::other("there is no limit to stop at"))?;
        if let Some(found) = found {
            kept += 1;
            all.extend(found);
        }
        lab.progress(kept, pairs);
    }
    lab.print(&format!("{kept} of {tried} pairs, {} points", all.len()))?;
    let (table, plot) = (table(&all), plot(&all));
    show(lab, "grammars", "Pairs of grammars up to a length", &table, &plot)?;
    Ok(Verdict::wrong_if(all.iter().any(|point| !point.agrees)))
}

fn table(all: &[Point]) -> Table {
    let mut table = Table::new(&[
        "length",
        "answer",
        "count",
        "conversion 50%",
        "95%",
        "search 50%",
        "95%",
        "states 50%",
        "95%",
    ]);
    for length in LENGTHS {
        for found in [true, false] {
            let chosen: Vec<&Point> =
                all.iter().filter(|point| point.length == length && point.found == found).collect();
            let shares =
                |number: fn(&Point) -> f64| percentiles(chosen.iter().map(|point| number(point)).collect());
            let (conversion, search) = (shares(|point| point.conversion), shares(|point| point.search));
            let states = shares(|point| point.states as f64);
            let answer = if found { "yes" } else { "no" };
            let mut cells = vec![length.to_string(), answer.to_owned(), chosen.len().to_string()];
            cells.extend([conversion[2], conversion[4], search[2], search[4]].map(seconds_text));
            cells.extend([states[2], states[4]].map(|states| states.to_string()));
            table.row(cells);
        }
    }
    table
}

fn plot(all: &[Point]) -> Plot {
    let mut plot =
        Plot::new("Pairs of grammars up to a length", "points", "milliseconds").logarithmic(false, true);
    for length in LENGTHS {
        let times = |time: fn(&Point) -> f64| {
            let mut times: Vec<f64> = all.iter().filter(|point| point.length == length).map(time).collect();
            times.sort_by(f64::total_cmp);
            times
                .into_iter()
                .enumerate()
                .map(|(place, seconds)| ((place + 1) as f64, seconds * 1e3))
                .collect::<Vec<_>>()
        };
        plot.add(&format!("conversion, {length}"), Mark::Line, times(|point| point.conversion));
        plot.add(&format!("search, {length}"), Mark::Line, times(|point| point.search));
    }
    plot
}
