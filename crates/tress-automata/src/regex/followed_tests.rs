//! Pre-images and automata as expressions, compared with their definitions.

use tress_base::{Budget, Random};

use crate::emptiness::{Goal, find_word};
use crate::matching::{find_all_leftmost_shortest_nonempty, find_leftmost_shortest, matches};
use crate::naive::Ast;
use crate::nfa::Nfa;
use crate::transducer::{Matches, Transducer};
use crate::{Regex, RegexStore};

/// All words over `characters` up to a length.
fn words(characters: &[u32], longest: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            let word = all[at].clone();
            all.extend(characters.iter().map(|c| [word.as_slice(), &[*c]].concat()));
        }
        from = to;
    }
    all
}

/// The pre-image holds exactly the words whose values are in the language, and the shortest word found in it
/// is one of the shortest.
fn check(
    store: &mut RegexStore,
    (found, language): (Regex, Regex),
    value: &mut dyn FnMut(&mut RegexStore, &[u32]) -> Vec<u32>,
    what: &str,
) {
    let budget = Budget::unlimited();
    let mut shortest = None;
    for word in words(&[97, 98, 65], 5) {
        let value = value(store, &word);
        let expected = matches(store, language, &value, &budget).unwrap();
        assert_eq!(matches(store, found, &word, &budget), Ok(expected), "{what}: {word:?} to {value:?}");
        if expected && shortest.is_none() {
            shortest = Some(word.len());
        }
    }
    let witness = find_word(store, found, Goal::Shortest, &budget).unwrap();
    match (shortest, &witness) {
        (Some(length), Some(witness)) => assert!(witness.len() <= length, "{what}: {witness:?}"),
        (Some(_), None) => panic!("{what}: not empty"),
        (None, None) => {}
        (None, Some(witness)) => {
            let value = value(store, witness);
            assert_eq!(matches(store, language, &value, &budget), Ok(true), "{what}: {witness:?}");
        }
    }
}

fn random_word(random: &mut Random, least: usize, most: usize) -> Vec<u32> {
    let length = least + random.below(most - least + 1);
    (0..length).map(|_| *random.pick(&[97, 98, 65])).collect()
}

#[test]
fn preimages_of_machines() {
    let (mut random, budget) = (Random::new(71), Budget::unlimited());
    for round in 0..300 {
        let mut store = RegexStore::new();
        let size = random.below(7);
        let ast = Ast::random(&mut random, size);
        let language = ast.build(&mut store);
        let (old, new) = (random_word(&mut random, 1, 3), random_word(&mut random, 0, 3));
        let machine = match random.below(3) {
            0 => Transducer::shifts(&[((65, 90), 32)]),
            1 => Transducer::replace_first(&old, &new),
            _ => Transducer::table(&[(old.clone(), new.clone())]),
        };
        let function = store.machine(machine.clone());
        let found = store.preimage(function, language, &budget).unwrap();
        let what = format!("round {round}: {old:?} {new:?} {ast:?}");
        let mut value = |_: &mut RegexStore, word: &[u32]| machine.apply(word, &budget).unwrap().remove(0);
        check(&mut store, (found, language), &mut value, &what);
        let lower = store.machine(Transducer::shifts(&[((65, 90), 32)]));
        let twice = store.preimage(lower, found, &budget).unwrap();
        let mut value = |store: &mut RegexStore, word: &[u32]| {
            let _ = store;
            let lowered: Vec<u32> = word.iter().map(|c| if *c == 65 { 97 } else { *c }).collect();
            machine.apply(&lowered, &budget).unwrap().remove(0)
        };
        check(&mut store, (twice, language), &mut value, &what);
    }
}

/// A word with its matches replaced, by the functions that find them.
fn replaced(store: &mut RegexStore, pattern: Regex, new: &[u32], all: bool, word: &[u32]) -> Vec<u32> {
    let budget = Budget::unlimited();
    let some = store.repeat(Regex::ANY_CHAR, 1, None);
    let spans = if all {
        find_all_leftmost_shortest_nonempty(store, pattern, word, &budget).unwrap()
    } else {
        let pattern = store.inter(&[pattern, some]);
        Vec::from_iter(find_leftmost_shortest(store, pattern, word, 0, &budget).unwrap())
    };
    let (mut output, mut at) = (Vec::new(), 0);
    for (start, end) in spans {
        output.extend_from_slice(&word[at..start]);
        output.extend_from_slice(new);
        at = end;
    }
    output.extend_from_slice(&word[at..]);
    output
}

