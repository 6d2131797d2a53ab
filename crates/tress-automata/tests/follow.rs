//! The worked examples of the dissertation, chapter 4, and what they guard against.

#[path = "support/pattern.rs"]
mod pattern;

use tress_automata::follow::{
    Answer, Counts, Event, FollowGraph, Order, Part, Position, Search, Status, System,
};
use tress_automata::nfa::{Nfa, find_common_word, find_distinction};
use tress_automata::{Regex, RegexStore, matches};
use tress_base::Budget;

/// A system of left sides such as `"0 1 0"`, patterns, and whether they hold.
fn system(store: &mut RegexStore, variables: usize, rows: &[(&str, &str, bool)]) -> System {
    let mut system = System::new(variables);
    for (side, text, holds) in rows {
        let parts = side.split(' ').map(|part| Part::Variable(part.parse().expect("a variable"))).collect();
        let language = pattern::parse(store, text);
        system.add(parts, language, *holds);
    }
    system
}

/// The words found, as text, after they were read again by the matcher.
fn solve(variables: usize, rows: &[(&str, &str, bool)]) -> (Option<Vec<String>>, Counts) {
    let mut store = RegexStore::new();
    let system = system(&mut store, variables, rows);
    let budget = Budget::unlimited();
    let mut search = Search::new(&system);
    let answer = search.run(&mut store, &budget).expect("no limit");
    let counts = search.counts();
    let Answer::Words(words) = answer else { return (None, counts) };
    for membership in system.memberships() {
        let side: Vec<u32> = membership
            .parts
            .iter()
            .flat_map(|part| match part {
                Part::Variable(variable) => words[*variable].clone(),
                Part::Word(word) => word.clone(),
            })
            .collect();
        let found = matches(&mut store, membership.language, &side, &budget).expect("no limit");
        assert_eq!(found, membership.holds, "{rows:?} {words:?}");
    }
    let text = |word: &Vec<u32>| word.iter().filter_map(|c| char::from_u32(*c)).collect();
    (Some(words.iter().map(text).collect()), counts)
}

fn check(variables: usize, rows: &[(&str, &str, bool)], expected: Option<&[&str]>) {
    let found = solve(variables, rows).0;
    let expected = expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(found, expected, "{rows:?}");
}

const fn position(membership: usize, part: usize) -> Position {
    Position { membership, part }
}

/// The steps of a search, and the store its states live in.
fn trace(variables: usize, rows: &[(&str, &str, bool)], order: Order) -> (Vec<Event>, RegexStore, Answer) {
    let mut store = RegexStore::new();
    let system = system(&mut store, variables, rows);
    let mut events = Vec::new();
    let mut note = |event| events.push(event);
    let mut search = Search::new(&system).with_order(order).with_observer(&mut note);
    let answer = search.run(&mut store, &Budget::unlimited()).expect("no limit");
    (events, store, answer)
}

