//! Lexicographic order.
//!
//! Normal form: only `str.<=` with two arguments, without a common beginning.

use super::context::Context;
use super::rule::{Family, Rule};
use super::words_equal::strip;
use tress_term::term::{Op, Term, TermStore};

/// match: `(str.< x y z)`; result: `(and (str.< x y) (str.< y z))`; why: chains relate neighbours.
fn chain(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let args = context.store.args(term).to_vec();
    if args.len() == 2 {
        return None;
    }
    let links: Vec<Term> = args.windows(2).map(|two| context.app(op, two)).collect();
    Some(context.and(&links))
}

/// match: `(str.< x y)`; result: `(not (str.<= y x))`; why: the order is total.
fn less(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::StrLt)?;
    let other = context.app(Op::StrLe, &if tress_base::is_planted("order-less") { [a, b] } else { [b, a] });
    Some(context.not(other))
}

/// match: `(str.<= (str.++ x "a" y) (str.++ x "b"))`; result: `true`; match: `(str.<= "" x)`,
/// `(str.<= x "")`; result: `true`, `(= x "")`; why: a common beginning does not matter, then the first
/// character decides, and the empty word is least.
fn at_most(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::StrLe)?;
    let (mut x, mut y) = (context.parts(a), context.parts(b));
    let same_ends = strip(context, &mut x, &mut y, false);
    if x.is_empty() {
        return Some(TermStore::TRUE);
    }
    if !same_ends {
        let (v, w) = (context.as_word(x[0])?, context.as_word(*y.first()?)?);
        return Some(TermStore::bool((v < w) != tress_base::is_planted("order-strip")));
    }
    let (x, y) = (context.concat(&x), context.concat(&y));
    if context.is_empty_word(y) {
        return Some(context.is_empty(x));
    }
    ((x, y) != (a, b)).then(|| context.app(Op::StrLe, &[x, y]))
}

/// match: `(str.<= (str.substr x 0 n) x)`; result: `true`; match: `(str.<= (str.from_int n) "a")`,
/// `(str.<= "a" (str.from_int n))`; result: `true`, `false`; why: a prefix comes first; so do digits before
/// alphabetic characters.
fn certain_order(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::StrLe)?;
    let (x, y) = (context.parts(a), context.parts(b));
    if let ([only], Some(first)) = (x.as_slice(), y.first())
        && context.begins_with(*first, *only)
    {
        return Some(TermStore::TRUE);
    }
    let is_digits = |list: &[Term]| matches!(list, [only] if context.store.op(*only) == Some(Op::StrFromInt));
    let is_behind = |list: &[Term]| {
        let first = list.first().and_then(|first| context.as_word(*first));
        first.is_some_and(|word| word.first().is_some_and(|character| *character > u32::from('9')))
    };
    if is_digits(&x) && is_behind(&y) {
        return Some(TermStore::TRUE);
    }
    (is_digits(&y) && is_behind(&x)).then_some(TermStore::FALSE)
}

/// match: `(str.<= x "ab")`, `(str.<= "ab" x)` with |x| = 1; result: `(>= 97 (str.to_code x))`,
/// `(>= (str.to_code x) 98)`; why: one character decides, and its word comes before longer ones that begin
/// with it.
fn order_of_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::StrLe)?;
    let (word, other) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let (length, one) = (context.len(other), context.int(1));
    let word_codes = context.as_word(word)?;
    let first = *word_codes.first()?;
    if context.is_literal(other) || !context.at_least(length, one, 0) || !context.at_least(one, length, 0) {
        return None;
    }
    let code = context.app(Op::ToCode, &[other]);
    if word == b {
        let most = context.int(i64::from(first) - i64::from(tress_base::is_planted("order-character")));
        return Some(context.ge(most, code));
    }
    let least = context.int(first + u32::from(word_codes.len() > 1));
    Some(context.ge(code, least))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new("order-chain", Family::Order, &[Op::StrLt, Op::StrLe], chain, ["(str.< x y z)", "(str.< x y)"]),
    Rule::new("order-less", Family::Order, &[Op::StrLt], less, ["(str.< x y)", ""]),
    Rule::new(
        "order-strip",
        Family::Order,
        &[Op::StrLe],
        at_most,
        ["(str.<= (str.++ x \"a\" y) (str.++ x \"b\"))", "(str.<= x y)"],
    ),
    Rule::new(
        "order-certain",
        Family::Order,
        &[Op::StrLe],
        certain_order,
        ["(str.<= (str.substr x 0 n) (str.++ x y))", "(str.<= (str.substr x 1 n) x)"],
    ),
    Rule::new(
        "order-letter",
        Family::Order,
        &[Op::StrLe],
        order_of_character,
        ["(str.<= \"ab\" (str.substr (str.++ x \"ab\") 0 1))", "(str.<= \"a\" (str.substr x 0 1))"],
    ),
];
