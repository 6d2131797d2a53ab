//! The lemmas of appendix A of Hooimeijer (2012), each as a property of random automata.
//!
//! A test is named after its lemma and the step that rests on it. There, all of them are about
//! `concat_intersect`: `M4` is the concatenation of `M1` and `M2`, `M5` the product of `M4` and `M3`. Here
//! the two halves of `M5` are a [`Walk`] each, and its bridges are the ends of the first. The converse of the
//! product lemma is an axiom there, and that all solutions are found is not stated at all.

use tress_base::{Budget, Random};

use super::concat_intersect;
use super::walk::{Ending, Walk, through};
use tress_automata::nfa::{Nfa, NfaBuilder};

const ROUNDS: usize = 400;
/// Words up to this length are tried.
const LONGEST: usize = 4;

/// A random automaton over `a`, `b` and `c`.
fn random_nfa(random: &mut Random) -> Nfa {
    let states = 1 + random.below(4) as u32;
    let mut builder = NfaBuilder::new();
    builder.reserve_states(states);
    builder.set_initial(0);
    if random.chance(1, 4) {
        builder.set_initial(random.below(states as usize) as u32);
    }
    for _ in 0..1 + random.below(2) {
        builder.set_accepting(random.below(states as usize) as u32);
    }
    for _ in 0..random.below(3 * states as usize + 1) {
        let [from, to] = [0; 2].map(|_| random.below(states as usize) as u32);
        let low = 97 + random.below(3) as u32;
        builder.add_edge(from, (low, (low + random.below(2) as u32).min(99)), to);
    }
    builder.build().trim()
}

/// A right side: deterministic, minimal, and not empty.
fn random_machine(random: &mut Random) -> Nfa {
    loop {
        let machine = random_nfa(random).minimize(usize::MAX, &Budget::unlimited()).unwrap().unwrap();
        if machine.states() > 0 {
            return machine;
        }
    }
}

/// All words over the alphabet, shortest first.
fn words() -> Vec<Vec<u32>> {
    tress_automata::naive::words(LONGEST).iter().map(|word| tress_automata::naive::spell(word)).collect()
}

/// The states that a word leads to.
fn reached(nfa: &Nfa, from: &[u32], word: &[u32]) -> Vec<u32> {
    word.iter().fold(from.to_vec(), |states, &c| nfa.step(&states, c))
}

/// Where a word leads from all states of a set at once. Returns `None` if it leads out of the machine from
/// one of them.
fn reached_by_all(machine: &Nfa, from: &[u32], word: &[u32]) -> Option<Vec<u32>> {
    let mut ends = Vec::new();
    for &state in from {
        ends.push(*reached(machine, &[state], word).first()?);
    }
    ends.sort_unstable();
    ends.dedup();
    Some(ends)
}

/// Some states of a machine, often one.
fn random_set(machine: &Nfa, random: &mut Random) -> Vec<u32> {
    let count = *random.pick(&[1, 1, 2, 3]);
    let mut set: Vec<u32> = (0..count).map(|_| random.below(machine.states() as usize) as u32).collect();
    set.sort_unstable();
    set.dedup();
    set
}

fn for_random(seed: u64, mut test: impl FnMut(&mut Random)) {
    let mut random = Random::new(seed);
    (0..ROUNDS).for_each(|_| test(&mut random));
}

/// Every way to cut a word in two.
fn cuts(word: &[u32]) -> impl Iterator<Item = (&[u32], &[u32])> {
    (0..=word.len()).map(|index| word.split_at(index))
}

#[test]
fn reachability_composes_over_concatenation_used_by_before() {
    for_random(1, |random| {
        let (machine, from) = (random_machine(random), [0]);
        for word in words() {
            for (first, second) in cuts(&word) {
                let middle = reached(&machine, &from, first);
                assert_eq!(reached(&machine, &middle, second), reached(&machine, &from, &word));
            }
        }
    });
}

