//! Boundaries of words as releases of Java have them. The positions were taken from `Matcher.find` of Java 17
//! and 25.

use tress_automata::{RegexStore, matches};
use tress_base::Budget;
use tress_dialects::{Dialect, Flags, Mode, Pattern, parse};

/// Positions in a word.
type Positions = &'static [usize];

/// Words with the positions of `\b` in Java 17, in Java 25, and with the flag `U` in both.
const PLACES: &[(&str, Positions, Positions, Positions)] = &[
    ("a\u{301}", &[0, 2], &[0, 2], &[0, 2]),
    ("_\u{301}", &[0, 1], &[0, 1], &[0, 2]),
    ("\u{301}", &[], &[], &[0, 1]),
    ("\u{e9}", &[0, 1], &[], &[0, 1]),
    ("a\u{e9}", &[0, 2], &[0, 1], &[0, 2]),
    (" \u{301}", &[], &[], &[1, 2]),
    ("1\u{301}b", &[0, 3], &[0, 3], &[0, 3]),
    ("ab c", &[0, 2, 3, 4], &[0, 2, 3, 4], &[0, 2, 3, 4]),
];

fn positions(flags: &str, word: &str) -> Vec<usize> {
    let flags = Dialect::Java.read_flags(flags).expect("flags of Java");
    let budget = Budget::unlimited();
    let pattern = Pattern::read(r"\b", flags, &budget).expect("a pattern");
    let word: Vec<u32> = word.chars().map(u32::from).collect();
    (0..=word.len())
        .filter(|position| pattern.match_at(&word, *position, false, &budget).expect("no limit").is_some())
        .collect()
}

#[test]
fn boundaries_are_those_of_the_release() {
    for (word, old, new, unicode) in PLACES {
        for release in ["15", "17", "18"] {
            assert_eq!(positions(release, word), *old, "{word:?} in {release}");
        }
        for release in ["19", "21", "25"] {
            assert_eq!(positions(release, word), *new, "{word:?} in {release}");
        }
        for release in ["U17", "U25"] {
            assert_eq!(positions(release, word), *unicode, "{word:?} in {release}");
        }
    }
}

#[test]
fn languages_are_those_of_matches() {
    let budget = Budget::unlimited();
    for (word, ..) in PLACES {
        let codes: Vec<u32> = word.chars().map(u32::from).collect();
        for flags in ["17", "25", "U17"] {
            let at = positions(flags, word);
            let numbers = Dialect::Java.read_flags(flags).expect("flags of Java");
            for position in 0..=codes.len() {
                let mut store = RegexStore::new();
                for (pattern, wanted) in [(r"\b", true), (r"\B", false)] {
                    let around = format!("(?s).{{{position}}}{pattern}.*");
                    let language = parse(Dialect::Java, &around, numbers, Mode::Full, &mut store, &budget)
                        .expect("a language");
                    let found = matches(&mut store, language, &codes, &budget).expect("no limit");
                    assert_eq!(
                        found,
                        at.contains(&position) == wanted,
                        "{pattern} at {position} of {word:?}, {flags}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_a_release_has_in_unknown_tables_is_refused() {
    let read = |pattern: &str, flags: &str| {
        let flags = Dialect::Java.read_flags(flags).expect("flags of Java");
        Pattern::read(pattern, flags, &Budget::unlimited()).map(|_| ()).map_err(|problem| problem.message)
    };
    for (pattern, flags) in [
        (r"\b", "8"),
        (r"\p{L}", "11"),
        ("a", "iu11"),
        (r"(?iu)a", "8"),
        (r"\w", "U11"),
        (r"\p{IsLatin}", "21"),
    ] {
        let refused = read(pattern, flags).expect_err(pattern);
        assert!(refused.contains("tables of Unicode of this release"), "{pattern} {flags}: {refused}");
    }
    for (pattern, flags) in [(r"\b", "a8"), (r"\w", "8"), ("a", "i11"), (r"\p{L}", "17"), (r"\p{Alpha}", "8")]
    {
        assert_eq!(read(pattern, flags), Ok(()), "{pattern} {flags}");
    }
    assert!(Dialect::Java.read_flags("7").is_err());
    assert!(Dialect::Java.read_flags("1i7").is_err());
    assert!(Dialect::Python.read_flags("17").is_err());
    assert_eq!(Dialect::Java.read_flags("i17").map(Flags::release), Ok(Some(17)));
}

#[test]
fn marks_that_have_become_others_are_what_they_were() {
    let budget = Budget::unlimited();
    for (flags, mark) in [("17", true), ("19", false), ("25", false)] {
        let flags = Dialect::Java.read_flags(flags).expect("flags of Java");
        let pattern = Pattern::read(r"\p{Mn}", flags, &budget).expect("a pattern");
        assert_eq!(pattern.match_at(&[0x1734], 0, true, &budget).expect("no limit").is_some(), mark);
    }
}
