//! The ten expressions of Hooimeijer's dissertation (2012, figure 4.4): all 55 intersections and 100
//! differences, with the lengths of their shortest words.

#[path = "support/pattern.rs"]
mod pattern;

use std::path::Path;

use tress_automata::emptiness::{Goal, find_difference, find_word, is_empty, is_included};
use tress_automata::follow::{Answer, Part, Search, System};
use tress_automata::{Regex, RegexStore, matches};
use tress_base::Budget;

/// A file of `testdata/ten-regexes`.
fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ten-regexes").join(name);
    std::fs::read_to_string(path).expect("the file is there")
}

/// Words between blanks as numbers, line by line; what is no number is `None`.
fn numbers(name: &str) -> Vec<Vec<Option<usize>>> {
    file(name).lines().map(|line| line.split(' ').map(|word| word.parse().ok()).collect()).collect()
}

fn ten(store: &mut RegexStore) -> Vec<Regex> {
    file("patterns.txt").lines().map(|text| pattern::parse(store, text)).collect()
}

#[test]
fn all_intersections() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    let known = numbers("intersections.txt");
    for i in 0..10 {
        for j in i..10 {
            let both = store.inter(&[ten[i], ten[j]]);
            let word = find_word(&mut store, both, Goal::Shortest, &budget).unwrap();
            let expected = known.iter().find(|row| row[..2] == [Some(i), Some(j)]).and_then(|row| row[2]);
            assert_eq!(word.as_ref().map(Vec::len), expected, "({i},{j})");
            assert_eq!(is_empty(&mut store, both, &budget).unwrap(), expected.is_none(), "({i},{j})");
            if let Some(word) = word {
                assert!(matches(&mut store, ten[i], &word, &budget).unwrap());
                assert!(matches(&mut store, ten[j], &word, &budget).unwrap());
            }
        }
    }
}

#[test]
fn all_differences() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    let known = numbers("differences.txt");
    for i in 0..10 {
        for j in 0..10 {
            let word = find_difference(&mut store, ten[i], ten[j], &budget).unwrap();
            let expected = known[i][j];
            assert_eq!(word.as_ref().map(Vec::len), expected, "({i},{j})");
            assert_eq!(is_included(&mut store, ten[i], ten[j], &budget).unwrap(), i == j, "({i},{j})");
            if let Some(word) = word {
                assert!(matches(&mut store, ten[i], &word, &budget).unwrap());
                assert!(!matches(&mut store, ten[j], &word, &budget).unwrap());
            }
        }
    }
}

/// The number of characters in a shortest word of the first that is in the second, or is not, as the lazy
/// search finds it.
fn lazily(store: &mut RegexStore, first: Regex, second: Regex, holds: bool) -> Option<usize> {
    let mut system = System::new(1);
    system.add(vec![Part::Variable(0)], first, true);
    system.add(vec![Part::Variable(0)], second, holds);
    let budget = Budget::unlimited();
    let answer = Search::new(&system).run(store, &budget).unwrap();
    let Answer::Words(words) = answer else { return None };
    assert!(matches(store, first, &words[0], &budget).unwrap());
    assert_eq!(matches(store, second, &words[0], &budget).unwrap(), holds);
    Some(words[0].len())
}

#[test]
fn tv_37_all_intersections_and_differences_by_the_lazy_search() {
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    let (differences, intersections) = (numbers("differences.txt"), numbers("intersections.txt"));
    let (mut words, mut none) = ([0, 0], [0, 0]);
    for i in 0..10 {
        for j in 0..10 {
            let difference = lazily(&mut store, ten[i], ten[j], false);
            assert_eq!(difference, differences[i][j], "({i},{j})");
            words[0] += usize::from(difference.is_some());
            none[0] += usize::from(difference.is_none());
            if i <= j {
                let both = lazily(&mut store, ten[i], ten[j], true);
                let row = intersections.iter().find(|row| row[..2] == [Some(i), Some(j)]);
                assert_eq!(both, row.and_then(|row| row[2]), "({i},{j})");
                words[1] += usize::from(both.is_some());
                none[1] += usize::from(both.is_none());
            }
        }
    }
    assert_eq!((words, none), ([90, 26], [10, 29]));
}
