//! Emptiness, inclusion and witnesses against the textbook automata, on random expressions.

use tress_automata::emptiness::{Goal, find_difference, find_word, is_empty, is_included};
use tress_automata::naive::{Ast, Dfa, letters_of};
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
            assert!(p.accepts(&letters_of(word)));
            assert!(matches(&mut store, a, word, &budget).unwrap());
        }
        let difference = p.minus(&q);
        assert_eq!(is_included(&mut store, a, b, &budget).unwrap(), difference.is_empty(), "{x:?} in {y:?}");
        let word = find_difference(&mut store, a, b, &budget).unwrap();
        assert_eq!(word.as_ref().map(Vec::len), difference.shortest(), "round {round}: {x:?} minus {y:?}");
        assert!(word.is_none_or(|word| difference.accepts(&letters_of(&word))));
    }
}
