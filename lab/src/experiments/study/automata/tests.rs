//! Sizes, languages, and the test vectors of chapter 3 that speak of automata.

use tress_automata::{CharSet, RegexStore, matches};
use tress_base::{Budget, Random};

use super::difference::{complement, determinize};
use super::*;
use crate::experiments::study::alphabet::{Alphabet, Classes};
use crate::experiments::study::pattern::Pattern;
use crate::experiments::study::regexes::{Inputs, PRINTED};
use crate::experiments::study::sets::{Algebra, Bdds, CharSets, Form, Predicates, RangeSets, Sorted};

fn size(automaton: &EpsilonAutomaton) -> [usize; 3] {
    [automaton.states as usize, automaton.epsilon.len(), automaton.moves.len()]
}

/// Figure 3.7: seven automata are as printed. The others have fewer states here, because bounded repetitions of
/// groups and choices are merged further.
#[test]
fn sizes_are_those_of_figure_3_7() {
    let found: Vec<[usize; 3]> = Inputs::new(10).automata.iter().map(size).collect();
    let other = [(6, [151, 139, 148]), (7, [95, 84, 96]), (8, [625, 994, 525])];
    for (number, found) in found.iter().enumerate() {
        let expected = other.iter().find(|row| row.0 == number).map_or(PRINTED[number], |row| row.1);
        assert_eq!(*found, expected, "A{number}");
    }
}

/// The automaton of a pattern, with its sets.
fn sfa<A: Algebra>(text: &str, algebra: &mut A) -> Sfa<A::Set> {
    let pattern = Pattern::read(text, &Classes::new()).expect("a pattern");
    let mut sets = Vec::new();
    let automaton = construct(&pattern, &mut sets);
    let sets: Vec<A::Set> = sets.iter().map(|set| algebra.of(set)).collect();
    Sfa::without_epsilon(&automaton, &sets, &Budget::unlimited()).expect("there is no limit")
}

/// Figure 3.1: a choice of two characters and everything else.
#[test]
fn the_automaton_of_figure_3_1() {
    let mut sets = Vec::new();
    let pattern = Pattern::read("[2b]|[^2b]c", &Classes::new()).expect("a pattern");
    let automaton = construct(&pattern, &mut sets);
    assert_eq!(size(&automaton), [4, 0, 3], "starts are merged, ends are not");
    assert_eq!(sets[0].complement(), sets[1]);
    let single = Pattern::read("[2b]|[^2b]", &Classes::new()).expect("a pattern");
    assert_eq!(size(&construct(&single, &mut Vec::new())), [2, 0, 1], "characters are one class");
}

/// All words over `ab-` up to a length.
fn short_words(longest: usize) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..longest {
        let end = words.len();
        for at in start..end {
            for c in ['a', 'b', '-'] {
                let longer = words[at].iter().copied().chain([u32::from(c)]).collect();
                words.push(longer);
            }
        }
        start = end;
    }
    words
}

const SMALL: [&str; 12] = [
    "",
    "a",
    "[ab]*",
    "(a|b-)*a",
    "a{2,4}b?",
    "((ab)?-)+",
    "(a*b*)*",
    "(a*b){1,2}",
    "([ab]{1,2}){2,3}",
    "((a|b)*-?){0,2}",
    "(a?)+b",
    r"[^a]\w{0,2}|-+",
];

/// A pattern made at random.
fn random_pattern(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.chance(1, 4) {
        return (*random.pick(&["a", "b", "-", "[ab]", "[^b]", r"\w", "()"])).to_owned();
    }
    let mut part = || random_pattern(random, depth - 1);
    let (one, other) = (part(), part());
    match random.below(6) {
        0 => format!("{one}{other}"),
        1 => format!("({one}|{other})"),
        2 => format!("({one})*"),
        3 => format!("({one})+{other}"),
        4 => format!("({one}){{{},{}}}", random.below(2), 2 + random.below(2)),
        _ => format!("({one})?{other}"),
    }
}

/// Constructed automata accept what the expressions of `tress-automata` match.
#[test]
fn languages_are_those_of_the_expressions() {
    let mut random = Random::new(7);
    let made = (0..60).map(|_| random_pattern(&mut random, 3));
    let words = short_words(4);
    for text in SMALL.into_iter().map(str::to_owned).chain(made) {
        let mut algebra = Sorted::by_rank(Alphabet::ASCII);
        let automaton = sfa(&text, &mut algebra);
        let mut store = RegexStore::new();
        let pattern = Pattern::read(&text, &Classes::new()).expect("a pattern");
        let regex = pattern.regex(&mut store, &CharSet::full());
        for word in &words {
            let expected = matches(&mut store, regex, word, &Budget::unlimited()) == Ok(true);
            assert_eq!(automaton.accepts(&algebra, word), expected, "{text} {word:?}");
        }
    }
}

