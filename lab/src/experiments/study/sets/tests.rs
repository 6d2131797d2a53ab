//! Every representation against plain lists of characters, and the test vectors of chapter 3 that speak of sets.

use tress_base::Random;

use super::bdd::{ALL, BddNode, NONE};
use super::*;
use crate::experiments::study::alphabet::{Alphabet, Classes};
use crate::experiments::study::pattern::{Node, Pattern};

/// Runs a generic check with every representation over an alphabet.
macro_rules! for_every_algebra {
    ($alphabet:expr, $check:ident $(, $argument:expr)*) => {{
        let alphabet = $alphabet;
        $check("sorted", &mut Sorted::by_rank(alphabet) $(, $argument)*);
        $check("sweep", &mut Sorted::by_sweep(alphabet) $(, $argument)*);
        $check("ranges", &mut RangeSets::new(alphabet) $(, $argument)*);
        $check("chars", &mut CharSets::new(alphabet) $(, $argument)*);
        $check("bdd", &mut Bdds::new(alphabet) $(, $argument)*);
        $check("predicate of ranges", &mut Predicates::new(alphabet, Form::Ranges) $(, $argument)*);
        $check("predicate of choices", &mut Predicates::new(alphabet, Form::Choices) $(, $argument)*);
    }};
}

/// Members of a set of characters `0..=127`, one by one.
type Truth = Vec<bool>;

fn truth(set: &CharSet) -> Truth {
    (0..128).map(|c| set.contains(c)).collect()
}

fn members<A: Algebra>(algebra: &A, set: &A::Set) -> Truth {
    (0..128).map(|c| algebra.contains(set, c)).collect()
}

/// Ranges anywhere, some of them behind the end of the alphabet.
fn random_set(random: &mut Random) -> CharSet {
    let count = random.below(5);
    CharSet::from_ranges((0..count).map(|_| {
        let low = random.below(140) as u32;
        (low, low + random.below(30) as u32)
    }))
}

fn operations_agree<A: Algebra>(name: &str, algebra: &mut A, seed: u64) {
    let budget = Budget::unlimited();
    let mut random = Random::new(seed);
    for _ in 0..60 {
        let (left, right) = (random_set(&mut random), random_set(&mut random));
        let (a, b) = (algebra.of(&left), algebra.of(&right));
        let (x, y) = (truth(&left), truth(&right));
        assert_eq!(members(algebra, &a), x, "{name}: {left:?}");
        let by = |rule: fn(bool, bool) -> bool| -> Truth { (0..128).map(|c| rule(x[c], y[c])).collect() };
        let expected = [by(|x, y| x || y), by(|x, y| x && y), by(|x, _| !x)];
        let results = [algebra.union(&a, &b), algebra.intersection(&a, &b), algebra.complement(&a)];
        for (result, expected) in results.iter().zip(&expected) {
            assert_eq!(&members(algebra, result), expected, "{name}: {left:?} {right:?}");
            let is_empty = !expected.contains(&true);
            assert_eq!(algebra.is_empty(result, &budget), Ok(is_empty), "{name}: {left:?} {right:?}");
            let member = algebra.member(result, &budget).expect("there is no limit");
            assert_eq!(member.map(|c| expected[c as usize]), (!is_empty).then_some(true), "{name}");
            for other in &results {
                let equal = members(algebra, other) == *expected;
                assert!(equal || !algebra.same(result, other), "{name}: different sets are the same");
            }
        }
        assert!(algebra.same(&a, &a.clone()));
    }
}

#[test]
fn operations_are_those_of_plain_lists() {
    for seed in 1..=3 {
        for_every_algebra!(Alphabet::ASCII, operations_agree, seed);
    }
}

fn nothing_is_outside<A: Algebra>(name: &str, algebra: &mut A) {
    let behind = algebra.of(&CharSet::range(200, 300));
    assert_eq!(algebra.is_empty(&behind, &Budget::unlimited()), Ok(true), "{name}");
    let all = algebra.complement(&behind);
    assert!(algebra.contains(&all, 127) && !algebra.contains(&all, 128), "{name}");
}

#[test]
fn the_alphabet_ends() {
    for_every_algebra!(Alphabet::ASCII, nothing_is_outside);
}

/// Minterms as a list of the places of sets and the members, in order.
fn cells<A: Algebra>(algebra: &mut A, sets: &[CharSet]) -> Vec<(Vec<usize>, Truth)> {
    let sets: Vec<A::Set> = sets.iter().map(|set| algebra.of(set)).collect();
    let found = algebra.minterms(&sets, &Budget::unlimited()).expect("there is no limit");
    let mut cells: Vec<(Vec<usize>, Truth)> =
        found.iter().map(|(inside, cell)| (inside.clone(), members(algebra, cell))).collect();
    cells.sort();
    cells
}

/// Characters put together by the sets that hold them.
fn plain_cells(sets: &[CharSet]) -> Vec<(Vec<usize>, Truth)> {
    let mut cells: std::collections::BTreeMap<Vec<usize>, Truth> = Default::default();
    for c in 0..128_u32 {
        let inside = (0..sets.len()).filter(|&place| sets[place].contains(c)).collect();
        cells.entry(inside).or_insert_with(|| vec![false; 128])[c as usize] = true;
    }
    cells.into_iter().collect()
}

fn minterms_agree<A: Algebra>(name: &str, algebra: &mut A, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..25 {
        let sets: Vec<CharSet> = (0..random.below(6)).map(|_| random_set(&mut random)).collect();
        assert_eq!(cells(algebra, &sets), plain_cells(&sets), "{name}: {sets:?}");
    }
}

#[test]
fn minterms_part_the_alphabet_by_memberships() {
    for seed in 1..=3 {
        for_every_algebra!(Alphabet::ASCII, minterms_agree, seed);
    }
}

