//! Random machines and automata, and what they are by definition.

use std::collections::BTreeSet;

use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::transducer::{Piece, Transducer, TransducerBuilder};
use tress_base::Random;

/// The characters of inputs; machines read and write some more.
const CHARACTERS: std::ops::RangeInclusive<u32> = 97..=99;

/// How many machines are looked at.
#[expect(clippy::disallowed_methods, reason = "only the number of tests depends on it")]
pub(crate) fn rounds() -> u64 {
    std::env::var("TRESS_TRANSDUCERS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

/// All words over the characters, up to a length.
pub(crate) fn words(most: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for at in from..to {
            for c in CHARACTERS {
                let mut word: Vec<u32> = all[at].clone();
                word.push(c);
                all.push(word);
            }
        }
        from = to;
    }
    all
}

fn random_pieces(random: &mut Random) -> Vec<Piece> {
    let length = *random.pick(&[0, 1, 1, 1, 2, 2, 3]);
    let piece = |random: &mut Random| match random.below(3) {
        0 => Piece::Char(96 + random.below(5) as u32),
        1 => Piece::Read(0),
        _ => Piece::Read(random.between(-2, 2) as i32),
    };
    (0..length).map(|_| piece(random)).collect()
}

/// A machine of up to four states; when it is `deterministic` no two edges of a state overlap.
pub(crate) fn random_machine(random: &mut Random, deterministic: bool) -> Transducer {
    let mut builder = TransducerBuilder::new();
    let states = 1 + random.below(4) as u32;
    for _ in 0..states {
        let state = builder.state();
        if random.chance(2, 3) {
            let word: Vec<u32> = (0..random.below(3)).map(|_| 97 + random.below(3) as u32).collect();
            builder.accept(state, &word);
        }
    }
    for state in 0..states {
        let mut next = 95;
        for _ in 0..random.below(4) {
            let low = if deterministic { next + random.below(3) as u32 } else { 95 + random.below(7) as u32 };
            let high = low + random.below(4) as u32;
            next = high + 1;
            builder.step(state, (low, high), &random_pieces(random), random.below(states as usize) as u32);
        }
    }
    builder.build(random.below(states as usize) as u32)
}

/// What a machine writes on a word, by following every way.
pub(crate) fn outputs(machine: &Transducer, word: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let mut ways = vec![(machine.initial(), 0, Vec::new())];
    while let Some((state, read, written)) = ways.pop() {
        let Some(&c) = word.get(read) else {
            found.extend(machine.last(state).map(|last| [&written[..], last].concat()));
            continue;
        };
        for step in machine.steps(state).iter().filter(|step| (step.low..=step.high).contains(&c)) {
            let more: Vec<u32> = step.output.iter().map(|piece| piece.on(c)).collect();
            ways.push((step.target, read + 1, [&written[..], &more].concat()));
        }
    }
    found
}

/// An automaton of up to four states, with edges over some more characters than the characters.
pub(crate) fn random_automaton(random: &mut Random) -> Nfa {
    let states = 1 + random.below(4) as u32;
    let mut builder = NfaBuilder::new();
    builder.reserve_states(states);
    for _ in 0..1 + random.below(2) {
        builder.set_initial(random.below(states as usize) as u32);
        builder.set_accepting(random.below(states as usize) as u32);
    }
    for _ in 0..1 + random.below(6) {
        let [from, target] = [random.below(states as usize) as u32, random.below(states as usize) as u32];
        let low = 95 + random.below(7) as u32;
        builder.add_edge(from, (low, low + random.below(4) as u32), target);
    }
    builder.build()
}

/// An automaton of words of at most three characters.
pub(crate) fn random_finite_automaton(random: &mut Random) -> Nfa {
    let mut builder = NfaBuilder::new();
    builder.set_initial(0);
    for state in 0..4 {
        if random.chance(1, 2) {
            builder.set_accepting(state);
        }
        for target in state + 1..4 {
            let low = 97 + random.below(3) as u32;
            builder.add_edge(state, (low, 99), target);
        }
    }
    builder.build()
}
