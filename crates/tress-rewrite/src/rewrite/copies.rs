//! Operators outside of the standard that the others can define: `str.update`, `str.repeat`, `str.compare`,
//! `str.trim`, `str.last_indexof`, `str.count` and signed numerals.
//!
//! If an argument determines what such an operator does, it becomes concatenations and parts of words.

use super::context::Context;
use super::limits::COPIES;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore, Value};

/// match: `(str.update x n "")`, `(str.update x n (str.substr x n m))`, `(str.update x (- 1) y)`,
/// `(str.update x (str.len x) y)`; result: `x`; why: nothing is written, or what is there already, or outside
/// of the word.
fn update_of_nothing(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, n, y] = context.match_op::<3>(term, Op::Update)?;
    let length = context.len(x);
    let minus = context.int(-1);
    let is_same = match (context.store.op(y), context.store.args(y)) {
        (Some(Op::Substr), [of, from, _]) | (Some(Op::At), [of, from]) => (*of, *from) == (x, n),
        _ => false,
    };
    let is_idle = is_same
        || context.is_empty_word(y)
        || context.is_empty_word(x)
        || context.at_least(minus, n, 0)
        || context.at_least(n, length, 0);
    is_idle.then_some(x)
}

/// match: `(str.update x 0 y)`; result:
/// `(str.++ (str.substr y 0 (str.len x)) (str.substr x (str.len y) (str.len x)))`; match:
/// `(str.update x n y)` with 0 <= n and n + |y| <= |x|; result:
/// `(str.++ (str.substr x 0 n) y (str.substr x (+ n (str.len y)) (str.len x)))`; why: meaning of the
/// operator.
fn update_in_place(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, n, y] = context.match_op::<3>(term, Op::Update)?;
    let (zero, whole, new) = (context.int(0), context.len(x), context.len(y));
    if n == zero {
        let (front, rest) = (context.substr(y, zero, whole), context.substr(x, new, whole));
        return Some(context.concat(&[front, rest]));
    }
    let end = context.add(n, new);
    if !context.at_least_number(n, 0) || !context.at_least(whole, end, 0) {
        return None;
    }
    let (front, rest) = (context.substr(x, zero, n), context.substr(x, end, whole));
    Some(context.concat(&[front, y, rest]))
}

/// match: `(str.repeat x 3)`, `(str.repeat x 0)`, `(str.repeat "" n)`; result: `(str.++ x x x)`, `""`, `""`;
/// why: meaning of the operator.
fn repeat(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, n] = context.match_op::<2>(term, Op::Repeat)?;
    let zero = context.int(0);
    if context.is_empty_word(x) || context.at_least(zero, n, 0) {
        return Some(context.empty_word());
    }
    let copies = match context.store.as_value(n) {
        Some(Value::Int(copies)) => copies.to_usize()?,
        _ => return None,
    };
    if COPIES.is_exceeded(copies, context.budget) {
        return None;
    }
    let copies = vec![x; copies];
    Some(context.concat(&copies))
}

/// match: `(str.compare x y)`; result: `(ite (= x y) 0 (ite (str.<= x y) (- 1) 1))`; why: meaning of the
/// operator.
fn compare(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y] = context.match_op::<2>(term, Op::Compare)?;
    let (equal, before) = (context.eq(x, y), context.app(Op::StrLe, &[x, y]));
    let [minus, zero, one] = [-1, 0, 1].map(|order| context.int(order));
    let order = context.ite(before, minus, one);
    Some(context.ite(equal, zero, order))
}

/// match: `(str.trim (str.trim x))`; result: `(str.trim x)`; why: nothing is left to be cut off.
fn trim_again(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [inner] = context.match_op::<1>(term, Op::Trim)?;
    (context.store.op(inner) == Some(Op::Trim)).then_some(inner)
}

/// match: `(str.last_indexof x x)`, `(str.last_indexof x "")`, `(str.last_indexof x y)` where `y` never
/// occurs; result: `0`, `(str.len x)`, `(- 1)`; why: there is one position, or the last one, or none.
fn last_position(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y] = context.match_op::<2>(term, Op::LastIndexOf)?;
    if x == y {
        return Some(context.int(0));
    }
    if context.is_empty_word(y) {
        return Some(context.len(x));
    }
    (context.occurs(x, y) == Some(false)).then(|| context.int(-1))
}

/// match: `(str.count x "")`, `(str.count x y)` where `y` never occurs; result: `0`; match:
/// `(str.count x x)`; result: `(ite (= x "") 0 1)`; why: occurrences are not empty, and a word is once in
/// itself.
fn count(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, y] = context.match_op::<2>(term, Op::Count)?;
    let zero = context.int(0);
    if context.is_empty_word(y) || context.occurs(x, y) == Some(false) {
        return Some(zero);
    }
    if x != y {
        return None;
    }
    let (empty, one) = (context.is_empty(x), context.int(1));
    Some(context.ite(empty, zero, one))
}

