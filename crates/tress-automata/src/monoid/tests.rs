//! The monoid against automata on all short words.

use tress_base::{Budget, Random};

use super::{Cut, Monoid, Sets};
use crate::naive::{Ast, spell, words};
use crate::nfa::Nfa;
use crate::regex::RegexStore;

/// Two random languages, their automata and their monoid.
fn random(seed: u64) -> (Vec<Nfa>, Monoid) {
    let budget = Budget::unlimited();
    let (mut random, mut store) = (Random::new(seed), RegexStore::new());
    let automata: Vec<Nfa> = (0..2)
        .map(|_| {
            let regex = Ast::random(&mut random, 5).build(&mut store);
            let nfa = Nfa::from_regex(&mut store, regex, 200, &budget).expect("no limit").expect("small");
            nfa.minimize(200, &budget).expect("no limit").expect("small")
        })
        .collect();
    let characters = spell(&[0, 1]);
    let monoid = Monoid::new(&automata, characters, 5000, &budget).expect("no limit").expect("small");
    (automata, monoid)
}

/// The element of a word.
fn element(monoid: &Monoid, word: &[u32]) -> u32 {
    word.iter().fold(super::EMPTY, |element, character| {
        monoid.step(element, monoid.class_of(*character).expect("a class"))
    })
}

#[test]
fn elements_tell_which_automata_accept() {
    for seed in 0..60 {
        let (automata, monoid) = random(seed);
        for word in words(4) {
            let word = spell(&word);
            let own = element(&monoid, &word);
            for (number, nfa) in automata.iter().enumerate() {
                assert_eq!(
                    monoid.language(number).contains(own as usize),
                    nfa.accepts(&word),
                    "{seed} {word:?}"
                );
            }
            for cut in 0..=word.len() {
                let [a, b] = [&word[..cut], &word[cut..]].map(|part| element(&monoid, part));
                assert_eq!(monoid.product(a, b), own);
            }
            assert_eq!(own == super::EMPTY, word.is_empty());
            assert!(monoid.word(own).len() <= word.len());
        }
    }
}

#[test]
fn sets_are_languages() {
    let budget = Budget::unlimited();
    for seed in 0..40 {
        let (automata, monoid) = random(seed);
        let mut sets = Sets::new(monoid);
        let [a, b] = [0, 1].map(|number| sets.language(number));
        let both = sets.both(a, b, &budget).expect("no limit");
        let product = sets.product(a, b, &budget).expect("no limit");
        let cuts = sets.cuts(a, b, true, &budget).expect("no limit");
        let ends = sets.cuts(a, b, false, &budget).expect("no limit");
        let behind = sets.behind(a, b, &budget).expect("no limit");
        for word in words(4) {
            let word = spell(&word);
            let has = |sets: &Sets, set, part: &[u32]| {
                sets.get(set).contains(element(sets.monoid(), part) as usize)
            };
            assert_eq!(has(&sets, both, &word), automata.iter().all(|nfa| nfa.accepts(&word)));
            for cut in 0..=word.len() {
                let (first, second) = word.split_at(cut);
                if automata[0].accepts(first) && automata[1].accepts(second) {
                    assert!(has(&sets, product, &word), "{seed} {word:?}");
                }
                if automata[0].accepts(first) && automata[1].accepts(&word) {
                    assert!(has(&sets, behind, second), "{seed} {word:?}");
                }
                let parts = !first.is_empty() && !second.is_empty();
                let begins = parts && automata[0].accepts(first) && automata[1].accepts(&word);
                let fits = |cut: &Cut| has(&sets, cut.0, first) && has(&sets, cut.1, second);
                assert_eq!(cuts.iter().filter(|cut| fits(cut)).count(), usize::from(begins));
                let finishes = parts && automata[0].accepts(second) && automata[1].accepts(&word);
                let fits = |cut: &Cut| has(&sets, cut.0, second) && has(&sets, cut.1, first);
                assert_eq!(ends.iter().filter(|cut| fits(cut)).count(), usize::from(finishes));
            }
        }
        assert_eq!(sets.shortest(a).map(|word| word.len()), sets.least(a));
        assert_eq!(sets.least(a), automata[0].shortest_word().map(|word| word.len()));
    }
}

#[test]
fn a_monoid_that_is_too_large_is_not_made() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let any = store.any_char();
    let many = store.repeat(any, 30, Some(30));
    let nfa = Nfa::from_regex(&mut store, many, 200, &budget).expect("no limit").expect("small");
    assert!(Monoid::new(std::slice::from_ref(&nfa), [], 20, &budget).expect("no limit").is_none());
    assert!(Monoid::new(&[nfa], [], 40, &budget).expect("no limit").is_some());
}
