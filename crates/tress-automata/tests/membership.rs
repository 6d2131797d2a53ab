//! Membership and positions against the textbook automata, on random expressions.

use tress_automata::matching::{
    find_all_leftmost_shortest_nonempty, find_leftmost_shortest, first_match_start,
};
use tress_automata::naive::{Ast, Dfa, spell, words};
use tress_automata::{RegexStore, matches};
use tress_base::{Budget, Random};

#[test]
fn membership_agrees_with_the_textbook() {
    let mut random = Random::new(1);
    let budget = Budget::unlimited();
    let all = words(5);
    for _ in 0..1500 {
        let size = random.below(9);
        let ast = Ast::random(&mut random, size);
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        let dfa = Dfa::new(&ast);
        for word in &all {
            let expected = dfa.accepts(word);
            let found = matches(&mut store, r, &spell(word), &budget).unwrap();
            assert_eq!(found, expected, "{ast:?} on {word:?}");
            if expected {
                assert!(store.min_length(r) <= word.len() as u64, "{ast:?}");
                assert!(store.max_length(r).is_none_or(|max| max >= word.len() as u64), "{ast:?}");
            }
        }
    }
}

#[test]
fn the_partition_covers_the_alphabet() {
    let mut random = Random::new(2);
    let budget = Budget::unlimited();
    for _ in 0..500 {
        let ast = Ast::random(&mut random, 6);
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        let cells = store.partition(r, &budget).unwrap();
        assert_eq!(cells.iter().map(|cell| cell.0.len()).sum::<u32>(), 0x30000);
        for (set, target) in cells {
            let c = set.first().unwrap();
            assert_eq!(store.derivative(r, c, &budget).unwrap(), target);
        }
    }
}

/// All matches by trying every start and every end.
fn spans(dfa: &Dfa, word: &[usize], from: usize, shortest: usize) -> Option<(usize, usize)> {
    for start in from..=word.len() {
        for end in start + shortest..=word.len() {
            if dfa.accepts(&word[start..end]) {
                return Some((start, end));
            }
        }
    }
    None
}

#[test]
fn positions_agree_with_trying_all() {
    let mut random = Random::new(3);
    let budget = Budget::unlimited();
    for _ in 0..3000 {
        let size = random.below(7);
        let ast = Ast::random(&mut random, size);
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        let dfa = Dfa::new(&ast);
        let word: Vec<usize> = (0..random.below(9)).map(|_| random.below(3)).collect();
        let from = random.below(word.len() + 2);
        let text = spell(&word);
        let expected = spans(&dfa, &word, from, 0);
        assert_eq!(find_leftmost_shortest(&mut store, r, &text, from, &budget).unwrap(), expected, "{ast:?}");
        let start = first_match_start(&mut store, r, &text, from, &budget).unwrap();
        assert_eq!(start, expected.map(|span| span.0));
        let mut all = Vec::new();
        let mut free = 0;
        while let Some(span) = spans(&dfa, &word, free, 1) {
            all.push(span);
            free = span.1;
        }
        assert_eq!(
            find_all_leftmost_shortest_nonempty(&mut store, r, &text, &budget).unwrap(),
            all,
            "{ast:?}"
        );
    }
}

#[test]
fn long_words_and_deep_nestings_are_linear() {
    let budget = Budget::unlimited().with_steps(Some(100_000_000));
    let mut store = RegexStore::new();
    let word: Vec<u32> = (0..1_000_000_u32).map(|i| i % 997 * 7919 % 1000).collect();
    let r = store.word(&word);
    assert!(matches(&mut store, r, &word, &budget).unwrap());
    assert!(!matches(&mut store, r, &word[1..], &budget).unwrap());
    let (a, b) = (store.range(97, 97), store.range(98, 98));
    let (mut left, mut right, mut mixed) = (a, a, a);
    for i in 0..100_000 {
        left = store.concat(&[left, if i % 3 == 0 { b } else { a }]);
        right = store.concat(&[b, right]);
        mixed = store.union(&[mixed, b]);
        mixed = store.concat(&[mixed, a]);
        mixed = if i % 2 == 0 { store.complement(mixed) } else { store.star(mixed) };
    }
    for (r, length) in [(left, 100_001), (right, 1000), (mixed, 3)] {
        let text: Vec<u32> = vec![97; length];
        matches(&mut store, r, &text, &budget).unwrap();
        let back = store.reverse(r);
        matches(&mut store, back, &text, &budget).unwrap();
    }
}
