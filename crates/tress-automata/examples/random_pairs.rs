//! Compares everything this crate decides about pairs of small random expressions with the textbook:
//! `cargo run --release -p tress-automata --example random_pairs -- COUNT SEED`.
#![allow(clippy::print_stdout, reason = "an example talks to its user")]

use tress_automata::emptiness::{Goal, find_difference, find_word, is_empty, is_included};
use tress_automata::equivalence::are_equal;
use tress_automata::lengths::exact_lengths;
use tress_automata::naive::{Ast, Dfa, symbols_of};
use tress_automata::words::Words;
use tress_automata::{RegexStore, matches};
use tress_base::{Budget, Random};

const LONGEST: usize = 8;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let count = arguments.next().unwrap_or(1000);
    let mut random = Random::new(arguments.next().unwrap_or(1));
    let budget = Budget::unlimited();
    let (mut empty, mut included, mut equal) = (0, 0, 0);
    for _ in 0..count {
        let sizes = (random.below(8), random.below(8));
        let pair = (Ast::random(&mut random, sizes.0), Ast::random(&mut random, sizes.1));
        let verdicts = check(&pair.0, &pair.1, &budget);
        empty += u64::from(verdicts[0]);
        included += u64::from(verdicts[1]);
        equal += u64::from(verdicts[2]);
    }
    println!(
        "{count} pairs agree: {empty} empty, {included} included, {equal} equal, {:?}",
        budget.elapsed()
    );
}

/// Panics when an answer differs. Gives emptiness of the first, inclusion and equality.
fn check(x: &Ast, y: &Ast, budget: &Budget) -> [bool; 3] {
    let what = || format!("{x:?} and {y:?}");
    let mut store = RegexStore::new();
    let (a, b) = (x.build(&mut store), y.build(&mut store));
    let (p, q) = (Dfa::new(x), Dfa::new(y));
    let empty = is_empty(&mut store, a, budget).unwrap();
    assert_eq!(empty, p.is_empty(), "emptiness: {}", what());
    let word = find_word(&mut store, a, Goal::Shortest, budget).unwrap();
    assert_eq!(word.as_ref().map(Vec::len), p.shortest(), "shortest word: {}", what());
    assert!(word.is_none_or(|word| matches(&mut store, a, &word, budget).unwrap()), "{}", what());
    let minus = p.minus(&q);
    let included = is_included(&mut store, a, b, budget).unwrap();
    assert_eq!(included, minus.is_empty(), "inclusion: {}", what());
    let word = find_difference(&mut store, a, b, budget).unwrap();
    assert_eq!(word.as_ref().map(Vec::len), minus.shortest(), "difference: {}", what());
    assert!(word.is_none_or(|word| minus.accepts(&symbols_of(&word))), "{}", what());
    let equal = are_equal(&mut store, a, b, budget).unwrap();
    assert_eq!(equal, included && q.minus(&p).is_empty(), "equality: {}", what());
    let counts = p.counts(LONGEST);
    let lengths = exact_lengths(&mut store, a, budget).unwrap();
    for (length, count) in counts.iter().enumerate() {
        assert_eq!(lengths.contains(length as u64), !count.is_zero(), "length {length}: {}", what());
    }
    let words = Words::from_regex(&mut store, a, 100_000, budget).unwrap().expect("small automaton");
    assert_eq!(words.counts(LONGEST, budget).unwrap(), counts, "counts: {}", what());
    [empty, included, equal]
}
