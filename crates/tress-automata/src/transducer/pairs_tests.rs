//! Two machines that read one word, compared with all short words.

use tress_base::{Budget, Random};

use super::*;
use crate::charset::MAX_CHAR;
use crate::matching::matches;
use crate::naive::Ast;
use crate::regex::{Regex, RegexStore};

/// Lags that a search looks at here.
const CAP: usize = 300;

fn random_word(random: &mut Random, characters: &[u32], least: usize, most: usize) -> Vec<u32> {
    let length = least + random.below(most - least + 1);
    (0..length).map(|_| *random.pick(characters)).collect()
}

/// The last `a` becomes `word`: the machine guesses which one is the last.
fn last_replaced(word: &[u32]) -> Transducer {
    let mut builder = TransducerBuilder::new();
    let [copying, after, never] = [builder.state(), builder.state(), builder.state()];
    let (a, pieces): (u32, Vec<Piece>) = (97, word.iter().map(|c| Piece::Char(*c)).collect());
    for state in [copying, after, never] {
        for range in [(0, a - 1), (a + 1, MAX_CHAR)] {
            builder.step(state, range, &[Piece::Read(0)], state);
        }
    }
    builder.step(copying, (a, a), &[Piece::Read(0)], copying);
    builder.step(copying, (a, a), &pieces, after);
    builder.accept(after, &[]);
    builder.build(copying)
}

fn random_machine(random: &mut Random, characters: &[u32]) -> Transducer {
    match random.below(6) {
        0 => {
            let shift = random.between(-1, 1) as i32;
            Transducer::shifts(&[((98, 99), shift)])
        }
        1 => last_replaced(&random_word(random, characters, 0, 2)),
        2 => {
            let (old, new) = (random_word(random, characters, 0, 2), random_word(random, characters, 0, 2));
            Transducer::replace_first(&old, &new)
        }
        _ => {
            let row = |random: &mut Random| {
                (random_word(random, characters, 1, 2), random_word(random, characters, 0, 2))
            };
            let rows: Vec<_> = (0..1 + random.below(3)).map(|_| row(random)).collect();
            Transducer::table(&rows)
        }
    }
}

/// All words up to a length.
fn words(characters: &[u32], longest: usize) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = words.len();
        for index in begin..end {
            for c in characters {
                words.push([words[index].as_slice(), &[*c]].concat());
            }
        }
        begin = end;
    }
    words
}

#[test]
fn agreements_and_differences_are_those_of_all_short_words() {
    let budget = Budget::unlimited();
    let mut random = Random::new(31);
    // The last one is in no pattern.
    let characters = [97, 98, 99, 122];
    let all = words(&characters, 4);
    let (mut found, mut never, mut proofs, mut same) = (0, 0, 0, 0);
    for round in 0..600 {
        let machines = [0, 1].map(|_| random_machine(&mut random, &characters[..3]));
        let mut store = RegexStore::new();
        let language =
            if random.chance(1, 3) { Regex::ALL } else { Ast::random(&mut random, 6).build(&mut store) };
        let joint = Joint::new([&machines[0], &machines[1]], &mut store, language, &budget);
        let joint = joint.unwrap().expect("it is small");
        let outputs = |word: &[u32]| machines.each_ref().map(|machine| machine.apply(word, &budget).unwrap());
        let mut shared: Vec<(&Vec<u32>, bool)> = Vec::new();
        for word in &all {
            let [one, other] = outputs(word);
            if matches(&mut store, language, word, &budget).unwrap() && !one.is_empty() && !other.is_empty() {
                shared.push((word, one == other));
            }
        }
        let agreeing = shared.iter().find(|(_, same)| *same);
        let differing = shared.iter().find(|(_, same)| !*same);
        let mut check = |word: &[u32], agree: bool| {
            let [one, other] = outputs(word);
            assert!(matches(&mut store, language, word, &budget).unwrap(), "round {round}: {word:?}");
            assert!(!one.is_empty() && (one == other) == agree, "round {round}: {word:?}");
        };
        for (joint, reverse) in [(&joint, false), (&joint.reversed(), true)] {
            match joint.agree(CAP, &budget).unwrap() {
                Agreement::Word(mut word) => {
                    if reverse {
                        word.reverse();
                    }
                    check(&word, true);
                    assert!(agreeing.is_none_or(|known| word.len() <= known.0.len()), "round {round}");
                    found += 1;
                }
                Agreement::Never => {
                    assert_eq!(agreeing, None, "round {round}");
                    never += 1;
                }
                Agreement::Open => {}
            }
            if joint.invariant(&budget).unwrap().is_some() {
                assert_eq!(agreeing, None, "round {round}");
                proofs += 1;
            }
        }
        match joint.differ(&budget).unwrap() {
            Some(word) => check(&word, false),
            None => {
                assert_eq!(differing, None, "round {round}");
                same += 1;
            }
        }
    }
    assert!(found > 300 && never > 50 && proofs > 50 && same > 20, "{found} {never} {proofs} {same}");
}

