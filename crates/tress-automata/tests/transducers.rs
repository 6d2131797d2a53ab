//! Operations on machines that write, against what they are defined by, word by word, on random machines.
//!
//! `TRESS_TRANSDUCERS` says how many machines each test looks at.

use std::collections::BTreeSet;

use tress_automata::nfa::Nfa;
use tress_automata::transducer::{Transducer, TransducerBuilder};
use tress_base::{Budget, Random};

#[path = "support/machines.rs"]
mod machines;

use machines::{outputs, random_automaton, random_finite_automaton, random_machine, rounds, words};

const CAP: usize = 20_000;

/// The seeds, with a source of random numbers for each and whether the machine should be deterministic.
fn seeds() -> impl Iterator<Item = (u64, Random, bool)> {
    (0..rounds()).map(|seed| {
        let mut random = Random::new(seed);
        let deterministic = random.chance(1, 2);
        (seed, random, deterministic)
    })
}

#[test]
fn a_machine_after_another_writes_what_it_writes_on_its_outputs() {
    let (budget, words) = (Budget::unlimited(), words(4));
    let mut refused = 0;
    for (seed, mut random, deterministic) in seeds() {
        let first = random_machine(&mut random, deterministic);
        let second = random_machine(&mut random, deterministic);
        let expected = |word: &[u32]| -> BTreeSet<Vec<u32>> {
            outputs(&first, word).iter().flat_map(|between| outputs(&second, between)).collect()
        };
        let Some(both) = first.then(&second, CAP, &budget).unwrap() else {
            assert!(expected(&[]).len() > 1, "seed {seed}: no machine");
            refused += 1;
            continue;
        };
        assert!(!deterministic || both.is_deterministic(), "seed {seed}");
        for word in &words {
            assert_eq!(outputs(&both, word), expected(word), "seed {seed} on {word:?}");
            let applied = both.apply(word, &budget).unwrap();
            assert_eq!(applied, Vec::from_iter(outputs(&both, word)), "seed {seed} on {word:?}");
        }
    }
    assert!(refused * 10 < rounds(), "{refused} of {} have no machine", rounds());
}

#[test]
fn outputs_that_multiply_are_refused() {
    let budget = Budget::unlimited();
    let twice = Transducer::table(&[(vec![97], vec![97, 97])]);
    let mut machine = Some(twice.clone());
    for _ in 0..40 {
        machine = machine.and_then(|machine| machine.then(&twice, 100, &budget).unwrap());
    }
    assert_eq!(machine, None);
    assert_eq!(twice.then(&twice, 0, &budget), Ok(None));
}

/// The same function with states twice and ranges cut.
fn scramble(machine: &Transducer, random: &mut Random) -> Transducer {
    let mut builder = TransducerBuilder::new();
    let count = machine.states();
    for state in 0..2 * count {
        builder.state();
        if let Some(last) = machine.last(state % count) {
            builder.accept(state, last);
        }
    }
    for state in 0..2 * count {
        for step in machine.steps(state % count) {
            let mut low = step.low;
            while low <= step.high {
                let high = step.high.min(low + random.below(3) as u32);
                let target = step.target + count * random.below(2) as u32;
                builder.step(state, (low, high), &step.output, target);
                low = high + 1;
            }
        }
    }
    builder.build(machine.initial() + count)
}

#[test]
fn small_machines_are_the_same_relation_and_depend_on_the_function_only() {
    let (budget, words) = (Budget::unlimited(), words(4));
    for (seed, mut random, deterministic) in seeds() {
        let machine = random_machine(&mut random, deterministic);
        let small = machine.minimize(&budget).unwrap();
        for word in &words {
            assert_eq!(outputs(&small, word), outputs(&machine, word), "seed {seed} on {word:?}");
        }
        assert!(small.states() <= machine.trim().states() + 1, "seed {seed}");
        if deterministic {
            assert!(small.is_deterministic(), "seed {seed}");
            assert_eq!(small.minimize(&budget).unwrap(), small, "seed {seed}");
            let other = scramble(&machine, &mut random);
            assert_eq!(other.minimize(&budget).unwrap(), small, "seed {seed}");
        }
    }
}

