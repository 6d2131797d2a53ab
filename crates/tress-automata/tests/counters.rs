//! Large counters are decided without unrolling them: the answers, and how many steps they may take.

#[path = "support/pattern.rs"]
mod pattern;

use tress_automata::emptiness::{Goal, find_word};
use tress_automata::{Regex, RegexStore, matches};
use tress_base::Budget;

/// Decides the intersection of `parts`, those with `!` complemented, within a number of steps; checks a
/// word that is found. Gives its length.
fn decide(parts: &[&str], goal: Goal, steps: u64) -> Option<usize> {
    let budget = Budget::unlimited().with_steps(Some(steps));
    let mut store = RegexStore::new();
    let parsed: Vec<Regex> = parts
        .iter()
        .map(|part| match part.strip_prefix('!') {
            Some(part) => {
                let r = pattern::parse(&mut store, part);
                store.complement(r)
            }
            None => pattern::parse(&mut store, part),
        })
        .collect();
    let all = store.inter(&parsed);
    let word =
        find_word(&mut store, all, goal, &budget).unwrap_or_else(|stop| panic!("{parts:?}: {stop}"))?;
    let unlimited = Budget::unlimited();
    for &part in &parsed {
        assert!(matches(&mut store, part, &word, &unlimited).unwrap(), "{parts:?}");
    }
    Some(word.len())
}

#[test]
fn empty_combinations() {
    for (parts, steps) in [
        (&["a{100000}", "a*b"][..], 50_000),
        (&["(ab|cd){100000}", "!(ab|cd){99999,100001}"], 1000),
        (&[".{1,5000}@.{1,5000}", "!.{1,6000}@.{1,5000}"], 1000),
        (&[".{1,5000}@.{1,5000}", "[^@]{1,5000}#[^@]{1,5000}"], 1000),
        (&[".{1,5000}@.{1,5000}", ".{1,4000}#.{1,7000}", "!.*@.*#.*", "!.*#.*@.*"], 2000),
        (&["((a{1,100}){1,100}){1,100}", "!a{1,1000000}"], 1000),
        (&["((a{1,100}){1,100}){1,100}", "(aa)*b"], 1000),
        (&[".*a.{5000}", ".*b.{5000}"], 1000),
        (&[".*a.{1000}", "!.*[ab].{1000}"], 1000),
        (&[".*a.{1000}b.*", "!.*[ac].{1000}[bc].*"], 200_000),
        (&["(a{1000})+", "(a{1001})+", ".{1,900000}"], 100_000),
        (&["(a{2,3}b{4,5}){1000}", "!(a{1,4}b{3,6}){1000}"], 1_000_000),
        (&["[a-z]{5000}", "!.{0,4000}[a-m].{0,4000}", "!.{0,4000}[n-z].{0,4000}"], 200_000),
        (&["([ab]{1,1000}c){1,1000}", "!([ab]{1,999}c)*", "!.*[ab]{1000}.*"], 500_000),
    ] {
        assert_eq!(decide(parts, Goal::Any, steps), None, "{parts:?}");
        assert_eq!(decide(parts, Goal::Shortest, steps), None, "{parts:?}");
    }
}

#[test]
fn shortest_words() {
    for (parts, length, steps) in [
        (&["(ab|cd){1000}", "(ab)*(cd)*"][..], 2000, 200_000),
        (&["(ab|cd){10000}", "!(ab|cd){1,9999}"], 20_000, 300_000),
        (&[".{1,5000}@.{1,5000}", "!.{1,4000}@.{1,5000}"], 4003, 1_000_000),
        (&[".{1,5000}@.{1,5000}", "!.{1,5000}@.{1,4999}"], 5002, 1_000_000),
        (&[".*a.{1000}", "!.*[bc].{1000}"], 1001, 50_000),
        (&["[a-c]*a[a-c]{10001}", "[a-c]*b[a-c]{10000}"], 10_002, 500_000),
        (&["(.{1,500}@){3}", "!(.{1,400}@){2}.*"], 406, 500_000),
        (&["[^@]{1,5000}@[^@]{1,5000}", "!.{1,6000}@.{1,4000}", "!.{1,4000}@.{1,6000}"], 8003, 2_000_000),
    ] {
        assert_eq!(decide(parts, Goal::Shortest, steps), Some(length), "{parts:?}");
    }
}
