//! The operators that search for matches of regular expressions, against trying all spans in the
//! order that the standard names.

use tress_automata::naive::{Ast, Dfa};
use tress_base::Random;

use super::*;

/// Does the slow twin accept the word? Its characters are `a`, `b` and everything else.
fn accepts(dfa: &Dfa, word: &[u32]) -> bool {
    let letters: Vec<usize> = word
        .iter()
        .map(|code| match char::from_u32(*code) {
            Some('a') => 0,
            Some('b') => 1,
            _ => 2,
        })
        .collect();
    dfa.accepts(&letters)
}

/// The leftmost span not before `from` that is a match; of those the shortest or the longest.
fn find(dfa: &Dfa, s: &[u32], from: usize, longest: bool, nonempty: bool) -> Option<(usize, usize)> {
    for start in from..=s.len() {
        let is_match = |end: &usize| (!nonempty || *end > start) && accepts(dfa, &s[start..*end]);
        let mut ends = start..=s.len();
        let end = if longest { ends.rfind(is_match) } else { ends.find(is_match) };
        if let Some(end) = end {
            return Some((start, end));
        }
    }
    None
}

fn replace(dfa: &Dfa, s: &[u32], new: &[u32], longest: bool) -> Vec<u32> {
    match find(dfa, s, 0, longest, false) {
        Some((start, end)) => joined(&[&s[..start], new, &s[end..]]),
        None => s.to_vec(),
    }
}

fn replace_all(dfa: &Dfa, s: &[u32], new: &[u32], longest: bool) -> Vec<u32> {
    match find(dfa, s, 0, longest, true) {
        Some((start, end)) => {
            let rest = replace_all(dfa, &s[end..], new, longest);
            joined(&[&s[..start], new, &rest])
        }
        None => s.to_vec(),
    }
}

#[test]
fn all_spans_of_small_words() {
    let mut bench = Bench::new();
    let mut random = Random::new(5);
    let all = words("abc", 4);
    for _ in 0..250 {
        let ast = Ast::random(&mut random, 5);
        let dfa = Dfa::new(&ast);
        let r = Value::Regex(ast.build(bench.evaluator.regexes_mut()));
        for _ in 0..40 {
            let mut s = random.pick(&all).clone();
            let end: &Vec<u32> = random.pick(&all);
            s.extend_from_slice(end);
            let new = [u32::from('d'), u32::from('e')];
            let s_value = word(&s);
            assert_eq!(bench.apply(Op::InRe, &[s_value.clone(), r.clone()]), Value::Bool(accepts(&dfa, &s)));
            let args = &[s_value.clone(), r.clone(), word(&new)];
            for (op, expected) in [
                (Op::ReplaceRe, replace(&dfa, &s, &new, false)),
                (Op::ReplaceReAll, replace_all(&dfa, &s, &new, false)),
                (Op::ReplaceReLongest, replace(&dfa, &s, &new, true)),
                (Op::ReplaceReLongestAll, replace_all(&dfa, &s, &new, true)),
            ] {
                assert_eq!(bench.apply(op, args), word(&expected), "{} {ast:?} {s:?}", op.name());
            }
            let from = random.between(-1, s.len() as i64 + 1);
            let expected = usize::try_from(from).ok().and_then(|from| find(&dfa, &s, from, false, false));
            let expected = expected.map_or(-1, |(start, _)| start as i64);
            let found = bench.apply(Op::IndexOfRe, &[s_value, r.clone(), int(from)]);
            assert_eq!(found, int(expected), "{ast:?} {s:?} {from}");
        }
    }
}

#[test]
fn equal_languages_are_equal() {
    let mut bench = Bench::new();
    let mut random = Random::new(6);
    let mut equal_pairs = 0;
    for _ in 0..2000 {
        let (a, b) = (Ast::random(&mut random, 3), Ast::random(&mut random, 3));
        let (x, y) = (Dfa::new(&a), Dfa::new(&b));
        let expected = x.minus(&y).is_empty() && y.minus(&x).is_empty();
        equal_pairs += u32::from(expected);
        let regexes = bench.evaluator.regexes_mut();
        let args = [Value::Regex(a.build(regexes)), Value::Regex(b.build(regexes))];
        assert_eq!(bench.apply(Op::Eq, &args), Value::Bool(expected), "{a:?} {b:?}");
        assert_eq!(bench.apply(Op::Distinct, &args), Value::Bool(!expected));
    }
    assert!(equal_pairs > 20, "both answers are reached");
}
