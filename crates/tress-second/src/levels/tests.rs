//! Every operation against the same operation on sets of words.

use std::collections::BTreeSet;

use tress_base::{Budget, Random};

use super::*;
use tress_automata::CharSet;

type Words = BTreeSet<Vec<u32>>;

fn text(words: &[&str]) -> Words {
    words.iter().map(|word| word.chars().map(u32::from).collect()).collect()
}

fn characters(text: &str) -> CharSet {
    CharSet::from_chars(text.chars().map(u32::from))
}

/// The language of these words.
fn level(levels: &mut Levels, words: &Words) -> Level {
    let mut all = Level::NONE;
    for word in words {
        let one = levels.word(word);
        all = levels.join(all, one, &Budget::unlimited()).expect("no limit");
    }
    all
}

/// The words of a language, by the characters they are made of.
fn words(levels: &Levels, level: Level) -> Words {
    let mut open = vec![(level, Vec::new())];
    let mut found = Words::new();
    while let Some((state, word)) = open.pop() {
        if state == Level::EMPTY_WORD {
            found.insert(word);
            continue;
        }
        for (low, high, next) in levels.edges(state) {
            open.extend((*low..=*high).map(|character| (*next, [word.as_slice(), &[character]].concat())));
        }
    }
    found
}

fn random_words(random: &mut Random, length: usize) -> Words {
    let word = |random: &mut Random| (0..length).map(|_| 97 + random.below(3) as u32).collect();
    (0..random.below(6)).map(|_| word(random)).collect()
}

#[test]
fn sets_of_words_agree() {
    let budget = Budget::unlimited();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut levels = Levels::new();
        let length = random.below(4);
        let [one, two] = [0, 1].map(|_| random_words(&mut random, length));
        let [a, b] = [&one, &two].map(|set| level(&mut levels, set));
        let meet = levels.meet(a, b, &budget).expect("no limit");
        assert_eq!(words(&levels, meet), &one & &two, "seed {seed}");
        let join = levels.join(a, b, &budget).expect("no limit");
        assert_eq!(words(&levels, join), &one | &two, "seed {seed}");
        let minus = levels.minus(a, b, &budget).expect("no limit");
        assert_eq!(words(&levels, minus), &one - &two, "seed {seed}");
        let then = levels.then(a, b, &budget).expect("no limit");
        let pairs = one.iter().flat_map(|x| two.iter().map(|y| [x.as_slice(), y].concat()));
        assert_eq!(words(&levels, then), pairs.collect(), "seed {seed}");
        assert_eq!(levels.count(a), one.len() as u64, "seed {seed}");
        // Equal languages are equal numbers.
        let again = level(&mut levels, &one.iter().rev().cloned().collect());
        assert_eq!(a, again, "seed {seed}");
    }
}

#[test]
fn parts_of_words_agree() {
    let budget = Budget::unlimited();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut levels = Levels::new();
        let length = random.below(5);
        let set = random_words(&mut random, length);
        let own = level(&mut levels, &set);
        let start = random.below(length + 1);
        let end = start + random.below(length - start + 1);
        let part = levels.part(own, start..end, &budget).expect("no limit");
        assert_eq!(words(&levels, part), set.iter().map(|word| word[start..end].to_vec()).collect());
        let parts = levels.parts(own, length, end - start, &budget).expect("no limit");
        let mut expected = Words::new();
        for word in set.iter().filter(|_| start <= end) {
            expected.extend((0..=length - (end - start)).map(|at| word[at..at + end - start].to_vec()));
        }
        assert_eq!(words(&levels, parts), expected, "seed {seed}");
        if length > 0 {
            let at = random.below(length);
            let there = levels.characters_at(own, at, &budget).expect("no limit");
            assert_eq!(there, CharSet::from_chars(set.iter().map(|word| word[at])), "seed {seed}");
        }
    }
}

/// The replacements for the lost pictures of section 2.3 of the thesis.
#[test]
fn the_substring_automaton_has_its_five_cases() {
    let budget = Budget::unlimited();
    let mut levels = Levels::new();
    let four = level(&mut levels, &text(&["abcd", "abxy"]));
    let part = levels.part(four, 2..4, &budget).expect("no limit");
    assert_eq!(words(&levels, part), text(&["cd", "xy"]));
    let many = levels.all(6, &characters("a"));
    let part = levels.part(many, 2..4, &budget).expect("no limit");
    assert_eq!(words(&levels, part), text(&["aa"]));
    let pairs = level(&mut levels, &text(&["abab"]));
    let part = levels.part(pairs, 1..3, &budget).expect("no limit");
    assert_eq!(words(&levels, part), text(&["ba"]));
    assert_eq!(levels.part(Level::NONE, 2..4, &budget), Ok(Level::NONE));
    assert_eq!(levels.part(four, 3..3, &budget), Ok(Level::EMPTY_WORD));
}

