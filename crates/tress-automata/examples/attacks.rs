//! Loops with large bounds around any body: how long it takes to find a word and to read it. Prints a line
//! per bound.
#![allow(clippy::print_stdout, reason = "an example talks to its user")]

#[path = "../tests/support/pattern.rs"]
mod pattern;

use tress_automata::emptiness::{Goal, find_word};
use tress_automata::{RegexStore, matches};
use tress_base::Budget;

/// Finds a word of the pattern with this many rounds, and reads it again.
fn ask(pattern: &str, rounds: u64) {
    let budget = Budget::unlimited().with_time(Some(std::time::Duration::from_secs(20)));
    let mut store = RegexStore::new();
    let r = pattern::parse(&mut store, &pattern.replace("{n}", &format!("{{{rounds}}}")));
    let found = find_word(&mut store, r, Goal::Shortest, &budget);
    let searched = budget.used();
    let answer = match &found {
        Ok(None) => "empty".to_owned(),
        Ok(Some(word)) => match matches(&mut store, r, word, &budget) {
            Ok(true) => format!("a word of length {}", word.len()),
            Ok(false) => "a word that is not in it".to_owned(),
            Err(stop) => format!("a word of length {}, and {stop}", word.len()),
        },
        Err(stop) => stop.to_string(),
    };
    let time = budget.elapsed().as_secs_f64() * 1e3;
    println!(
        "{time:>8.1} ms {searched:>9} + {:>9} steps  {pattern}, {rounds}: {answer}",
        budget.used() - searched
    );
}

fn main() {
    for pattern in [
        "p(\\n+&\\n+Android\\n+&.+){n}!",
        "p(a+|b){n}!",
        "(~(.*ab.*)c){n}",
        "(x(~(.*ab.*)∩[a-d]+)c){n}d",
        "((b00)+.+.1c1ca0cca..|cabb){n}~b",
        "(~([0-9]aab0)b1aaabab){n}bc1a",
    ] {
        for rounds in [100, 1000, 5000, 20_000, 100_000] {
            ask(pattern, rounds);
        }
    }
}
