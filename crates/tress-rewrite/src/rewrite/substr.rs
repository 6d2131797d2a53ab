//! Parts of words: `str.substr` and `str.at`.
//!
//! Normal form: `str.at` is a part of one character, so that both spellings meet. What certainly
//! lies before or after a part is cut away; what certainly lies inside is moved outside.

use super::context::Context;
use super::knowledge::Bounds;
use super::limits::PARTS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 3]> {
    context.match_op::<3>(term, Op::Substr)
}

/// match: `(str.at x n)`; result: `(str.substr x n 1)`; why: meaning of `str.at`.
fn at(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n] = context.match_op::<2>(term, Op::At)?;
    let one = context.int(1 + i64::from(tress_base::is_planted("at-two")));
    Some(context.substr(s, n, one))
}

/// match: `(str.substr x n m)` where `0 <= n < |x|` and `m > 0` cannot hold together; result: `""`; why:
/// meaning of `str.substr`.
fn empty(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    let one = tress_base::Rational::ONE;
    let length = context.len(s);
    let start = context.length_linear(&[(n, one.clone())]);
    let mut inside = context.length_linear(&[(length, one.clone()), (n, -one.clone())]);
    let mut some = context.length_linear(&[(m, one.clone())]);
    inside.add_constant(&-one.clone());
    if tress_base::is_planted("part-empty") {
        inside.add_constant(&-one.clone());
    }
    some.add_constant(&-one);
    let beyond = match open(context, s) {
        // The inner part is no longer than its count.
        Some([_, _, count]) => context.at_least(n, count, 0),
        None => false,
    } || match context.match_op::<3>(n, Op::IndexOf) {
        // A position is at least where the search began, or negative.
        Some([_, _, from]) => context.at_least(from, length, 0),
        None => false,
    };
    (beyond || context.is_refuted(&[start, inside, some])).then(|| context.empty_word())
}

/// match: `(str.substr x 0 m)` with m >= |x|; result: `x`; why: everything is taken.
fn whole(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    let length = context.len(s);
    let slack = i64::from(tress_base::is_planted("part-whole"));
    (context.as_int(n)?.is_zero() && context.at_least(m, length, slack)).then_some(s)
}

/// match: `(str.substr x n m)` with n + m >= |x|, m no literal; result: `(str.substr x n (- (str.len x) n))`;
/// why: it reaches the end either way, and so equal parts meet.
fn to_the_end(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    if context.is_literal(m) {
        return None;
    }
    let length = context.len(s);
    let rest = context.sub(length, n);
    // Certainly equal counts are left alone, or this rule would undo what others make of its result.
    if !context.at_least(m, rest, 0) || context.at_least(rest, m, 0) {
        return None;
    }
    Some(context.substr(s, n, rest))
}

/// match: `(str.substr (str.++ "ab" (str.from_code 98) x) 1 2)`; result: `(str.++ "b" (str.from_code 98))`
/// where the lengths of all parts up to the end are known; why: numbers determine which parts are taken.
/// Takes time in proportion to the parts, however many they are.
fn at_fixed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    if context.store.op(s) != Some(Op::Concat) {
        return None;
    }
    let (start, count) = (context.as_int(n)?.to_usize()?, context.as_int(m)?.to_usize()?);
    let end = start.checked_add(count)?;
    let (mut taken, mut at) = (Vec::new(), 0);
    for part in context.parts(s) {
        if at >= end {
            break;
        }
        let Bounds { low: Some(low), high: Some(high) } = context.bounds(part) else { return None };
        let length = low.to_usize().filter(|_| low == high)?;
        let (from, to) = (start.max(at), end.min(at + length));
        if from == at && to == at + length {
            taken.push(part);
        } else if from < to {
            let (from, count) = (context.int(from - at), context.int(to - from));
            taken.push(context.substr(part, from, count));
        }
        at += length;
    }
    Some(context.concat(&taken))
}

/// match: `(str.substr (str.++ "ab" x y) n m)` with n >= 2; result: `(str.substr (str.++ x y) (- n 2) m)`;
/// why: what lies before the start does not matter.
fn cut_before(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    let mut parts = context.parts(s);
    if context.store.op(s) != Some(Op::Concat) || PARTS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    let first = parts[0];
    let length = context.len(first);
    if context.at_least(n, length, 0) {
        let rest = context.concat(&parts[1..]);
        let start = if tress_base::is_planted("part-cut-before") { n } else { context.sub(n, length) };
        return Some(context.substr(rest, start, m));
    }
    // A literal in front is cut as far as the start is certain to go.
    let word = context.as_word(first)?;
    let low = context.bounds(n).low?.to_usize()?.min(word.len());
    if low == 0 {
        return None;
    }
    parts[0] = context.word(&word[low..]);
    let (rest, low) = (context.concat(&parts), context.int(low));
    let start = context.sub(n, low);
    Some(context.substr(rest, start, m))
}

/// match: `(str.substr (str.++ x y z) n m)` with |x| + |y| >= n + m; result: `(str.substr (str.++ x y) n m)`;
/// why: what lies behind the end does not matter.
fn cut_behind(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    let parts = context.parts(s);
    if context.store.op(s) != Some(Op::Concat) || PARTS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    let end = context.add(n, m);
    for count in 1..parts.len() {
        let front = context.concat(&parts[..count]);
        let length = context.len(front);
        if context.at_least(length, end, i64::from(tress_base::is_planted("part-cut-behind"))) {
            return Some(context.substr(front, n, m));
        }
    }
    None
}