#[test]
fn a_word_is_avoided_at_its_positions() {
    let (budget, ab) = (Budget::unlimited(), characters("ab"));
    let mut levels = Levels::new();
    for needle in ["", "a", "aa", "ab", "aba", "abab"] {
        let needle: Vec<u32> = needle.chars().map(u32::from).collect();
        for length in 0..6 {
            let all = levels.all(length, &ab);
            let all = words(&levels, all);
            for (start, end) in (0..6).flat_map(|start| (start..7).map(move |end| (start, end))) {
                let found = levels.avoiding(length, &needle, start..end, &ab, &budget).expect("no limit");
                let occurs =
                    |word: &Vec<u32>| (start..end).any(|at| at <= length && word[at..].starts_with(&needle));
                let expected: Words = all.iter().filter(|word| !occurs(word)).cloned().collect();
                assert_eq!(words(&levels, found), expected, "{needle:?} in {length} at {start}..{end}");
            }
        }
    }
}

#[test]
fn words_are_trimmed_and_padded() {
    let (budget, all, blanks) = (Budget::unlimited(), characters(" ab"), characters(" "));
    let mut levels = Levels::new();
    let four = levels.all(4, &all);
    let short = |word: &Vec<u32>| {
        let from = word.iter().position(|character| *character != 32).unwrap_or(word.len());
        let to = word.iter().rposition(|character| *character != 32).map_or(from, |last| last + 1);
        word[from..to].to_vec()
    };
    for length in 0..=4 {
        let found = levels.trimmed((four, 4), length, [&all, &blanks], &budget).expect("no limit");
        let images = words(&levels, four);
        let expected: Words = images.iter().map(short).filter(|word| word.len() == length).collect();
        assert_eq!(words(&levels, found), expected, "{length}");
        let back = levels.padded((found, length), 4, &blanks, &budget).expect("no limit");
        let expected: Words = images.into_iter().filter(|word| short(word).len() == length).collect();
        assert_eq!(words(&levels, back), expected, "{length}");
    }
}

/// Sizes of section 3.8 of the thesis, over a blank, a and b.
#[test]
fn sizes_of_the_running_example() {
    let (budget, all, blanks) = (Budget::unlimited(), characters(" ab"), characters(" "));
    let mut levels = Levels::new();
    let (mut one, mut three) = (levels.all(6, &all), levels.all(2, &all));
    assert_eq!((levels.count(one), levels.count(three)), (729, 9));
    let blank = levels.word(&[32]);
    let begins = levels.between(0, blank, 5, &all, &budget).expect("no limit");
    one = levels.meet(one, begins, &budget).expect("no limit");
    assert_eq!(levels.count(one), 243);
    // As the thesis prints it, trim takes for the source what its image could be before.
    let padded = levels.padded((three, 2), 6, &blanks, &budget).expect("no limit");
    one = levels.meet(one, padded, &budget).expect("no limit");
    let image = levels.trimmed((one, 6), 2, [&all, &blanks], &budget).expect("no limit");
    three = levels.meet(three, image, &budget).expect("no limit");
    assert_eq!((levels.count(one), levels.count(three)), (27, 4));
    let a = levels.word(&[97]);
    let there = levels.between(5, a, 0, &all, &budget).expect("no limit");
    let before = levels.avoiding(6, &[97], 0..5, &all, &budget).expect("no limit");
    let first = levels.meet(there, before, &budget).expect("no limit");
    one = levels.meet(one, first, &budget).expect("no limit");
    assert_eq!(words(&levels, one), text(&["     a", "    ba"]));
    three = levels.word(&[97, 98]);
    let padded = levels.padded((three, 2), 6, &blanks, &budget).expect("no limit");
    assert_eq!(levels.meet(one, padded, &budget), Ok(Level::NONE));
}

#[test]
fn languages_have_their_words() {
    let budget = Budget::unlimited();
    let mut regexes = tress_automata::RegexStore::new();
    let (a, b) = (regexes.chars(characters("a")), regexes.chars(characters("b")));
    let ab = regexes.concat(&[a, b]);
    let many = regexes.star(ab);
    let mut levels = Levels::new();
    for length in 0..6 {
        let found =
            levels.of_regex(length, (&mut regexes, many), &CharSet::full(), &budget).expect("no limit");
        let expected = if length % 2 == 0 { text(&[&"ab".repeat(length / 2)]) } else { Words::new() };
        assert_eq!(words(&levels, found), expected);
    }
}