/// Two tables that cut one word into pieces in two ways, with as many pieces: the word of their
/// numbers is a solution.
fn solvable(random: &mut Random) -> [Vec<Vec<u32>>; 2] {
    let count = 2 + random.below(4);
    let word = random_word(random, &[48, 49], count, 4 * count);
    let mut cut = || {
        let mut cuts: Vec<usize> = (1..count).map(|_| random.below(word.len() + 1)).collect();
        cuts.extend([0, word.len()]);
        cuts.sort_unstable();
        cuts.windows(2).map(|pair| word[pair[0]..pair[1]].to_vec()).collect()
    };
    [cut(), cut()]
}

/// Pairs of words as machines on words that are not empty.
fn system(sides: &[Vec<Vec<u32>>; 2], budget: &Budget) -> Joint {
    let machines = sides.each_ref().map(|side| {
        let rows: Vec<_> = side.iter().zip(97..).map(|(new, c)| (vec![c], new.clone())).collect();
        Transducer::table(&rows)
    });
    let mut store = RegexStore::new();
    let tiles = store.range(97, 96 + sides[0].len() as u32);
    let language = store.plus(tiles);
    Joint::new([&machines[0], &machines[1]], &mut store, language, budget).unwrap().expect("it is small")
}

#[test]
fn no_solvable_system_is_refuted() {
    let budget = Budget::unlimited();
    let mut random = Random::new(7);
    for round in 0..400 {
        let sides = solvable(&mut random);
        let joint = system(&sides, &budget);
        for joint in [&joint, &joint.reversed()] {
            assert!(joint.invariant(&budget).unwrap().is_none(), "round {round}: {sides:?}");
            assert_ne!(joint.agree(CAP, &budget), Ok(Agreement::Never), "round {round}: {sides:?}");
        }
    }
}

/// Three pairs of words that begin alike.
fn random_system(random: &mut Random) -> [Vec<Vec<u32>>; 2] {
    let mut pairs = [vec![vec![49; 3]], vec![vec![49; 4]]];
    for side in &mut pairs {
        side.extend((0..2).map(|_| random_word(random, &[48, 49], 1, 4)));
    }
    pairs
}

/// Lags grow without end, so only an invariant can decide.
#[test]
fn invariants_refute_what_no_search_ends() {
    let budget = Budget::unlimited();
    let mut random = Random::new(17);
    let short = words(&[97, 98, 99], 6);
    let mut proven = 0;
    for _ in 0..150 {
        let sides = random_system(&mut random);
        let joint = system(&sides, &budget);
        let reversed = joint.reversed();
        let open = [&joint, &reversed].map(|joint| joint.agree(CAP, &budget) == Ok(Agreement::Open));
        let proofs = [&joint, &reversed].map(|joint| joint.invariant(&budget).unwrap().is_some());
        if proofs != [false, false] {
            proven += usize::from(open == [true, true]);
            let value = |side: usize, word: &[u32]| -> Vec<u32> {
                word.iter().flat_map(|c| sides[side][*c as usize - 97].clone()).collect()
            };
            let agreeing = short.iter().skip(1).find(|word| value(0, word) == value(1, word));
            assert_eq!(agreeing, None, "{sides:?}");
        }
    }
    assert!(proven > 10, "{proven}");
}

/// A proof about one system proves nothing of another.
#[test]
fn the_check_of_an_invariant_does_not_trust_it() {
    let budget = Budget::unlimited();
    let mut random = Random::new(3);
    let mut refused = 0;
    for digits in [[48, 49], [49, 48]] {
        let sides = digits.map(|digit| vec![vec![digit]; 3]);
        let invariant = system(&sides, &budget).invariant(&budget).unwrap();
        let invariant = invariant.expect("it is refuted");
        for _ in 0..300 {
            let other = system(&solvable(&mut random), &budget);
            if other.len() == 2 {
                assert_eq!(invariant.holds(&other, &budget), Ok(false));
                refused += 1;
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn letters_one_by_one_are_letters_at_once() {
    let budget = Budget::unlimited();
    let lower = Transducer::shifts(&[((65, 90), 32)]);
    let rows: Vec<_> = (65..=90).map(|c| (vec![c], vec![c + 32])).collect();
    let (whole, part) = (Transducer::table(&rows), Transducer::table(&rows[1..]));
    let mut store = RegexStore::new();
    let joint = Joint::new([&lower, &whole], &mut store, Regex::ALL, &budget).unwrap().expect("it is small");
    assert_eq!(joint.differ(&budget), Ok(None));
    let joint = Joint::new([&lower, &part], &mut store, Regex::ALL, &budget).unwrap().expect("it is small");
    assert_eq!(joint.differ(&budget), Ok(Some(vec![65])));
}