fn word(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// States of a positive membership, given by what is left of its language.
fn path(store: &mut RegexStore, rests: &[&str]) -> Status {
    Status::Path(rests.iter().map(|rest| (pattern::parse(store, rest), Regex::NONE)).collect())
}

#[test]
fn tv_06_the_concatenation_example_as_strings() {
    let rows = [("0", "x(yy)+", true), ("1", "(yy)*z", true), ("0 1", "xyyz|xyyyyz", true)];
    check(2, &rows, Some(&["xyy", "z"]));
}

/// Example 4.2: "a" is tried first, fails for the second variable, and the empty word is left.
#[test]
fn tv_30_the_acyclic_example_with_its_trace() {
    let rows = [("0", "a*", true), ("1", "ab", true), ("0 1", "ab", true)];
    check(2, &rows, Some(&["", "ab"]));
    let (events, mut store, answer) = trace(2, &rows, Order::Deepest);
    let store = &mut store;
    let expected = vec![
        Event::Picked(0),
        Event::Advanced(
            0,
            word("a"),
            vec![(position(0, 0), path(store, &["a*", "a*"])), (position(2, 0), path(store, &["ab", "b"]))],
        ),
        Event::Picked(1),
        Event::Failed(1),
        Event::Advanced(
            0,
            word(""),
            vec![(position(0, 0), path(store, &["a*"])), (position(2, 0), path(store, &["ab"]))],
        ),
        Event::Picked(1),
        Event::Advanced(
            1,
            word("ab"),
            vec![
                (position(1, 0), path(store, &["ab", "b", ""])),
                (position(2, 1), path(store, &["ab", "b", ""])),
            ],
        ),
        Event::Done,
    ];
    assert_eq!(events, expected);
    assert_eq!(answer, Answer::Words(vec![word(""), word("ab")]));
}

/// Example 4.3, in which each variable follows the other. Number 0 is the example's v2, which is cut first.
#[test]
fn tv_31_the_cyclic_example_with_its_trace() {
    let rows = [("1", "a*", true), ("0", "b*", true), ("1 0", "aab*", true), ("0 1", "bba*", true)];
    check(2, &rows, Some(&["bb", "aa"]));
    let (events, mut store, _) = trace(2, &rows, Order::Shortest);
    let store = &mut store;
    let state = |store: &mut RegexStore, rest: &str| (pattern::parse(store, rest), Regex::NONE);
    let guess = |store: &mut RegexStore, rest: &str| Event::Guessed(position(2, 1), state(store, rest));
    let mut expected = vec![Event::Picked(0)];
    // The states before v2 in C3 are q3, q4 and q5; only from q5 can b be read.
    for rest in ["aab*", "ab*"] {
        expected.extend([guess(store, rest), Event::Picked(0), Event::Failed(0)]);
    }
    expected.extend([guess(store, "b*"), Event::Picked(0)]);
    expected.push(Event::Advanced(
        0,
        word(""),
        vec![
            (position(1, 0), path(store, &["b*"])),
            (position(2, 1), path(store, &["b*"])),
            (position(3, 0), path(store, &["bba*"])),
        ],
    ));
    let advanced = |events: &[Event], vertex: usize, text: &str| {
        events
            .iter()
            .find(|event| matches!(event, Event::Advanced(v, w, _) if *v == vertex && *w == word(text)))
            .cloned()
    };
    assert_eq!(events[..expected.len()], expected, "{events:?}");
    let last = Event::Advanced(
        0,
        word("bb"),
        vec![
            (position(1, 0), path(store, &["b*", "b*", "b*"])),
            (position(2, 1), path(store, &["b*", "b*", "b*"])),
            (position(3, 0), path(store, &["bba*", "ba*", "a*"])),
        ],
    );
    assert_eq!(advanced(&events, 0, "bb"), Some(last));
    let other = Event::Advanced(
        1,
        word("aa"),
        vec![
            (position(0, 0), path(store, &["a*", "a*", "a*"])),
            (position(2, 0), path(store, &["aab*", "ab*", "b*"])),
            (position(3, 1), path(store, &["a*", "a*", "a*"])),
        ],
    );
    assert_eq!(advanced(&events, 1, "aa"), Some(other));
    assert_eq!(events.last(), Some(&Event::Done));
}

#[test]
fn tv_32_the_second_place_of_a_square_is_unknown_at_first() {
    let mut store = RegexStore::new();
    let system = system(&mut store, 1, &[("0 0", "ab", true)]);
    let graph = FollowGraph::new(&system);
    assert_eq!((graph.edges(), graph.path(0)), (&[(0, 0)][..], &[0, 0][..]));
    let mut search = Search::new(&system);
    let budget = Budget::unlimited();
    let start = (system.memberships()[0].language, Regex::NONE);
    let first = search.status(position(0, 0), &mut store, &budget);
    assert_eq!(first, Ok(Status::StartsAt(start)));
    assert_eq!(search.status(position(0, 1), &mut store, &budget), Ok(Status::Unknown));
}

#[test]
fn tv_33_long_strings_take_about_as_many_states_as_letters() {
    for n in [1_usize, 2, 10, 100, 1000] {
        let first = format!("[a-c]*a[a-c]{{{}}}", n + 1);
        let second = format!("[a-c]*b[a-c]{{{n}}}");
        let (found, counts) = solve(1, &[("0", &first, true), ("0", &second, true)]);
        let found = found.expect("there are words");
        assert_eq!(found[0].len(), n + 2, "{}", found[0]);
        let states = counts.states as usize;
        assert!(states <= 4 * n + 20, "{states} states for {n}");
    }
    let mut store = RegexStore::new();
    for text in ["[a-c]*a[a-c]{3}", "[a-c]*b[a-c]{2}"] {
        let language = pattern::parse(&mut store, text);
        assert_eq!(matches(&mut store, language, &word("abcc"), &Budget::unlimited()), Ok(true));
    }
}

/// A search that leaves unknown positions out while it chooses simple paths finds nothing here.
#[test]
fn tv_34_a_variable_on_both_sides_of_another() {
    check(2, &[("0 1 0", "a*baaa", true), ("1", "b", true)], Some(&["aaa", "b"]));
}

#[test]
fn tv_35_squares() {
    check(1, &[("0 0", "(a|b)(a|b)(a|b)", true)], None);
    let (found, _) = solve(1, &[("0 0", "(ab|ba)*", true), ("0", "", false)]);
    assert!(["ab", "ba"].contains(&found.expect("there are words")[0].as_str()));
}

#[test]
fn tv_36_what_must_not_be() {
    check(1, &[("0", "(a|b)*", true), ("0", "a*", false)], Some(&["b"]));
    check(1, &[("0", "a*", true), ("0", "(a|b)*", false)], None);
}

/// The complement of an automaton is the difference from all words, and determinising it changes nothing.
#[test]
fn tv_25_complement_and_determinisation_by_difference() {
    let budget = Budget::unlimited();
    for text in ["(a|b)*a(a|b){4}", "(ab|b)*", "[a-c]*abc", "a?b+|c{3}"] {
        let mut store = RegexStore::new();
        let language = pattern::parse(&mut store, text);
        let outside = store.complement(language);
        let [inside, outside] = [language, outside].map(|regex| {
            Nfa::from_regex(&mut store, regex, 10_000, &budget).expect("no limit").expect("small")
        });
        assert!(outside.is_deterministic(), "{text}");
        let determined = inside.determinize(10_000, &budget).expect("no limit").expect("small");
        assert!(determined.is_deterministic());
        assert_eq!(find_distinction(&inside, &determined, &budget), Ok(None), "{text}");
        let complement = inside.complement(10_000, &budget).expect("no limit").expect("small");
        assert_eq!(find_distinction(&outside, &complement, &budget), Ok(None), "{text}");
        assert_eq!(find_common_word(&inside, &outside, &budget), Ok(None), "{text}");
    }
}