/// match: `(str.substr (str.++ "ab" x) 0 m)` with m >= 2; result: `(str.++ "ab" (str.substr x 0 (- m 2)))`;
/// why: the first part is certainly taken.
fn pull_front(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    let parts = context.parts(s);
    if context.store.op(s) != Some(Op::Concat) || !context.as_int(n)?.is_zero() {
        return None;
    }
    let first = parts[0];
    let length = context.len(first);
    if context.at_least(m, length, 0) {
        let rest = context.concat(&parts[1..]);
        let count = if tress_base::is_planted("part-pull-front") { m } else { context.sub(m, length) };
        let rest = context.substr(rest, n, count);
        return Some(context.concat(&[first, rest]));
    }
    let word = context.as_word(first)?;
    let low = context.bounds(m).low?.to_usize()?.min(word.len());
    if low == 0 {
        return None;
    }
    let mut parts = parts;
    parts[0] = context.word(&word[low..]);
    let (front, rest, low) = (context.word(&word[..low]), context.concat(&parts), context.int(low));
    let count = context.sub(m, low);
    let rest = context.substr(rest, n, count);
    Some(context.concat(&[front, rest]))
}

/// match: `(str.substr "a" n m)`; result: `(ite (and (= n 0) (>= m 1)) "a" "")`; why: one character is taken
/// or not.
fn of_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, n, m] = open(context, term)?;
    if context.as_word(s)?.len() != 1 {
        return None;
    }
    let (zero, one, empty) = (context.int(0), context.int(1), context.empty_word());
    let least = if tress_base::is_planted("part-of-character") { zero } else { one };
    let (first, some) = (context.eq(n, zero), context.ge(m, least));
    let taken = context.and(&[first, some]);
    Some(context.ite(taken, s, empty))
}

/// match: `(str.substr (str.substr x a b) c d)` with a, c >= 0 where one of the ends is certainly first;
/// result: `(str.substr x (+ a c) …)` with the smaller of `d` and `(- b c)`; why: a part of a part.
fn part_of_part(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, c, d] = open(context, term)?;
    let [x, a, b] = open(context, s)?;
    let is_zero = |context: &Context<'_>, n: Term| context.as_int(n).is_some_and(|n| n.is_zero());
    if is_zero(context, a) && is_zero(context, c) && d < b {
        // Prefixes of prefixes: the shorter one counts, so their order is free.
        let inner = context.substr(x, a, d);
        return Some(context.substr(inner, c, b));
    }
    if !context.at_least_number(a, 0) || !context.at_least_number(c, 0) {
        return None;
    }
    let start = if tress_base::is_planted("part-of-part") { c } else { context.add(a, c) };
    let (rest, length) = (context.sub(b, c), context.len(x));
    let tail = context.sub(length, a);
    if context.at_least(rest, d, 0) || context.at_least(b, tail, 0) {
        return Some(context.substr(x, start, d));
    }
    context.at_least(d, rest, 0).then(|| context.substr(x, start, rest))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new("at-eliminate", Family::Words, &[Op::At], at, ["(str.at x n)", ""]),
    Rule::new(
        "part-empty",
        Family::Words,
        &[Op::Substr],
        empty,
        ["(str.substr x (str.len x) n)", "(str.substr x n 2)"],
    ),
    Rule::new(
        "part-whole",
        Family::Words,
        &[Op::Substr],
        whole,
        ["(str.substr x 0 (str.len x))", "(str.substr x 0 n)"],
    ),
    Rule::new(
        "part-to-end",
        Family::Words,
        &[Op::Substr],
        to_the_end,
        ["(str.substr x 1 (str.len x))", "(str.substr x 1 (- (str.len x) 1))"],
    ),
    Rule::new(
        "part-at-fixed",
        Family::Words,
        &[Op::Substr],
        at_fixed,
        ["(str.substr (str.++ \"ab\" x) 1 1)", "(str.substr (str.++ x \"ab\") 1 1)"],
    ),
    Rule::new(
        "part-cut-before",
        Family::Words,
        &[Op::Substr],
        cut_before,
        ["(str.substr (str.++ \"ab\" x) 3 n)", "(str.substr (str.++ x y) 3 n)"],
    ),
    Rule::new(
        "part-cut-behind",
        Family::Words,
        &[Op::Substr],
        cut_behind,
        ["(str.substr (str.++ \"ab\" x) 0 1)", "(str.substr (str.++ x \"ab\") 0 1)"],
    ),
    Rule::new(
        "part-pull-front",
        Family::Words,
        &[Op::Substr],
        pull_front,
        ["(str.substr (str.++ \"ab\" x) 0 3)", "(str.substr (str.++ x \"ab\") 0 3)"],
    ),
    Rule::new(
        "part-of-letter",
        Family::Words,
        &[Op::Substr],
        of_character,
        ["(str.substr \"a\" n m)", "(str.substr \"ab\" n m)"],
    ),
    Rule::new(
        "part-of-part",
        Family::Words,
        &[Op::Substr],
        part_of_part,
        ["(str.substr (str.substr x 1 3) 1 1)", "(str.substr (str.substr x n 3) 1 1)"],
    ),
];
