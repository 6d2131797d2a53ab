//! Words that must be long: `[a-c]*a[a-c]{n+1}` and `[a-c]*b[a-c]{n}` have a shortest common word of n + 2
//! characters. The search visits about n states; the product that is built first has about n².

use std::io;

use tress_automata::nfa::{Nfa, find_common_word};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::{pattern, product_states, search, show, timed};
use crate::lab::{Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The largest n, unless the command line says otherwise.
const LAST: usize = 1000;
/// States that the search may make besides those of the word.
const SLACK: usize = 20;
/// Where the product is built, too.
const BUILT: [usize; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 400];

fn languages(store: &mut RegexStore, n: usize) -> [Regex; 2] {
    [format!("[a-c]*a[a-c]{{{}}}", n + 1), format!("[a-c]*b[a-c]{{{n}}}")]
        .map(|text| pattern::parse(store, &text))
}

/// The states of the product that is built first, and the length of its shortest word.
fn product(n: usize, budget: &Budget) -> Result<(usize, usize), Stop> {
    let mut store = RegexStore::new();
    let [first, second] = languages(&mut store, n);
    let mut build = |regex| Nfa::from_regex(&mut store, regex, usize::MAX, budget);
    let (Some(first), Some(second)) = (build(first)?, build(second)?) else { return Ok((0, 0)) };
    let word = find_common_word(&first, &second, budget)?;
    Ok((product_states([&first, &second], budget)?, word.map_or(0, |word| word.len())))
}

pub(super) fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let last = lab.count.min(LAST);
    let mut table = Table::new(&["n", "letters", "states", "time", "product states", "time"]);
    let mut series: [Vec<(f64, f64)>; 2] = Default::default();
    let mut wrong = 0;
    for n in 1..=last {
        let mut store = RegexStore::new();
        let [first, second] = languages(&mut store, n);
        let found = search(&mut store, first, second, true);
        let letters = found.word.as_ref().map_or(0, Vec::len);
        let states = found.counts.states;
        wrong += usize::from(letters != n + 2 || states as usize > 4 * n + SLACK);
        series[0].push((n as f64, states as f64));
        if BUILT.contains(&n) || n == LAST {
            let (built, seconds) = timed(|budget| product(n, budget));
            let (all, length) = built.map_err(|_| io::Error::other("there is no limit to stop at"))?;
            wrong += usize::from(length != letters);
            series[1].push((n as f64, all as f64));
            table.row([
                n.to_string(),
                letters.to_string(),
                states.to_string(),
                seconds_text(found.seconds),
                all.to_string(),
                seconds_text(seconds),
            ]);
        }
        lab.progress(n, last);
    }
    let mut plot = Plot::new("Words that must be long", "n", "states").logarithmic(true, true);
    let [lazy, eager] = series;
    plot.add("visited", Mark::Line, lazy);
    plot.add("product", Mark::Points, eager);
    show(lab, "long", "Words that must be long", &table, &plot)?;
    Ok(Verdict::wrong_if(wrong > 0))
}
