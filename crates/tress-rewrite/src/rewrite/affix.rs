//! Beginnings and ends of words: `str.prefixof`, `str.suffixof`.
//!
//! What both words share at the end that is looked at goes, equal lengths split off an equation, and what
//! lies too far inside does not matter.

use super::contains::{build, open};
use super::context::Context;
use super::limits::{AFFIX_PARTS, PART_PAIRS};
use super::rule::{Family, Rule};
use super::words_equal::{Split, align, strip};
use tress_term::term::{Op, Term, TermStore};

/// match: `(str.prefixof (str.++ x "ab") (str.++ x "a" y))`; result: `(str.prefixof "b" y)`; why: a common
/// beginning does not matter; different characters decide. The same for suffixes.
fn strip_affix(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    let (mut h, mut n) = (context.parts(hay), context.parts(needle));
    if n.is_empty() {
        return Some(TermStore::TRUE);
    }
    let before = (h.len(), n.len(), h.first().copied(), h.last().copied());
    if !strip(context, &mut h, &mut n, op == Op::SuffixOf) {
        return Some(TermStore::FALSE);
    }
    if n.is_empty() {
        return Some(TermStore::TRUE);
    }
    let ends = if op == Op::PrefixOf { (h.first(), n.first()) } else { (h.last(), n.last()) };
    if let (Some(end), Some(wanted), [_]) = (ends.0.copied(), ends.1.copied(), n.as_slice())
        && if op == Op::PrefixOf { context.begins_with(end, wanted) } else { context.ends_with(end, wanted) }
    {
        return Some(TermStore::TRUE);
    }
    if before == (h.len(), n.len(), h.first().copied(), h.last().copied()) {
        return None;
    }
    let (hay, needle) = (context.concat(&h), context.concat(&n));
    Some(build(context, op, hay, needle))
}

/// match: `(str.prefixof "a" (str.++ x "b" y))`; result: `(str.prefixof "a" x)`; match:
/// `(str.prefixof "a" (str.++ x "a"))`; result: `(or (str.prefixof "a" x) (= x ""))`; why: one character is
/// the first of the first part, or that is empty.
fn character_affix(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    let character = context.as_word(needle).filter(|word| word.len() == 1)?[0];
    let mut parts = context.parts(hay);
    if parts.len() < 2 {
        return None;
    }
    if op == Op::SuffixOf {
        parts.reverse();
    }
    let next = context.as_word(parts[1])?;
    let next = if op == Op::PrefixOf { *next.first()? } else { *next.last()? };
    let inside = build(context, op, parts[0], needle);
    if next != character {
        return Some(inside);
    }
    let empty = context.is_empty(parts[0]);
    if tress_base::is_planted("affix-character") {
        return Some(inside);
    }
    Some(context.or(&[inside, empty]))
}

/// match: `(str.prefixof x (str.++ y z))` with |y| >= |x| by their shapes; result: `(str.prefixof x y)`; why:
/// what lies behind is not reached. The same for suffixes.
fn out_of_reach(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    let parts = context.parts(hay);
    if parts.len() < 2 || AFFIX_PARTS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    (1..parts.len()).find_map(|count| {
        let near = if op == Op::PrefixOf { &parts[..count] } else { &parts[parts.len() - count..] };
        let near = context.concat(near);
        let slack = i64::from(tress_base::is_planted("affix-reach"));
        context.is_as_long(near, needle, slack).then(|| build(context, op, near, needle))
    })
}

/// match: `(str.prefixof (str.++ "a" x y) (str.++ x "b" z))`; result:
/// `(and (= (str.++ "a" x) (str.++ x "b")) (str.prefixof y z))`; why: beginnings of equal length are equal.
/// The same for suffixes.
fn split_aligned(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = open(context, term)?;
    let (h, n) = (context.parts(hay), context.parts(needle));
    if h.len() < 2 && n.len() < 2 || PART_PAIRS.is_exceeded(h.len() * n.len(), context.budget) {
        return None;
    }
    let back = op == Op::SuffixOf;
    for (i, j) in (1..=h.len()).flat_map(|i| (1..=n.len()).map(move |j| (i, j))) {
        let (mut left, mut right) = (Split::new(&h, i, back), Split::new(&n, j, back));
        if !align(context, &mut left, &mut right, back) {
            continue;
        }
        let [p, q, r, s] = [left.near, right.near, left.far, right.far].map(|parts| context.concat(&parts));
        let (near, far) = (context.eq(p, q), build(context, op, r, s));
        return Some(context.and(&[near, far]));
    }
    None
}

const AFFIXES: &[Op] = &[Op::PrefixOf, Op::SuffixOf];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "affix-strip",
        Family::Occurrences,
        AFFIXES,
        strip_affix,
        ["(str.prefixof (str.++ x \"ab\") (str.++ x \"a\" y))", "(str.prefixof x (str.++ y x))"],
    ),
    Rule::new(
        "affix-reach",
        Family::Occurrences,
        AFFIXES,
        out_of_reach,
        [
            "(str.prefixof (str.substr x 0 2) (str.++ \"ab\" y))",
            "(str.prefixof (str.substr x 0 3) (str.++ \"ab\" y))",
        ],
    ),
    Rule::new(
        "affix-aligned",
        Family::Occurrences,
        AFFIXES,
        split_aligned,
        ["(str.suffixof (str.++ y x \"a\") (str.++ z \"b\" x))", "(str.suffixof (str.++ y x) (str.++ x z))"],
    ),
    Rule::new(
        "affix-letter",
        Family::Occurrences,
        AFFIXES,
        character_affix,
        ["(str.prefixof \"a\" (str.++ x \"b\"))", "(str.prefixof \"a\" (str.++ x y))"],
    ),
];
