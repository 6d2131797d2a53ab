//! Concatenation and length.
//!
//! Normal forms: a concatenation is flat, its neighbouring literals are one, none is empty. A
//! length is of a word that is no concatenation.

use tress_base::Rational;

use super::context::Context;
use super::limits::{FLAT_PARTS, PARTS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term};

/// match: `(str.++ x (str.++ "a" "b") "" y)`; result: `(str.++ x "ab" y)`; why: associative, with the
/// empty word as unit.
fn flatten(context: &mut Context<'_>, term: Term) -> Option<Term> {
    if FLAT_PARTS.is_exceeded(width(context, term), context.budget) {
        return None;
    }
    let mut parts: Vec<Term> = Vec::new();
    let mut literal: Vec<u32> = Vec::new();
    let mut stack = vec![term];
    while let Some(part) = stack.pop() {
        if context.store.op(part) == Some(Op::Concat) {
            stack.extend(context.store.args(part).iter().rev());
        } else if let Some(word) = context.as_word(part) {
            literal.extend_from_slice(&word);
        } else {
            push_literal(context, &mut parts, &mut literal);
            parts.push(part);
        }
    }
    push_literal(context, &mut parts, &mut literal);
    let new = context.concat(&parts);
    (new != term).then_some(new)
}

fn push_literal(context: &mut Context<'_>, parts: &mut Vec<Term>, literal: &mut Vec<u32>) {
    if !literal.is_empty() {
        parts.push(context.word(literal));
        literal.clear();
    }
}

/// How many parts the flat form of a nest of one operator has. Shared parts count as often as they
/// occur.
pub(super) fn width(context: &mut Context<'_>, term: Term) -> usize {
    let op = context.store.op(term);
    let is_nested = |context: &Context<'_>, term: Term| context.store.op(term) == op;
    if !context.store.args(term).iter().any(|arg| is_nested(context, *arg)) {
        return context.store.args(term).len();
    }
    let is_open = |term: Term| is_nested(context, term) && !context.knowledge.widths.has(term);
    for part in tress_term::term::post_order_where(context.store, &[term], is_open) {
        let widths = &mut context.knowledge.widths;
        let args = context.store.args(part).iter();
        let sum = args.fold(0, |sum: usize, arg| sum.saturating_add(widths.get(*arg).copied().unwrap_or(1)));
        widths.set(part, sum);
    }
    context.knowledge.widths.get(term).copied().unwrap_or(1)
}

/// match: `(str.++ (str.substr x a b) (str.substr x (+ a b) c))` with a, b, c >= 0, or c up to the end;
/// result: `(str.substr x a (+ b c))`; why: neighbouring parts of one word are one part.
fn join_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let parts = context.store.args(term).to_vec();
    for index in 1..parts.len() {
        if PARTS.is_exceeded(index + 1, context.budget) {
            break;
        }
        let (Some([x, a, b]), Some([y, start, c])) = (
            context.match_op::<3>(parts[index - 1], Op::Substr),
            context.match_op::<3>(parts[index], Op::Substr),
        ) else {
            continue;
        };
        let middle = context.add(a, b);
        if x != y || !context.is_same_number(middle, start) {
            continue;
        }
        if !context.at_least_number(a, 0) || !context.at_least_number(b, 0) {
            continue;
        }
        let length = context.len(x);
        let rest = context.sub(length, middle);
        if !context.at_least_number(c, 0) && !context.is_same_number(c, rest) {
            continue;
        }
        let count = context.add(b, c);
        let joined = context.substr(x, a, count);
        let mut new = parts[..index - 1].to_vec();
        new.push(joined);
        new.extend_from_slice(&parts[index + 1..]);
        return Some(context.concat(&new));
    }
    None
}

/// match: `(str.len (str.++ x "ab"))`; result: `(+ (str.len x) 2)`; why: lengths add up.
fn length_of_concat(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word] = context.match_op::<1>(term, Op::Length)?;
    if context.store.op(word) != Some(Op::Concat) {
        return None;
    }
    let sum = context.length_linear(&[(term, Rational::ONE)]);
    Some(context.sum_term(&sum, tress_term::term::Sort::Int))
}

/// match: `(str.len (str.rev x))`, `(str.len (str.replace x y z))` with |y| = |z|; result: `(str.len x)`;
/// why: these keep the length.
fn length_kept(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word] = context.match_op::<1>(term, Op::Length)?;
    let args = context.store.args(word).to_vec();
    match (context.store.op(word)?, args.as_slice()) {
        (Op::Rev | Op::ToLower | Op::ToUpper, [s]) | (Op::Update, [s, ..]) => Some(context.len(*s)),
        (Op::Replace | Op::ReplaceAll, [s, y, z]) => {
            let (y, z) = (context.len(*y), context.len(*z));
            context.is_same_number(y, z).then(|| context.len(*s))
        }
        _ => None,
    }
}

/// match: `(str.len (str.substr x n m))` with n, m >= 0 and n + m <= |x|; result: `m`; match: the same
/// with n + m >= |x| >= n >= 0; result: `(- (str.len x) n)`; why: nothing is cut off, or all is.
fn length_of_part(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word] = context.match_op::<1>(term, Op::Length)?;
    let [s, n, m] = context.match_op::<3>(word, Op::Substr)?;
    if !context.at_least_number(n, 0) {
        return None;
    }
    let (whole, end) = (context.len(s), context.add(n, m));
    if context.at_least_number(m, 0) && context.at_least(whole, end, 0) {
        return Some(m);
    }
    (context.at_least(end, whole, 0) && context.at_least(whole, n, 0)).then(|| context.sub(whole, n))
}

/// match: a length whose bounds meet; result: the number; why: it can be no other.
fn length_fixed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let bounds = context.bounds(term);
    let low = bounds.low?;
    (bounds.high? == low).then(|| context.int(low))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "concat-flatten",
        Family::Words,
        &[Op::Concat],
        flatten,
        ["(str.++ x (str.++ \"a\" \"b\") \"\" y)", "(str.++ x \"ab\" y)"],
    )
    .early(),
    Rule::new(
        "concat-join",
        Family::Words,
        &[Op::Concat],
        join_parts,
        ["(str.++ (str.substr x 0 2) (str.substr x 2 3))", "(str.++ (str.substr x 0 n) (str.substr x n 3))"],
    ),
    Rule::new(
        "length-concat",
        Family::Words,
        &[Op::Length],
        length_of_concat,
        ["(str.len (str.++ x \"ab\"))", "(str.len x)"],
    ),
    Rule::new(
        "length-kept",
        Family::Words,
        &[Op::Length],
        length_kept,
        ["(str.len (str.replace x \"a\" \"b\"))", "(str.len (str.replace x \"a\" \"\"))"],
    ),
    Rule::new(
        "length-part",
        Family::Words,
        &[Op::Length],
        length_of_part,
        ["(str.len (str.substr (str.replace x \"a\" \"bc\") 0 (str.len x)))", "(str.len (str.substr x 1 2))"],
    ),
    Rule::new(
        "length-fixed",
        Family::Words,
        &[Op::Length],
        length_fixed,
        ["(str.len (str.substr (str.++ \"abc\" x) 0 2))", "(str.len (str.substr x 0 2))"],
    ),
];
