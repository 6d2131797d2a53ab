//! Functions that change every character by itself: upper and lower case, and one character for another.
//!
//! Predicates of their values with literals and languages become predicates of what they read.

use super::context::Context;
use super::languages::{Characters, mapped};
use super::limits::SET_CHARACTERS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term};

/// match: `(str.in_re (str.to_lower x) (re.+ (re.range "a" "f")))`; result:
/// `(str.in_re x (re.+ (re.union (re.range "a" "f") (re.range "A" "F"))))`; why: characters are changed one
/// by one.
fn member(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word, language] = context.match_op::<2>(term, Op::InRe)?;
    let (function, x) = Characters::of(context.store, word)?;
    let language = mapped(context, &function, language)?;
    Some(context.app(Op::InRe, &[x, language]))
}

/// match: `(= (str.to_lower x) "a1")`; result:
/// `(str.in_re x (re.++ (re.union (str.to_re "a") (str.to_re "A")) (str.to_re "1")))`; why: these words are
/// changed to that word.
fn equal_literal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (literal, other) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let (function, x) = Characters::of(context.store, other)?;
    let word = context.as_word(literal)?;
    if SET_CHARACTERS.is_exceeded(word.len(), context.budget) {
        return None;
    }
    let language = function.word(context, &word);
    Some(context.app(Op::InRe, &[x, language]))
}

/// match: `(str.contains (str.to_lower x) "a1")`; result:
/// `(str.in_re x (re.++ re.all (re.union (str.to_re "a") (str.to_re "A")) (str.to_re "1") re.all))`; why:
/// characters are changed one by one. The same for beginnings and ends.
fn occurs(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = super::contains::open(context, term)?;
    let (function, x) = Characters::of(context.store, hay)?;
    let word = context.as_word(needle).filter(|word| !word.is_empty())?;
    if SET_CHARACTERS.is_exceeded(word.len(), context.budget) {
        return None;
    }
    let (all, inner) = (context.app(Op::ReAll, &[]), function.word(context, &word));
    let language = match op {
        Op::PrefixOf => context.app(Op::ReConcat, &[inner, all]),
        Op::SuffixOf => context.app(Op::ReConcat, &[all, inner]),
        _ => context.app(Op::ReConcat, &[all, inner, all]),
    };
    Some(context.app(Op::InRe, &[x, language]))
}

/// match: `(= x (str.to_lower x))`, `(= (str.to_lower x) (str.to_upper x))`; result: `x` has no upper-case
/// characters, none of either case; why: these are the characters that change.
fn same_case(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if context.store.sort(a) != Sort::String {
        return None;
    }
    let (mut changed, mut words) = (Vec::new(), Vec::new());
    for side in [a, b] {
        let range = match context.store.op(side) {
            Some(Op::ToLower) => Some(['A', 'Z']),
            Some(Op::ToUpper) => Some(['a', 'z']),
            _ => None,
        };
        words.push(if range.is_some() { context.store.args(side)[0] } else { side });
        if let Some(ends) = range {
            let ends = ends.map(|end| context.word(&[u32::from(end)]));
            changed.push(context.app(Op::ReRange, &ends));
        }
    }
    if changed.is_empty() || words[0] != words[1] {
        return None;
    }
    let all = context.app(Op::ReAll, &[]);
    let has = changed.into_iter().map(|characters| {
        let language = context.app(Op::ReConcat, &[all, characters, all]);
        let has = context.app(Op::InRe, &[words[0], language]);
        context.not(has)
    });
    let none: Vec<Term> = has.collect();
    Some(context.and(&none))
}

const C: Family = Family::Conversions;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "member-letterwise",
        C,
        &[Op::InRe],
        member,
        [
            "(str.in_re (str.to_lower x) (re.++ (re.comp (str.to_re \"a\")) (re.* (re.range \"Z\" \"b\"))))",
            "(str.in_re (str.to_lower x) (str.to_re y))",
        ],
    ),
    Rule::new(
        "equal-letterwise",
        C,
        &[Op::Eq],
        equal_literal,
        ["(= (str.replace_all x \"a\" \"b\") \"bb\")", "(= (str.replace_all x \"a\" \"bb\") \"bb\")"],
    ),
    Rule::new(
        "contains-letterwise",
        C,
        &[Op::Contains, Op::PrefixOf, Op::SuffixOf],
        occurs,
        ["(str.prefixof \"a1\" (str.to_lower x))", "(str.prefixof y (str.to_lower x))"],
    ),
    Rule::new(
        "equal-case",
        C,
        &[Op::Eq],
        same_case,
        ["(= (str.to_lower x) (str.to_upper x))", "(= (str.to_lower x) (str.to_upper y))"],
    ),
];