/// match: `(str.from_int_signed n)` with n >= 0, or n < 0; result: `(str.from_int n)`,
/// `(str.++ "-" (str.from_int (- n)))`; match: `(str.to_int_signed (str.from_int_signed n))`; result: `n`;
/// why: the sign is known, or the word is the number's own.
fn signed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    if let Some([word]) = context.match_op::<1>(term, Op::ToIntSigned) {
        return context.match_op::<1>(word, Op::FromIntSigned).map(|[n]| n);
    }
    let [n] = context.match_op::<1>(term, Op::FromIntSigned)?;
    if context.at_least_number(n, 0) {
        return Some(context.app(Op::StrFromInt, &[n]));
    }
    let minus = context.int(-1);
    if !context.at_least(minus, n, 0) {
        return None;
    }
    let (sign, opposite) = (context.word(&[u32::from('-')]), context.app(Op::Sub, &[n]));
    let digits = context.app(Op::StrFromInt, &[opposite]);
    Some(context.concat(&[sign, digits]))
}

/// An order of two words among the arguments of a junction: is it positive, and which string is at most
/// which?
fn order_literal(context: &mut Context<'_>, op: Op, arg: Term) -> Option<(bool, Term, Term)> {
    let arg = if op == Op::And { arg } else { context.not(arg) };
    let (said, atom) = match context.match_op::<1>(arg, Op::Not) {
        Some([inner]) => (false, inner),
        None => (true, arg),
    };
    let [a, b] = context.match_op::<2>(atom, Op::StrLe)?;
    Some((said, a, b))
}

/// match: `(and (str.<= x y) (str.<= y x))`; result: `(= x y)`; match:
/// `(and (str.<= x y) (not (str.<= y x)))`; result: `(not (str.<= y x))`; match:
/// `(and (not (str.<= x y)) (not (str.<= y x)))`; result: `false`; why: the order is total and antisymmetric.
/// The same for `or`, negated.
fn both_orders(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let is_order = |arg: &Term| {
        let atom = context.match_op::<1>(*arg, Op::Not).map_or(*arg, |[inner]| inner);
        context.store.op(atom) == Some(Op::StrLe)
    };
    context.store.args(term).iter().filter(|arg| is_order(arg)).nth(1)?;
    let args = context.store.args(term).to_vec();
    let mut known: rustc_hash::FxHashMap<(Term, Term), bool> = rustc_hash::FxHashMap::default();
    for arg in &args {
        if let Some((said, a, b)) = order_literal(context, op, *arg) {
            known.insert((a, b), said);
        }
    }
    let mut new = Vec::with_capacity(args.len());
    for arg in &args {
        let literal = order_literal(context, op, *arg);
        let reverse = literal.and_then(|(_, a, b)| known.get(&(b, a)).copied().filter(|_| a != b));
        match (literal, reverse) {
            (Some((true, a, b)), Some(true)) => {
                let equal = context.eq(a.min(b), a.max(b));
                new.push(if op == Op::And { equal } else { context.not(equal) });
            }
            // The other one is stronger.
            (Some((true, ..)), Some(false)) => {}
            (Some((false, ..)), Some(false)) => return Some(TermStore::bool(op == Op::Or)),
            _ => new.push(*arg),
        }
    }
    (new != args).then(|| if op == Op::And { context.and(&new) } else { context.or(&new) })
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "update-of-nothing",
        Family::Words,
        &[Op::Update],
        update_of_nothing,
        ["(str.update x n (str.substr x n m))", "(str.update x n (str.substr x m n))"],
    ),
    Rule::new(
        "update-in-place",
        Family::Words,
        &[Op::Update],
        update_in_place,
        ["(str.update x 0 y)", "(str.update x 1 y)"],
    ),
    Rule::new(
        "repeat-copies",
        Family::Words,
        &[Op::Repeat],
        repeat,
        ["(str.repeat x 3)", "(str.repeat x n)"],
    ),
    Rule::new("compare-eliminate", Family::Order, &[Op::Compare], compare, ["(str.compare x y)", ""]),
    Rule::new(
        "trim-again",
        Family::Words,
        &[Op::Trim],
        trim_again,
        ["(str.trim (str.trim x))", "(str.trim x)"],
    ),
    Rule::new(
        "last-place",
        Family::Occurrences,
        &[Op::LastIndexOf],
        last_position,
        ["(str.last_indexof x x)", "(str.last_indexof x y)"],
    ),
    Rule::new(
        "count-certain",
        Family::Occurrences,
        &[Op::Count],
        count,
        ["(str.count x x)", "(str.count x y)"],
    ),
    Rule::new(
        "signed-numeral",
        Family::Conversions,
        &[Op::FromIntSigned, Op::ToIntSigned],
        signed,
        ["(str.from_int_signed (str.len x))", "(str.from_int_signed n)"],
    ),
    Rule::new(
        "order-both",
        Family::Order,
        &[Op::And, Op::Or],
        both_orders,
        ["(and (str.<= x y) a (str.<= y x))", "(and (str.<= x y) a (str.<= y z))"],
    ),
];