#[test]
fn m4_concat_works_used_by_behind() {
    for_random(2, |random| {
        let (m1, m2) = (random_nfa(random), random_nfa(random));
        let m4 = m1.concat(&m2);
        for word in words() {
            if cuts(&word).any(|(first, second)| m1.accepts(first) && m2.accepts(second)) {
                assert!(m4.accepts(&word), "{m1}\n{m2}\n{word:?}");
            }
        }
    });
}

#[test]
fn m4_concat_is_sound_used_by_behind() {
    for_random(3, |random| {
        let (m1, m2) = (random_nfa(random), random_nfa(random));
        let m4 = m1.concat(&m2);
        for word in words().iter().filter(|word| m4.accepts(word)) {
            assert!(cuts(word).any(|(first, second)| m1.accepts(first) && m2.accepts(second)), "{word:?}");
        }
    });
}

#[test]
fn m4_never_moves_back_used_by_behind() {
    for_random(4, |random| {
        let (m1, m2) = (random_nfa(random), random_nfa(random));
        let m4 = m1.concat(&m2);
        for state in m1.states()..m4.states() {
            assert!(m4.edges(state).iter().all(|edge| edge.target >= m1.states()));
        }
    });
}

/// Paths of the product are paths of both sides.
#[test]
fn m5_equiv2_used_by_walk() {
    for_random(5, |random| {
        let (language, machine) = (random_nfa(random), random_machine(random));
        let from = random_set(&machine, random);
        let walk = Walk::new(&language, &machine, &from, &Budget::unlimited()).unwrap();
        for word in words() {
            let states = reached(&language, language.initial(), &word);
            let set = reached_by_all(&machine, &from, &word);
            for node in reached(&walk.shape, walk.shape.initial(), &word) {
                let (state, number) = walk.nodes[node as usize];
                assert!(states.contains(&state), "{word:?}");
                assert_eq!(Some(walk.sets[number as usize].to_vec()), set, "{word:?}");
            }
        }
    });
}

/// Paths of both sides are a path of the product.
#[test]
fn m5_equiv_used_by_walk() {
    for_random(6, |random| {
        let (language, machine) = (random_nfa(random), random_machine(random));
        let from = random_set(&machine, random);
        let walk = Walk::new(&language, &machine, &from, &Budget::unlimited()).unwrap();
        for word in words() {
            let Some(set) = reached_by_all(&machine, &from, &word) else { continue };
            let nodes = reached(&walk.shape, walk.shape.initial(), &word);
            for state in reached(&language, language.initial(), &word) {
                let is_pair = |&node: &u32| {
                    let (other, number) = walk.nodes[node as usize];
                    other == state && walk.sets[number as usize][..] == set
                };
                assert!(nodes.iter().any(is_pair), "{word:?}");
            }
        }
    });
}

#[test]
fn m5_intersectworks_used_by_both() {
    for_random(7, |random| {
        let (m3, m4) = (random_nfa(random), random_nfa(random));
        let m5 = super::links::both(&m3, &m4, &Budget::unlimited()).unwrap();
        for word in words() {
            assert_eq!(m5.accepts(&word), m3.accepts(&word) && m4.accepts(&word), "{word:?}");
        }
    });
}

/// What leads to a bridge is in `c1`.
#[test]
fn satisfying_left_used_by_words_to() {
    for_random(8, |random| {
        let (m1, m3) = (random_nfa(random), random_machine(random));
        let walk = Walk::new(&m1, &m3, m3.initial(), &Budget::unlimited()).unwrap();
        for (set, nodes) in walk.ends() {
            let left = walk.words_to(&nodes);
            for word in words() {
                let leads = reached_by_all(&m3, m3.initial(), &word).is_some_and(|end| end[..] == *set);
                assert_eq!(left.accepts(&word), m1.accepts(&word) && leads, "{word:?}");
            }
        }
    });
}