fn word(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

#[test]
fn a_chain_of_unescapes_is_small() {
    let budget = Budget::unlimited();
    let rows =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    let machines: Vec<Transducer> =
        rows.iter().map(|(old, new)| Transducer::table(&[(word(old), word(new))])).collect();
    let chain = Transducer::chain(&machines.iter().collect::<Vec<_>>(), CAP, &budget).unwrap().unwrap();
    // One state for every beginning of a pattern.
    assert_eq!(chain.states(), 20);
    for (input, output) in [("&amp;lt;&lt;&#39;&quot", "&lt;<'&quot"), ("&&amp;amp;", "&&amp;")] {
        assert_eq!(chain.apply(&word(input), &budget), Ok(vec![word(output)]));
    }
    // `&` is written last, so one after the other is the same as all at once.
    let rows: Vec<_> = rows.iter().map(|(old, new)| (word(old), word(new))).collect();
    assert_eq!(Transducer::table(&rows).minimize(&budget).unwrap(), chain);
}

#[test]
fn a_chain_of_many_letters_stays_one_state() {
    let budget = Budget::unlimited().with_steps(Some(10_000_000));
    let escape = |c: u32| Transducer::table(&[(vec![c], word(&format!("\\u{c:04x}")))]);
    // Every second character, so that no two of them are one range.
    let machines: Vec<Transducer> = (0..256).map(|at| escape(0x400 + 2 * at)).collect();
    let chain = Transducer::chain(&machines.iter().collect::<Vec<_>>(), 100, &budget).unwrap().unwrap();
    assert_eq!(chain.states(), 1);
    assert_eq!(chain.apply(&[0x4FE, 97, 0x401], &budget), Ok(vec![word("\\u04fea\u{401}")]));
}

#[test]
fn restricted_machines_read_words_of_the_language_only() {
    let (budget, words) = (Budget::unlimited(), words(4));
    for (seed, mut random, deterministic) in seeds() {
        let machine = random_machine(&mut random, deterministic);
        let language = random_automaton(&mut random);
        let before = machine.restrict_input(&language, CAP, &budget).unwrap().unwrap();
        for word in &words {
            let expected = outputs(&machine, word);
            assert_eq!(
                outputs(&before, word),
                if language.accepts(word) { expected } else { BTreeSet::new() },
                "seed {seed} on {word:?}"
            );
        }
    }
}

#[test]
fn inputs_go_back_from_outputs() {
    let (budget, words) = (Budget::unlimited(), words(4));
    for (seed, mut random, deterministic) in seeds() {
        let machine = random_machine(&mut random, deterministic);
        let language = random_automaton(&mut random);
        let preimage = machine.preimage(&language, CAP, &budget).unwrap().unwrap();
        let expected = |word: &[u32]| outputs(&machine, word).iter().any(|word| language.accepts(word));
        for word in &words {
            assert_eq!(preimage.accepts(word), expected(word), "seed {seed} on {word:?}");
        }
        let shortest = machine.find_input(&language, &budget).unwrap();
        assert_eq!(
            shortest.as_ref().map(Vec::len),
            preimage.shortest_word().map(|word| word.len()),
            "seed {seed}"
        );
        let Some(input) = shortest else { continue };
        assert!(expected(&input), "seed {seed}: {input:?}");
        let least = words.iter().find(|word| expected(word));
        assert!(least.is_none_or(|word| input.len() <= word.len()), "seed {seed}: {input:?}");
        let output = outputs(&machine, &input).into_iter().next().unwrap();
        let again = machine.find_input(&Nfa::word(&output), &budget).unwrap().unwrap();
        assert!(again.len() <= input.len() && outputs(&machine, &again).contains(&output), "seed {seed}");
    }
}

/// All words of an automaton without cycles.
fn all_words(nfa: &Nfa) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let mut ways: Vec<(u32, Vec<u32>)> = nfa.initial().iter().map(|state| (*state, Vec::new())).collect();
    while let Some((state, word)) = ways.pop() {
        for edge in nfa.edges(state) {
            ways.extend((edge.low..=edge.high).map(|c| (edge.target, [&word[..], &[c]].concat())));
        }
        if nfa.is_accepting(state) {
            found.insert(word);
        }
    }
    found
}

#[test]
fn outputs_come_from_inputs() {
    let (budget, words) = (Budget::unlimited(), words(3));
    for (seed, mut random, deterministic) in seeds() {
        let machine = random_machine(&mut random, deterministic);
        let language = random_finite_automaton(&mut random);
        let expected: BTreeSet<Vec<u32>> = words
            .iter()
            .filter(|word| language.accepts(word))
            .flat_map(|word| outputs(&machine, word))
            .collect();
        let image = machine.image(&language, CAP, &budget).unwrap().unwrap();
        assert_eq!(all_words(&image), expected, "seed {seed}");
        let language = random_automaton(&mut random);
        let image = machine.image(&language, CAP, &budget).unwrap().unwrap();
        for input in words.iter().filter(|word| language.accepts(word)) {
            assert!(outputs(&machine, input).iter().all(|word| image.accepts(word)), "seed {seed}");
        }
        let inside = machine.restrict_input(&language, CAP, &budget).unwrap().unwrap();
        for output in words.iter().filter(|word| image.accepts(word)) {
            let input = inside.find_input(&Nfa::word(output), &budget).unwrap();
            assert!(input.is_some_and(|input| outputs(&machine, &input).contains(output)), "seed {seed}");
        }
    }
}

#[test]
fn what_is_written_twice_from_a_large_range_is_refused() {
    use tress_automata::transducer::Piece;
    let mut builder = TransducerBuilder::new();
    let state = builder.state();
    builder.accept(state, &[]);
    builder.step(state, (0, 0x2FFFF), &[Piece::Read(0), Piece::Read(0)], state);
    let twice = builder.build(state);
    assert_eq!(twice.image(&Nfa::all(), 1000, &Budget::unlimited()), Ok(None));
}
