//! Unit tests of the constructors: each rule where it applies and where it does not.

use super::{Regex, RegexStore};

fn characters(store: &mut RegexStore) -> (Regex, Regex) {
    (store.range(97, 97), store.range(98, 98))
}

#[test]
fn units_and_zeros() {
    let mut store = RegexStore::new();
    let (a, b) = characters(&mut store);
    assert_eq!(store.concat(&[a, Regex::NONE, b]), Regex::NONE);
    assert_eq!(store.concat(&[Regex::EPSILON, a]), a);
    assert_eq!(store.concat(&[]), Regex::EPSILON);
    assert_eq!(store.union(&[]), Regex::NONE);
    assert_eq!(store.inter(&[]), Regex::ALL);
    assert_eq!(store.union(&[a, Regex::ALL]), Regex::ALL);
    assert_eq!(store.inter(&[a, Regex::ALL]), a);
    assert_eq!(store.range(5, 4), Regex::NONE);
}

#[test]
fn union_and_intersection_ignore_order_and_grouping() {
    let mut store = RegexStore::new();
    let parts: Vec<Regex> = (0..5_u32).map(|i| store.word(&[i, i + 1, i])).collect();
    let pair = store.union(&[parts[3], parts[1]]);
    let one = store.union(&[pair, parts[0], parts[1], parts[2]]);
    let other = store.union(&[parts[0], parts[2], parts[3], parts[1]]);
    assert_eq!(one, other);
    let not: Vec<Regex> = parts.iter().map(|&part| store.complement(part)).collect();
    let pair = store.inter(&[not[1], not[0]]);
    let one = store.inter(&[not[2], pair]);
    assert_eq!(one, store.inter(&[not[0], not[1], not[2]]));
}

#[test]
fn counters_over_one_body_merge() {
    let mut store = RegexStore::new();
    let (a, b) = characters(&mut store);
    let word = store.word(&[97, 97, 97]);
    assert_eq!(word, store.repeat(a, 3, Some(3)));
    let star = store.star(a);
    assert_eq!(store.concat(&[a, star]), store.plus(a));
    let low = store.repeat(a, 1, Some(4));
    let high = store.repeat(a, 5, Some(9));
    assert_eq!(store.union(&[low, high]), store.repeat(a, 1, Some(9)));
    let far = store.repeat(a, 6, Some(9));
    assert_ne!(store.union(&[low, far]), store.repeat(a, 1, Some(9)));
    let low_b = store.concat(&[low, b]);
    let high_b = store.concat(&[high, b]);
    let all = store.repeat(a, 1, Some(9));
    let expected = store.concat(&[all, b]);
    assert_eq!(store.union(&[low_b, high_b]), expected);
}

#[test]
fn nested_counters_merge_only_without_gaps() {
    let mut store = RegexStore::new();
    let (a, _) = characters(&mut store);
    let mut r = a;
    for _ in 0..3 {
        r = store.repeat(r, 1, Some(100));
    }
    assert_eq!(r, store.repeat(a, 1, Some(1_000_000)));
    let pairs = store.repeat(a, 2, Some(2));
    let even = store.star(pairs);
    assert_ne!(even, store.star(a));
    let two_or_three = store.repeat(a, 2, Some(3));
    assert_eq!(store.repeat(two_or_three, 1, None), store.repeat(a, 2, None));
    let three_or_four = store.repeat(a, 3, Some(4));
    assert_ne!(store.repeat(three_or_four, 1, None), store.repeat(a, 3, None));
    assert_eq!(store.repeat(a, 3, Some(2)), Regex::NONE);
    assert_eq!(store.repeat(a, 0, Some(0)), Regex::EPSILON);
}

#[test]
fn huge_counters_do_not_overflow() {
    let mut store = RegexStore::new();
    let (a, b) = characters(&mut store);
    let mut r = store.concat(&[a, b]);
    for _ in 0..5 {
        r = store.repeat(r, u64::MAX / 2, Some(u64::MAX - 1));
        r = store.concat(&[r, b]);
    }
    assert!(store.min_length(r) >= u64::MAX / 2);
    assert_eq!(store.max_length(r), None);
}

#[test]
fn lengths_decide_intersections() {
    let mut store = RegexStore::new();
    let short = store.repeat(Regex::ANY_CHAR, 0, Some(3));
    let word = store.word(&[1, 2, 3, 4]);
    assert_eq!(store.inter(&[short, word]), Regex::NONE);
    let word = store.word(&[1, 2, 3]);
    assert_eq!(store.inter(&[short, word]), word);
    assert_eq!(store.union(&[short, word]), short);
    let long = store.complement(short);
    assert_eq!(long, store.repeat(Regex::ANY_CHAR, 4, None));
}

#[test]
fn complements_cancel() {
    let mut store = RegexStore::new();
    let word = store.word(&[1, 2]);
    let not = store.complement(word);
    assert_eq!(store.complement(not), word);
    assert_eq!(store.union(&[word, not]), Regex::ALL);
    assert_eq!(store.inter(&[word, not]), Regex::NONE);
    assert_eq!(store.diff(word, word), Regex::NONE);
}

#[test]
fn a_copy_has_the_same_shape() {
    let (mut one, mut other) = (RegexStore::new(), RegexStore::new());
    // Other numbers on the other side.
    other.word(&[9, 9, 9]);
    let build = |store: &mut RegexStore| {
        let (a, b) = characters(store);
        let loops = store.repeat(a, 2, Some(7));
        let not = store.complement(loops);
        let both = store.inter(&[not, b]);
        let word = store.word(&[1, 2, 3]);
        let either = store.union(&[both, word, loops]);
        store.concat(&[either, b, either])
    };
    let regex = build(&mut one);
    let copy = other.copy_from(&one, regex);
    assert_eq!(copy, build(&mut other));
    assert_eq!(other.copy_from(&one, Regex::ALL), Regex::ALL);
}