/// What leads from a bridge to the end is in `c2`.
#[test]
fn satisfying_right_used_by_words_before() {
    for_random(9, |random| {
        let (m2, m3) = (random_nfa(random), random_machine(random));
        let from = random_set(&m3, random);
        let budget = Budget::unlimited();
        let mut nothing = Ending::new(&m3, &Nfa::word(&[]));
        let walk = Walk::new(&m2, &m3, &from, &budget).unwrap();
        let right = walk.words_before(&mut nothing, &budget).unwrap();
        for word in words() {
            let ends = reached_by_all(&m3, &from, &word);
            let is_accepted = ends.is_some_and(|ends| ends.iter().all(|&state| m3.is_accepting(state)));
            assert_eq!(right.accepts(&word), m2.accepts(&word) && is_accepted, "{word:?}");
        }
    });
}

/// The languages of a pair are regular, not empty, and there are no more pairs than states.
#[test]
fn regular_used_by_concat_intersect() {
    for_random(10, |random| {
        let [c1, c2] = [0; 2].map(|_| random_nfa(random));
        let c3 = random_machine(random);
        let pairs = concat_intersect(&c1, &c2, &c3, &Budget::unlimited()).unwrap();
        assert!(pairs.len() <= c3.states() as usize);
        assert!(pairs.iter().all(|(left, right)| !left.is_empty() && !right.is_empty()));
    });
}

#[test]
fn satisfying_used_by_concat_intersect() {
    let budget = Budget::unlimited();
    for_random(11, |random| {
        let [c1, c2, c3] = [0; 3].map(|_| random_nfa(random));
        let included = |small: &Nfa, large: &Nfa| {
            tress_automata::nfa::find_difference(small, large, &budget).unwrap().is_none()
        };
        for (left, right) in concat_intersect(&c1, &c2, &c3, &budget).unwrap() {
            assert!(included(&left, &c1) && included(&right, &c2));
            assert!(included(&left.concat(&right), &c3), "{left}\n{right}\n{c3}");
        }
    });
}

/// Every word of `(c1∘c2) ∩ c3` is in some pair, wherever it is cut.
#[test]
fn all_solutions_used_by_concat_intersect() {
    for_random(12, |random| {
        let [c1, c2, c3] = [0; 3].map(|_| random_nfa(random));
        let pairs = concat_intersect(&c1, &c2, &c3, &Budget::unlimited()).unwrap();
        for word in words().iter().filter(|word| c3.accepts(word)) {
            for (first, second) in cuts(word).filter(|cut| c1.accepts(cut.0) && c2.accepts(cut.1)) {
                let holds = |pair: &(Nfa, Nfa)| pair.0.accepts(first) && pair.1.accepts(second);
                assert!(pairs.iter().any(holds), "{first:?} {second:?}");
            }
        }
    });
}

/// A constant leads to all states to which one of its words leads, and nowhere when one leads out.
#[test]
fn universal_quotients_used_by_through_and_ending() {
    let budget = Budget::unlimited();
    for_random(13, |random| {
        let (language, machine) = (random_nfa(random), random_machine(random));
        let from = random_set(&machine, random);
        let ends = through(&machine, &from, &language, &budget).unwrap();
        let mut ending = Ending::new(&machine, &language);
        let follows = ending.follows_all(&from, &budget).unwrap();
        for word in words().iter().filter(|word| language.accepts(word)) {
            let set = reached_by_all(&machine, &from, word);
            let is_accepted =
                set.as_ref().is_some_and(|set| set.iter().all(|&state| machine.is_accepting(state)));
            assert!(!follows || is_accepted, "{word:?}");
            if let Some(ends) = &ends {
                assert!(set.is_some_and(|set| set.iter().all(|state| ends.contains(state))), "{word:?}");
            }
        }
        let starts = |state: u32| machine.segment(&[state], &machine.accepting().collect::<Vec<u32>>());
        let is_included = |state: u32| {
            tress_automata::nfa::find_difference(&language, &starts(state), &budget).unwrap().is_none()
        };
        assert_eq!(follows, from.iter().all(|&state| is_included(state)));
    });
}
