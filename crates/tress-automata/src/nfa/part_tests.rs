//! Parts of words and quotients against their definitions, word by word, in the textbook automata.

use super::Nfa;
use super::tests::{CAP, nfa_of};
use crate::naive::{Ast, Dfa, SYMBOLS, spell, words};
use tress_base::{Budget, Random};

const ROUNDS: usize = 60;
const LENGTH: usize = 3;

fn random_ast(random: &mut Random) -> Ast {
    let size = random.below(6);
    Ast::random(random, size)
}

fn concat(parts: impl IntoIterator<Item = Ast>) -> Ast {
    parts.into_iter().fold(Ast::Epsilon, |x, y| Ast::Concat(Box::new(x), Box::new(y)))
}

fn all() -> Ast {
    repeat(Ast::Symbols(7), 0, None)
}

fn repeat(ast: Ast, low: u64, high: Option<u64>) -> Ast {
    Ast::Repeat(Box::new(ast), low, high)
}

fn word(characters: &[usize]) -> Ast {
    concat(characters.iter().map(|character| Ast::Symbols(1 << character)))
}

/// Have the languages a common word?
fn meet(x: &Ast, y: Ast) -> bool {
    !Dfa::new(&Ast::Inter(Box::new(x.clone()), Box::new(y))).is_empty()
}

/// The automaton accepts those short words of which `holds` is true.
fn check(nfa: &Nfa, what: &str, holds: impl Fn(&[usize]) -> bool) {
    for characters in words(LENGTH) {
        assert_eq!(nfa.accepts(&spell(&characters)), holds(&characters), "{what} on {characters:?}");
    }
}

#[test]
fn parts_at_the_ends_and_inside_are_those_of_some_word() {
    let mut random = Random::new(51);
    for _ in 0..ROUNDS {
        let ast = random_ast(&mut random);
        let nfa = nfa_of(&ast);
        let what = format!("{ast:?}");
        check(&nfa.prefixes(), &what, |u| meet(&ast, concat([word(u), all()])));
        check(&nfa.suffixes(), &what, |u| meet(&ast, concat([all(), word(u)])));
        check(&nfa.factors(), &what, |u| meet(&ast, concat([all(), word(u), all()])));
    }
}

#[test]
fn quotients_ask_for_some_word() {
    let mut random = Random::new(52);
    let budget = Budget::unlimited();
    for _ in 0..ROUNDS {
        let (ast, by) = (random_ast(&mut random), random_ast(&mut random));
        let (nfa, other) = (nfa_of(&ast), nfa_of(&by));
        let what = format!("{ast:?} by {by:?}");
        let before = |u: &[usize]| concat([word(u), by.clone()]);
        let behind = |u: &[usize]| concat([by.clone(), word(u)]);
        check(&nfa.left_quotient(&other, &budget).unwrap(), &what, |u| meet(&ast, behind(u)));
        check(&nfa.right_quotient(&other, &budget).unwrap(), &what, |u| meet(&ast, before(u)));
    }
}

/// `str.substr` with numbers that are not negative.
fn substr(word: &[usize], start: usize, count: Option<usize>) -> Vec<usize> {
    word.iter().copied().skip(start).take(count.unwrap_or(usize::MAX)).collect()
}

/// The words whose substring is `part`.
fn words_with(part: &[usize], start: usize, count: Option<usize>) -> Ast {
    let before = repeat(Ast::Symbols(7), start as u64, Some(start as u64));
    let length = part.len();
    let long = match count {
        Some(count) if length > count => Ast::None,
        Some(count) if length == count => concat([before, word(part), all()]),
        _ => concat([before, word(part)]),
    };
    let short = repeat(Ast::Symbols(7), 0, Some(start as u64));
    if part.is_empty() { Ast::Union(Box::new(long), Box::new(short)) } else { long }
}

#[test]
fn substrings_are_taken_as_the_standard_says() {
    let mut random = Random::new(53);
    let budget = Budget::unlimited();
    for _ in 0..2 * ROUNDS {
        let ast = random_ast(&mut random);
        let (nfa, dfa) = (nfa_of(&ast), Dfa::new(&ast));
        let start = random.below(4);
        let count = random.chance(4, 5).then(|| random.below(4));
        let (first, most) = (start as u64, count.map(|count| count as u64));
        let what = format!("{ast:?} from {start}, {count:?} characters");
        let image = nfa.substring(first, most, CAP, &budget).unwrap().unwrap();
        check(&image, &what, |u| meet(&ast, words_with(u, start, count)));
        let preimage = nfa.substring_preimage(first, most, CAP, &budget).unwrap().unwrap();
        for characters in words(5) {
            let expected = dfa.accepts(&substr(&characters, start, count));
            assert_eq!(preimage.accepts(&spell(&characters)), expected, "{what}, before, {characters:?}");
        }
    }
}

#[test]
fn far_substrings_keep_to_the_cap_and_to_the_words() {
    let budget = Budget::unlimited();
    let nfa = nfa_of(&word(&[0, 1, 0]));
    let far = nfa.substring(u64::MAX, Some(u64::MAX), CAP, &budget).unwrap().unwrap();
    check(&far, "behind the end", <[usize]>::is_empty);
    assert_eq!(Nfa::all().substring(0, Some(u64::MAX), 50, &budget), Ok(None));
    assert_eq!(nfa.substring_preimage(u64::MAX, None, usize::MAX, &budget), Ok(None));
    assert_eq!(nfa.substring_preimage(51, Some(1), 50, &budget), Ok(None));
}

#[test]
fn characters_are_stripped_at_both_ends_only() {
    let mut random = Random::new(54);
    let budget = Budget::unlimited();
    for _ in 0..ROUNDS {
        let ast = random_ast(&mut random);
        let (nfa, dfa) = (nfa_of(&ast), Dfa::new(&ast));
        let bits = random.below(1 << SYMBOLS) as u8;
        let set = Ast::symbols(bits);
        let is_kept = |character: &usize| bits >> character & 1 == 0;
        let strip = |characters: &[usize]| -> Vec<usize> {
            let start = characters.iter().position(is_kept).unwrap_or(characters.len());
            let end = characters.iter().rposition(is_kept).map_or(start, |last| last + 1);
            characters[start..end].to_vec()
        };
        let what = format!("{ast:?} without {bits}");
        let ends = || if bits == 0 { Ast::Epsilon } else { repeat(Ast::Symbols(bits), 0, None) };
        let image = nfa.stripped(&set, CAP, &budget).unwrap().unwrap();
        check(&image, &what, |u| strip(u) == u && meet(&ast, concat([ends(), word(u), ends()])));
        let preimage = nfa.stripped_preimage(&set, CAP, &budget).unwrap().unwrap();
        for characters in words(5) {
            let expected = dfa.accepts(&strip(&characters));
            assert_eq!(preimage.accepts(&spell(&characters)), expected, "{what}, before, {characters:?}");
        }
    }
}
