//! Expressions against a slow matcher that follows the definition.

use super::*;
use crate::budget::Budget;

/// Has the word, by the definition alone? Only for small expressions and words.
fn slow(regexes: &Regexes, regex: Regex, word: &[u32]) -> bool {
    match regexes.node(regex) {
        Node::Empty => word.is_empty(),
        Node::Set(set) => matches!(word, [only] if set.iter().any(|(low, high)| low <= only && only <= high)),
        Node::Concat(a, b) => {
            (0..=word.len()).any(|cut| slow(regexes, *a, &word[..cut]) && slow(regexes, *b, &word[cut..]))
        }
        Node::Star(a) => {
            word.is_empty()
                || (1..=word.len())
                    .any(|cut| slow(regexes, *a, &word[..cut]) && slow(regexes, regex, &word[cut..]))
        }
        Node::Union(parts) => parts.iter().any(|part| slow(regexes, *part, word)),
        Node::Inter(parts) => parts.iter().all(|part| slow(regexes, *part, word)),
        Node::Not(a) => !slow(regexes, *a, word),
        Node::Loop(a, least, most) => {
            let bound = most.unwrap_or(least + word.len() as u64);
            (*least..=bound).any(|count| powers(regexes, *a, count, word))
        }
    }
}

fn powers(regexes: &Regexes, part: Regex, count: u64, word: &[u32]) -> bool {
    if count == 0 {
        return word.is_empty();
    }
    (0..=word.len())
        .any(|cut| slow(regexes, part, &word[..cut]) && powers(regexes, part, count - 1, &word[cut..]))
}

fn all_words() -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    for length in 0..4 {
        let longer: Vec<Vec<u32>> =
            words.iter().filter(|word: &&Vec<u32>| word.len() == length).cloned().collect();
        for word in longer {
            for c in [97, 98, 48] {
                let mut next = word.clone();
                next.push(c);
                words.push(next);
            }
        }
    }
    words
}

#[test]
fn derivatives_agree_with_the_definition() {
    let mut seed = 3_u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let words = all_words();
    for _ in 0..400 {
        let mut regexes = Regexes::new();
        let mut budget = Budget::new();
        let mut made = vec![NONE, EMPTY, ANY];
        for c in [97, 98] {
            made.push(regexes.word(&[c]).expect("small"));
        }
        for _ in 0..8 {
            let mut pick = || made[random(made.len() as u64) as usize];
            let (a, b) = (pick(), pick());
            let next = match random(8) {
                0 | 1 => regexes.concat(a, b),
                2 => regexes.star(a),
                3 => regexes.union(&[a, b]),
                4 => regexes.inter(&[a, b]),
                5 => regexes.not(a),
                6 => regexes.repeat(a, random(3), Some(random(4))),
                _ => regexes.repeat(a, random(3), None),
            };
            made.push(next.expect("small"));
        }
        let last = made[made.len() - 1];
        let back = regexes.reversed(last, &mut budget).expect("small");
        for word in words.iter().filter(|word| word.len() < 4) {
            let wanted = slow(&regexes, last, word);
            assert_eq!(regexes.has(last, word, &mut budget), Ok(wanted), "{word:?} {regexes:?} {last:?}");
            let turned: Vec<u32> = word.iter().rev().copied().collect();
            assert_eq!(regexes.has(back, &turned, &mut budget), Ok(wanted));
        }
        let some = words.iter().any(|word| regexes.has(last, word, &mut budget).expect("small"));
        if some {
            assert_eq!(regexes.is_empty(last, 1000, &mut budget), Ok(false));
        }
        assert_eq!(regexes.same(last, last, 10, &mut budget), Ok(true));
    }
}

#[test]
fn loops_of_pairs_never_have_odd_length() {
    let (mut regexes, mut budget) = (Regexes::new(), Budget::new());
    let pair = regexes.word(&[97, 97]).expect("small");
    let even = regexes.star(pair).expect("small");
    let one = regexes.word(&[97]).expect("small");
    let odd = regexes.concat(one, even).expect("small");
    let both = regexes.inter(&[even, odd]).expect("small");
    assert_eq!(regexes.is_empty(both, 10, &mut budget), Ok(true));
    assert!(regexes.is_empty(both, 0, &mut budget).is_err());
    assert_eq!(regexes.same(even, odd, 10, &mut budget), Ok(false));
}

#[test]
fn deep_expressions_need_no_stack() {
    let (mut regexes, mut budget) = (Regexes::new(), Budget::new());
    let mut deep = ANY;
    for index in 0..50_000 {
        let c = regexes.word(&[97 + index % 2]).expect("small");
        deep = regexes.concat(deep, c).expect("small");
        deep = regexes.not(deep).expect("small");
    }
    assert_eq!(regexes.has(deep, &[97], &mut budget), Ok(true));
    regexes.reversed(deep, &mut budget).expect("small");
}