/// Products and differences of small patterns against all short words; both ways find the same.
fn short_words_agree<A: Algebra>(algebra: &mut A, pairs: &[(String, String)]) {
    let budget = Budget::unlimited();
    let words = short_words(4);
    for (left, right) in pairs {
        let (a, b) = (sfa(left, algebra), sfa(right, algebra));
        for is_product in [true, false] {
            let operation = if is_product { product::<A> } else { difference::<A> };
            let eager = operation(algebra, &a, &b, Mode::Eager, &budget).expect("there is no limit");
            let lazy = operation(algebra, &a, &b, Mode::Lazy, &budget).expect("there is no limit");
            let built = eager.automaton.expect("the eager way builds it");
            let in_result = |algebra: &A, word: &[u32]| {
                a.accepts(algebra, word) && b.accepts(algebra, word) == is_product
            };
            for word in &words {
                assert_eq!(built.accepts(algebra, word), in_result(algebra, word), "{left} {right} {word:?}");
            }
            assert_eq!(built.shortest().is_some(), eager.word.is_some(), "{left} {right}");
            assert_eq!(lazy.word.is_some(), eager.word.is_some(), "{left} {right}");
            assert!(lazy.states <= eager.states && lazy.automaton.is_none());
            for word in [eager.word, lazy.word].into_iter().flatten() {
                assert!(in_result(algebra, &word), "{left} {right} {word:?}");
            }
            for label in &built.labels {
                assert_eq!(algebra.is_empty(label, &budget), Ok(false), "the result is clean");
            }
        }
    }
}

#[test]
fn products_and_differences_are_those_of_short_words() {
    let mut random = Random::new(11);
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (place, left) in SMALL.iter().enumerate() {
        pairs.extend(SMALL[place..].iter().step_by(3).map(|right| ((*left).into(), (*right).into())));
    }
    pairs.extend((0..25).map(|_| (random_pattern(&mut random, 3), random_pattern(&mut random, 3))));
    let alphabet = Alphabet::ASCII;
    short_words_agree(&mut Sorted::by_rank(alphabet), &pairs);
    short_words_agree(&mut Sorted::by_sweep(alphabet), &pairs);
    short_words_agree(&mut RangeSets::new(alphabet), &pairs);
    short_words_agree(&mut CharSets::new(alphabet), &pairs);
    short_words_agree(&mut Bdds::new(alphabet), &pairs);
    let few = &pairs[..pairs.len().min(20)];
    short_words_agree(&mut Predicates::new(alphabet, Form::Ranges), few);
    short_words_agree(&mut Predicates::new(alphabet, Form::Choices), few);
}

/// TV-25: the complement and the deterministic automaton come from the difference; they are deterministic, and no
/// word is in both a language and its complement.
#[test]
fn tv25_complement_and_determinisation() {
    let budget = Budget::unlimited();
    let words = short_words(4);
    for text in SMALL {
        let mut algebra = Bdds::new(Alphabet::ASCII);
        let automaton = sfa(text, &mut algebra);
        let other = complement(&mut algebra, &automaton, &budget).expect("there is no limit");
        let same = determinize(&mut algebra, &automaton, &budget).expect("there is no limit");
        for moves in other.moves.iter().chain(&same.moves) {
            for (place, (label, _)) in moves.iter().enumerate() {
                for (second, _) in &moves[place + 1..] {
                    let (one, two) = (same.labels[*label as usize], same.labels[*second as usize]);
                    let common = algebra.intersection(&one, &two);
                    assert_eq!(algebra.is_empty(&common, &budget), Ok(true), "{text} is deterministic");
                }
            }
        }
        for word in &words {
            let accepted = automaton.accepts(&algebra, word);
            assert_eq!(same.accepts(&algebra, word), accepted, "{text} {word:?}");
            assert_eq!(other.accepts(&algebra, word), !accepted, "{text} {word:?}");
        }
        for mode in [Mode::Eager, Mode::Lazy] {
            let both = product(&mut algebra, &automaton, &other, mode, &budget).expect("there is no limit");
            assert_eq!(both.word, None, "{text}");
        }
    }
}

/// TV-36: a word of one or two letters that is not all of one, and nothing the other way.
#[test]
fn tv36_differences_of_two_stars() {
    let mut algebra = Sorted::by_rank(Alphabet::ASCII);
    let (two, one) = (sfa("(a|b)*", &mut algebra), sfa("a*", &mut algebra));
    let budget = Budget::unlimited();
    let mut shortest = |a: &Sfa<CharSet>, b: &Sfa<CharSet>| {
        let found = difference(&mut algebra, a, b, Mode::Eager, &budget).expect("there is no limit");
        found.automaton.and_then(|built| built.shortest())
    };
    assert_eq!(shortest(&two, &one), Some(1));
    assert_eq!(shortest(&one, &two), None);
}

/// TV-33: the shortest common word of two languages with long tails.
#[test]
fn tv33_long_tails() {
    for tail in [1, 2, 10, 100] {
        let mut algebra = Bdds::new(Alphabet::ASCII);
        let first = sfa(&format!("[a-c]*a[a-c]{{{}}}", tail + 1), &mut algebra);
        let second = sfa(&format!("[a-c]*b[a-c]{{{tail}}}"), &mut algebra);
        let found = product(&mut algebra, &first, &second, Mode::Eager, &Budget::unlimited());
        let built = found.expect("there is no limit").automaton.expect("the eager way builds it");
        assert_eq!(built.shortest(), Some(tail + 2));
    }
}

/// Work that is too much ends.
#[test]
fn products_end_with_the_budget() {
    let mut algebra = Sorted::by_rank(Alphabet::ASCII);
    let automaton = sfa("[a-c]*a[a-c]{100}", &mut algebra);
    for steps in [1, 100, 1000] {
        let budget = Budget::unlimited().with_steps(Some(steps));
        assert!(product(&mut algebra, &automaton, &automaton, Mode::Eager, &budget).is_err());
    }
    let budget = Budget::unlimited().with_steps(Some(50));
    assert!(difference(&mut algebra, &automaton, &automaton, Mode::Eager, &budget).is_err());
}
