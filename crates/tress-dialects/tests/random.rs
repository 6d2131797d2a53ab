//! Random patterns: the `regex` crate agrees on words, and printed languages are read back as the same.

mod common;

use tress_automata::{RegexStore, equivalence, matches};
use tress_base::{Budget, Random};
use tress_dialects::{Dialect, Flags, Mode, parse, print};

#[test]
fn the_regex_crate_agrees() {
    let grammar = common::grammar(Dialect::Rust);
    let mut random = Random::new(11);
    let mut inside = 0;
    for _ in 0..600 {
        let pattern = grammar.pattern(&mut random);
        let mut store = RegexStore::new();
        let budget = Budget::unlimited();
        let parsed = parse(Dialect::Rust, &pattern, Flags::NONE, Mode::Search, &mut store, &budget);
        let Ok(language) = parsed else { continue };
        let regex = regex::Regex::new(&pattern).unwrap_or_else(|error| panic!("{error}"));
        for word in grammar.words(&mut random, &mut store, language, Flags::NONE, 6) {
            let text: String = word.iter().filter_map(|&c| char::from_u32(c)).collect();
            let ours = matches(&mut store, language, &word, &budget).expect("no limit");
            assert_eq!(ours, regex.is_match(&text), "{pattern:?} on {text:?}");
            inside += usize::from(ours);
        }
    }
    assert!(inside > 500, "too few words are inside: {inside}");
}

/// A pattern that the dialect accepts, printed in another and read back, is the same language.
#[test]
fn printed_languages_are_read_back() {
    let targets = [
        Dialect::Smtlib,
        Dialect::Rust,
        Dialect::Re2,
        Dialect::Pcre,
        Dialect::Java,
        Dialect::Python,
        Dialect::Ecma,
    ];
    let mut random = Random::new(12);
    let grammar = common::grammar(Dialect::Python);
    let mut printed = 0;
    for round in 0..400 {
        let pattern = grammar.pattern(&mut random);
        let target = targets[round % targets.len()];
        let mut store = RegexStore::new();
        let budget = Budget::unlimited().with_steps(Some(2_000_000));
        let parsed = parse(Dialect::Python, &pattern, Flags::ASCII, Mode::Full, &mut store, &budget);
        let Ok(language) = parsed else { continue };
        let Ok(text) = print(&mut store, language, target, &budget) else { continue };
        // Sets above U+FFFF need the flag u in ECMAScript.
        let flags = if target == Dialect::Ecma { Flags::UNICODE } else { Flags::NONE };
        let again = parse(target, &text, flags, Mode::Full, &mut store, &budget)
            .unwrap_or_else(|error| panic!("{pattern:?} printed as {text:?}: {error}"));
        if let Ok(same) = equivalence::are_equal(&mut store, language, again, &budget) {
            assert!(same, "{pattern:?} printed for {target:?} as {text:?}");
            printed += 1;
        }
    }
    assert!(printed > 250, "too few were printed: {printed}");
}
