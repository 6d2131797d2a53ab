//! The ten expressions of Hooimeijer's dissertation (2012, figure 4.4): all 55 intersections and 100
//! differences, with the lengths of their shortest words.

#[path = "support/pattern.rs"]
mod pattern;

use tress_automata::emptiness::{Goal, find_difference, find_word, is_empty, is_included};
use tress_automata::follow::{Answer, Part, Search, System};
use tress_automata::{Regex, RegexStore, matches};
use tress_base::Budget;

const INTERSECTIONS: [(usize, usize, usize); 26] = [
    (0, 0, 5),
    (0, 4, 5),
    (0, 6, 6),
    (0, 7, 6),
    (0, 8, 6),
    (0, 9, 5),
    (1, 1, 1),
    (1, 5, 1),
    (2, 2, 0),
    (3, 3, 7),
    (4, 4, 5),
    (4, 6, 6),
    (4, 7, 6),
    (4, 8, 6),
    (4, 9, 5),
    (5, 5, 1),
    (6, 6, 6),
    (6, 7, 6),
    (6, 8, 6),
    (6, 9, 6),
    (7, 7, 6),
    (7, 8, 6),
    (7, 9, 6),
    (8, 8, 6),
    (8, 9, 6),
    (9, 9, 5),
];

/// Shortest lengths of row minus column; the diagonal is not used.
const DIFFERENCES: [[usize; 10]; 10] = [
    [0, 5, 5, 5, 7, 5, 5, 5, 5, 11],
    [1, 0, 1, 1, 1, 2, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [7, 7, 7, 0, 7, 7, 7, 7, 7, 7],
    [5, 5, 5, 5, 0, 5, 5, 5, 5, 5],
    [1, 2, 1, 1, 1, 0, 1, 1, 1, 1],
    [6, 6, 6, 6, 6, 6, 0, 6, 6, 6],
    [9, 6, 6, 6, 8, 6, 8, 0, 6, 9],
    [6, 6, 6, 6, 6, 6, 6, 6, 0, 6],
    [6, 5, 5, 5, 6, 5, 5, 5, 5, 0],
];

fn ten(store: &mut RegexStore) -> Vec<Regex> {
    pattern::TEN.iter().map(|text| pattern::parse(store, text)).collect()
}

#[test]
fn all_intersections() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    for i in 0..10 {
        for j in i..10 {
            let both = store.inter(&[ten[i], ten[j]]);
            let word = find_word(&mut store, both, Goal::Shortest, &budget).unwrap();
            let expected =
                INTERSECTIONS.iter().find(|entry| (entry.0, entry.1) == (i, j)).map(|entry| entry.2);
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
    for i in 0..10 {
        for j in 0..10 {
            let word = find_difference(&mut store, ten[i], ten[j], &budget).unwrap();
            let expected = (i != j).then_some(DIFFERENCES[i][j]);
            assert_eq!(word.as_ref().map(Vec::len), expected, "({i},{j})");
            assert_eq!(is_included(&mut store, ten[i], ten[j], &budget).unwrap(), i == j, "({i},{j})");
            if let Some(word) = word {
                assert!(matches(&mut store, ten[i], &word, &budget).unwrap());
                assert!(!matches(&mut store, ten[j], &word, &budget).unwrap());
            }
        }
    }
}

/// The number of letters in a shortest word of the first that is in the second, or is not, as the lazy search
/// finds it.
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
    let (mut words, mut none) = ([0, 0], [0, 0]);
    for i in 0..10 {
        for j in 0..10 {
            let difference = lazily(&mut store, ten[i], ten[j], false);
            assert_eq!(difference, (i != j).then_some(DIFFERENCES[i][j]), "({i},{j})");
            words[0] += usize::from(difference.is_some());
            none[0] += usize::from(difference.is_none());
            if i <= j {
                let both = lazily(&mut store, ten[i], ten[j], true);
                let row = INTERSECTIONS.iter().find(|entry| (entry.0, entry.1) == (i, j));
                assert_eq!(both, row.map(|entry| entry.2), "({i},{j})");
                words[1] += usize::from(both.is_some());
                none[1] += usize::from(both.is_none());
            }
        }
    }
    assert_eq!((words, none), ([90, 26], [10, 29]));
}
