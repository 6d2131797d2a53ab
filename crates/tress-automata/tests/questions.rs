//! Emptiness, inclusion and witnesses against the textbook automata, on random expressions.

use tress_automata::emptiness::{
    Goal, find_difference, find_word, find_word_of_length, is_empty, is_included,
};
use tress_automata::equivalence::{find_distinction, find_distinction_by_bisimulation};
use tress_automata::lengths::{LengthSet, exact_lengths, of_regex};
use tress_automata::naive::{Ast, Dfa, symbols_of};
use tress_automata::{RegexStore, matches};
use tress_base::{Budget, Random};

#[test]
fn emptiness_and_inclusion_agree_with_the_textbook() {
    let mut random = Random::new(4);
    let budget = Budget::unlimited();
    for round in 0..3000 {
        let sizes = (random.below(9), random.below(9));
        let (x, y) = (Ast::random(&mut random, sizes.0), Ast::random(&mut random, sizes.1));
        let mut store = RegexStore::new();
        let (a, b) = (x.build(&mut store), y.build(&mut store));
        let (p, q) = (Dfa::new(&x), Dfa::new(&y));
        assert_eq!(is_empty(&mut store, a, &budget).unwrap(), p.is_empty(), "round {round}: {x:?}");
        let shortest = find_word(&mut store, a, Goal::Shortest, &budget).unwrap();
        assert_eq!(shortest.as_ref().map(Vec::len), p.shortest(), "round {round}: {x:?}");
        if let Some(word) = &shortest {
            assert!(p.accepts(&symbols_of(word)));
            assert!(matches(&mut store, a, word, &budget).unwrap());
        }
        let difference = p.minus(&q);
        assert_eq!(is_included(&mut store, a, b, &budget).unwrap(), difference.is_empty(), "{x:?} in {y:?}");
        let word = find_difference(&mut store, a, b, &budget).unwrap();
        assert_eq!(word.as_ref().map(Vec::len), difference.shortest(), "round {round}: {x:?} minus {y:?}");
        assert!(word.is_none_or(|word| difference.accepts(&symbols_of(&word))));
    }
}

#[test]
fn equality_agrees_with_the_textbook() {
    let mut random = Random::new(6);
    let budget = Budget::unlimited();
    for _ in 0..2000 {
        let sizes = (random.below(7), random.below(7));
        let (x, y) = (Ast::random(&mut random, sizes.0), Ast::random(&mut random, sizes.1));
        let mut store = RegexStore::new();
        let (a, b) = (x.build(&mut store), y.build(&mut store));
        let (p, q) = (Dfa::new(&x), Dfa::new(&y));
        let equal = p.minus(&q).is_empty() && q.minus(&p).is_empty();
        for word in [
            find_distinction(&mut store, a, b, &budget).unwrap(),
            find_distinction_by_bisimulation(&mut store, a, b, &budget).unwrap(),
        ] {
            assert_eq!(word.is_none(), equal, "{x:?} and {y:?}");
            if let Some(word) = word {
                let characters = symbols_of(&word);
                assert_ne!(p.accepts(&characters), q.accepts(&characters), "{x:?} and {y:?} on {word:?}");
            }
        }
    }
}

#[test]
fn lengths_agree_with_the_textbook() {
    const LONGEST: usize = 30;
    let mut random = Random::new(7);
    let mut hulls = 0;
    let budget = Budget::unlimited();
    for _ in 0..2000 {
        let size = random.below(9);
        let x = Ast::random(&mut random, size);
        let mut store = RegexStore::new();
        let r = x.build(&mut store);
        let structural = of_regex(&store, r, &budget).unwrap();
        let exact = exact_lengths(&mut store, r, &budget).unwrap();
        assert!(exact.is_exact(), "{x:?}");
        hulls += usize::from(store.is_classical(r) && !structural.is_exact());
        for (length, count) in Dfa::new(&x).counts(LONGEST).iter().enumerate() {
            let expected = !count.is_zero();
            assert_eq!(exact.contains(length as u64), expected, "{x:?} at {length}");
            assert!(structural.contains(length as u64) || !expected, "{x:?} at {length}");
            assert!(
                !structural.is_exact() || structural.contains(length as u64) == expected,
                "{x:?} at {length}"
            );
        }
        let wanted = LengthSet::range(random.below(5) as u64, Some(4 + random.below(9) as u64));
        let even = LengthSet::single(2).star();
        let wanted = if random.chance(1, 2) { wanted.intersection(&even) } else { wanted };
        let word = find_word_of_length(&mut store, r, &wanted, &budget).unwrap();
        let expected = exact.intersection(&wanted).min();
        assert_eq!(word.as_ref().map(|word| word.len() as u64), expected, "{x:?} with {wanted:?}");
        assert!(word.is_none_or(|word| matches(&mut store, r, &word, &budget).unwrap()));
    }
    assert!(hulls < 20, "{hulls} classical expressions needed the hull");
}