fn regions_of_two_sets<A: Algebra>(name: &str, algebra: &mut A) {
    let sets = [CharSet::range(10, 30), CharSet::range(20, 40)];
    let found = cells(algebra, &sets);
    let sizes: Vec<(Vec<usize>, usize)> =
        found.into_iter().map(|(inside, cell)| (inside, cell.iter().filter(|held| **held).count())).collect();
    let expected = [(vec![], 97), (vec![0], 10), (vec![0, 1], 11), (vec![1], 10)];
    assert_eq!(sizes, expected, "{name}");
    assert_eq!(cells(algebra, &[]).len(), 1, "{name}: no set cuts nothing");
}

/// TV-24: two sets that overlap have four regions, and those part the alphabet.
#[test]
fn tv24_two_sets_have_four_regions() {
    for_every_algebra!(Alphabet::ASCII, regions_of_two_sets);
}

/// TV-20: the diagram of the sum of three bits modulo two, highest bit first.
#[test]
fn tv20_the_diagram_of_three_bits() {
    let mut bdds = Bdds::new(Alphabet { bits: 3 });
    let odd = CharSet::from_chars((0..8_u32).filter(|c| c.count_ones() % 2 == 1));
    let root = bdds.of(&odd);
    let values: Vec<u32> = (0..8).map(|c| u32::from(bdds.contains(&root, c))).collect();
    assert_eq!(values, [0, 1, 1, 0, 1, 0, 0, 1]);
    assert_eq!(bdds.size(root), 5, "one node for the first bit, two for each other");
    // f(0, 1, 0) goes left at the first bit, right at the second and left at the third.
    let second = bdds.node(bdds.node(root).zero);
    let third = bdds.node(second.one);
    assert_eq!((bdds.node(root).ordinal, second.ordinal, third.ordinal), (0, 1, 2));
    assert_eq!((third.zero, third.one), (ALL, NONE));
    assert_eq!(bdds.make(BddNode { ordinal: 2, zero: ALL, one: NONE }), second.one, "nodes are shared");
}

/// The set of a pattern that is one class.
fn class(text: &str) -> CharSet {
    let pattern = Pattern::read(text, &Classes::new()).expect("a class");
    let [Node::Set(set)] = &pattern.nodes[..] else { panic!("{text} is one class") };
    set.clone()
}

fn class_without_class<A: Algebra>(name: &str, algebra: &mut A) {
    let [word, digit] = [class(r"\w"), class(r"\d")].map(|set| algebra.of(&set));
    let few = algebra.of(&class("[a-d]"));
    let outside = algebra.union(&digit, &few);
    let outside = algebra.complement(&outside);
    let left = algebra.intersection(&word, &outside);
    assert_eq!(members(algebra, &left), truth(&class(r"[\w-[\da-d]]")), "{name}");
    let expected: Truth =
        (0..128_u8).map(|c| c.is_ascii_uppercase() || (b'e'..=b'z').contains(&c) || c == b'_').collect();
    assert_eq!(members(algebra, &left), expected, "{name}");
}

/// TV-21: word characters without digits and without a to d.
#[test]
fn tv21_a_class_without_another() {
    for_every_algebra!(Alphabet::ASCII, class_without_class);
}

fn impossible_class<A: Algebra>(name: &str, algebra: &mut A) {
    let [other, digit] = [class(r"\W"), class(r"\d")].map(|set| algebra.of(&set));
    let none = algebra.intersection(&other, &digit);
    assert_eq!(algebra.is_empty(&none, &Budget::unlimited()), Ok(true), "{name}");
}

/// TV-22: no character is outside of words and yet a digit.
#[test]
fn tv22_a_class_of_nothing() {
    assert!(class(r"[\W-[\D]]").is_empty());
    for_every_algebra!(Alphabet::ASCII, impossible_class);
    for_every_algebra!(Alphabet::UTF16, impossible_class);
}

/// TV-23: the word characters of seven bits.
#[test]
fn tv23_word_characters_of_seven_bits() {
    let found: String =
        (0..128_u8).filter(|&c| class(r"\w").contains(u32::from(c))).map(char::from).collect();
    assert_eq!(found, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
    assert_eq!(class(r"[A-Za-z0-9_]"), class(r"\w").intersection(&Alphabet::ASCII.all()));
}

fn many_ranges<A: Algebra>(name: &str, algebra: &mut A) {
    let word = class(r"\w");
    let set = algebra.of(&word);
    for c in (0..0x1_0000).step_by(101) {
        assert_eq!(algebra.contains(&set, c), word.contains(c), "{name}: {c:x}");
    }
    let other = algebra.complement(&set);
    let none = algebra.intersection(&set, &other);
    assert_eq!(algebra.is_empty(&none, &Budget::unlimited()), Ok(true), "{name}");
}

#[test]
fn a_large_class_of_sixteen_bits() {
    let word = class(r"\w").intersection(&Alphabet::UTF16.all());
    assert!(word.len() > 47_000 && word.ranges().len() > 100, "Unicode has grown since");
    for_every_algebra!(Alphabet::UTF16, many_ranges);
}

/// Work that is too much ends.
#[test]
fn minterms_end_with_the_budget() {
    let sets: Vec<CharSet> = (0..20).map(|c| CharSet::range(c, 127)).collect();
    let mut bdds = Bdds::new(Alphabet::ASCII);
    let sets: Vec<u32> = sets.iter().map(|set| bdds.of(set)).collect();
    let budget = Budget::unlimited().with_steps(Some(10_000));
    assert_eq!(bdds.minterms(&sets, &budget), Err(Stop::Steps), "there are 2^20 combinations");
}