#[test]
fn preimages_of_matches() {
    let (mut random, budget) = (Random::new(72), Budget::unlimited());
    for round in 0..300 {
        let mut store = RegexStore::new();
        let sizes = [random.below(6), random.below(6)];
        let asts = sizes.map(|size| Ast::random(&mut random, size));
        let [pattern, language] = asts.each_ref().map(|ast| ast.build(&mut store));
        let (new, all) = (random_word(&mut random, 0, 2), random.chance(2, 3));
        let function = store.replace_matches(pattern, &new, all);
        let found = store.preimage(function, language, &budget).unwrap();
        let mut value = |store: &mut RegexStore, word: &[u32]| replaced(store, pattern, &new, all, word);
        check(&mut store, (found, language), &mut value, &format!("round {round}: {new:?} {all} {asts:?}"));
    }
}

/// Machines that guess: where the longest matches are replaced.
#[test]
fn preimages_of_machines_that_are_not_deterministic() {
    let (mut random, budget) = (Random::new(74), Budget::unlimited());
    let mut guessing = 0;
    for round in 0..300 {
        let mut store = RegexStore::new();
        let sizes = [random.below(6), random.below(6)];
        let asts = sizes.map(|size| Ast::random(&mut random, size));
        let [pattern, language] = asts.each_ref().map(|ast| ast.build(&mut store));
        let new = random_word(&mut random, 0, 2);
        let matches = Matches { all: random.chance(1, 2), longest: random.chance(3, 4) };
        let machine =
            Transducer::replace_pattern(&mut store, pattern, &new, matches, 1000, &budget).unwrap().unwrap();
        guessing += u32::from(!machine.is_deterministic());
        let function = store.machine(machine.clone());
        let found = store.preimage(function, language, &budget).unwrap();
        let mut value = |_: &mut RegexStore, word: &[u32]| machine.apply(word, &budget).unwrap().remove(0);
        let what = format!("round {round}: {new:?} {matches:?} {asts:?}");
        check(&mut store, (found, language), &mut value, &what);
        let outside = store.complement(language);
        let others = store.preimage(function, outside, &budget).unwrap();
        check(&mut store, (others, outside), &mut value, &what);
    }
    assert!(guessing > 50, "{guessing}");
}

#[test]
fn automata_are_expressions() {
    let (mut random, budget) = (Random::new(73), Budget::unlimited());
    for _ in 0..300 {
        let mut store = RegexStore::new();
        let size = random.below(8);
        let ast = Ast::random(&mut random, size);
        let language = ast.build(&mut store);
        let automaton = Nfa::from_regex(&mut store, language, 10_000, &budget).unwrap().unwrap();
        let followed = store.automaton(&automaton);
        assert_eq!(
            crate::equivalence::find_distinction(&mut store, followed, language, &budget),
            Ok(None),
            "{ast:?}"
        );
    }
}

/// Tags that are removed are still there, and the witness is found at once.
#[test]
fn what_is_removed_can_come_back() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let tag: Vec<u32> = "<script>".chars().map(u32::from).collect();
    let function = store.machine(Transducer::table(&[(tag.clone(), Vec::new())]));
    let word = store.word(&tag);
    let language = store.concat(&[Regex::ALL, word, Regex::ALL]);
    let found = store.preimage(function, language, &budget).unwrap();
    let witness = find_word(&mut store, found, Goal::Shortest, &budget).unwrap().unwrap();
    assert_eq!(witness.len(), 2 * tag.len());
    // A replacement that shares no character with the pattern leaves none.
    let function = store.machine(Transducer::table(&[(tag, vec![120])]));
    let found = store.preimage(function, language, &budget).unwrap();
    assert_eq!(find_word(&mut store, found, Goal::Shortest, &budget), Ok(None));
}
