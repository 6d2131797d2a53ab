//! Positions: `str.indexof`.

use super::contains::{Trimmed, holds, overlap_back, trimmed};
use super::context::Context;
use super::limits::{PARTS, POSITION_CASES};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, Value};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 3]> {
    context.match_op::<3>(term, Op::IndexOf)
}

/// match: `(str.indexof x y n)` where `y` never occurs in `x`, the start is outside, or too little is left;
/// result: `-1`; why: meaning of `str.indexof`.
fn never(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let (whole, wanted) = (context.len(s), context.len(t));
    let (zero, end) = (context.int(0), context.add(n, wanted));
    let outside = context.at_least(zero, n, -1)
        || context.at_least(end, whole, -1 + i64::from(tress_base::is_planted("index-outside")));
    (outside || context.occurs(s, t) == Some(false)).then(|| context.int(-1))
}

/// match: `(str.indexof x "" n)`; result: `(ite (and (>= n 0) (>= (str.len x) n)) n (- 1))`; why: the empty
/// word occurs everywhere, also at the end.
fn of_empty(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    if !context.is_empty_word(t) {
        return None;
    }
    let (zero, whole, minus) = (context.int(0), context.len(s), context.int(-1));
    let (low, mut high) = (context.ge(n, zero), context.ge(whole, n));
    if tress_base::is_planted("index-of-empty") {
        high = context.ge(n, whole);
        high = context.not(high);
    }
    let inside = context.and(&[low, high]);
    Some(context.ite(inside, n, minus))
}

/// match: `(str.indexof x y n)` with n >= |x|; result: `(ite (and (= y "") (>= (str.len x) n)) n (- 1))`;
/// why: only the empty word occurs at the end.
fn at_the_end(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let whole = context.len(s);
    if !context.at_least(n, whole, 0) {
        return None;
    }
    let (empty, inside, minus) = (context.is_empty(t), context.ge(whole, n), context.int(-1));
    let found = context.and(&[empty, inside]);
    if tress_base::is_planted("index-end") {
        return Some(minus);
    }
    Some(context.ite(found, n, minus))
}

/// match: `(str.indexof x y n)` with |y| >= |x|; result: `(ite (and (= n 0) (= x y)) 0 (- 1))`; why: no
/// shorter word occurs, and the whole only at the start.
fn whole(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let (whole, wanted) = (context.len(s), context.len(t));
    if !context.at_least(wanted, whole, 0) {
        return None;
    }
    let [zero, minus] = [0, -1].map(|number| context.int(number));
    let (first, same) = (context.eq(n, zero), context.eq(s, t));
    let found = if tress_base::is_planted("index-whole") { same } else { context.and(&[first, same]) };
    Some(context.ite(found, zero, minus))
}

/// match: `(str.indexof "a" y n)`; result:
/// `(ite (and (= y "") (>= n 0) (>= 1 n)) n (ite (and (= y "a") (= n 0)) 0 (- 1)))`; why: a word of one
/// character has no other parts.
fn in_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    if context.as_word(s)?.len() != 1 || context.is_literal(t) {
        return None;
    }
    let [zero, one, minus] = [0, 1, -1].map(|number| context.int(number));
    let (empty, low, high) = (context.is_empty(t), context.ge(n, zero), context.ge(one, n));
    let anywhere = context.and(&[empty, low, high]);
    let (same, first) = (context.eq(t, s), context.eq(n, zero));
    let there = context.and(&[same, first]);
    let rest = context.ite(there, zero, minus);
    Some(context.ite(anywhere, n, rest))
}

/// match: `(str.indexof "abc" x 0)` with |x| = 1; result:
/// `(ite (= x "a") 0 (ite (= x "b") 1 (ite (= x "c") 2 (- 1))))`; why: the first position of a character in a
/// short string is found by cases.
fn of_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let (length, one) = (context.len(t), context.int(1));
    let word = context.as_word(s).filter(|word| !POSITION_CASES.is_exceeded(word.len(), context.budget))?;
    let start = context.as_int(n)?.to_usize()?;
    if context.is_literal(t) || !context.at_least(length, one, 0) || !context.at_least(one, length, 0) {
        return None;
    }
    let mut found = context.int(-1);
    for position in
        (start..word.len()).rev().filter(|position| !word[start..*position].contains(&word[*position]))
    {
        let (character, position) = (context.word(&word[position..=position]), context.int(position as i64));
        let is_here = context.eq(t, character);
        found = context.ite(is_here, position, found);
    }
    Some(found)
}

/// match: `(str.indexof (str.++ x y) z n)` with n >= |x|; result: `(ite (= i (- 1)) (- 1) (+ (str.len x) i))`
/// with i = `(str.indexof y z (- n (str.len x)))`; why: the search begins behind the first part.
fn skip_front(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let parts = context.parts(s);
    if parts.len() < 2 {
        return None;
    }
    let front = context.len(parts[0]);
    if !context.at_least(n, front, 0) {
        return None;
    }
    let (rest, start) = (context.concat(&parts[1..]), context.sub(n, front));
    let (position, minus) = (context.app(Op::IndexOf, &[rest, t, start]), context.int(-1));
    let there = if tress_base::is_planted("index-skip") { position } else { context.add(front, position) };
    let none = context.eq(position, minus);
    Some(context.ite(none, minus, there))
}

/// match: `(str.indexof (str.++ "bc" x) y 1)`; result: `(str.indexof (str.++ "ac" x) y 1)`; why: characters
/// before the start do not matter, so they are all written alike.
fn ignored_front(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let mut parts = context.parts(s);
    let first = context.as_word(*parts.first()?)?;
    let count = (context.as_int(n)?.to_usize()? + usize::from(tress_base::is_planted("index-ignored")))
        .min(first.len());
    let character = u32::from('a');
    if first[..count].iter().all(|code| *code == character) {
        return None;
    }
    let mut new = vec![character; count];
    new.extend_from_slice(&first[count..]);
    parts[0] = context.word(&new);
    let s = context.concat(&parts);
    Some(context.app(Op::IndexOf, &[s, t, n]))
}

/// match: `(str.indexof (str.++ x y) x 0)`; result: `0`; why: it begins with it.
fn at_the_start(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    if !context.as_int(n)?.is_zero() {
        return None;
    }
    let (h, w) = (context.parts(s), context.parts(t));
    let last = w.len().checked_sub(1)?;
    let begins = h.len() > last && h[..last] == w[..last] && context.begins_with(h[last], w[last]);
    begins.then_some(n)
}

/// match: `(str.indexof (str.++ "abc" x) "b" 0)`; result: `1`; why: the first occurrence is in the literal in
/// front.
fn in_front(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let first = context.as_word(*context.parts(s).first()?)?;
    let (word, start) = (context.as_word(t)?, context.as_int(n)?);
    let position = context.fold(Op::IndexOf, &[Value::Str(first), Value::Str(word), Value::Int(start)])?;
    match &position {
        Value::Int(n) if !n.is_negative() => Some(context.store.value(position)),
        _ => None,
    }
}

/// match: `(str.indexof (str.++ x y z) y 0)`; result: `(str.indexof (str.++ x y) y 0)`; why: an occurrence is
/// certain, what follows it does not matter.
fn cut_behind(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    if !context.as_int(n)?.is_zero() || context.is_empty_word(t) {
        return None;
    }
    let mut parts = context.parts(s);
    let (position, end) = certain_position(context, &parts, t)?;
    if position + 1 == parts.len() && end.is_none() {
        return None;
    }
    parts.truncate(position + 1);
    if let Some(front) = end {
        if parts[position] == front && position + 1 == context.parts(s).len() {
            return None;
        }
        parts[position] = front;
    }
    let s = context.concat(&parts);
    Some(context.app(Op::IndexOf, &[s, t, n]))
}

/// The first part in which the word certainly occurs; of a literal, its beginning up to the end of the
/// occurrence.
pub(super) fn certain_position(
    context: &mut Context<'_>,
    parts: &[Term],
    t: Term,
) -> Option<(usize, Option<Term>)> {
    for (position, part) in parts.iter().enumerate() {
        if PARTS.is_exceeded(position + 1, context.budget) {
            break;
        }
        if *part == t {
            return Some((position, None));
        }
        let (Some(hay), Some(word)) = (context.as_word(*part), context.as_word(t)) else { continue };
        let args = [Value::Str(hay.clone()), Value::Str(word.clone()), Value::Int(0.into())];
        if let Some(Value::Int(start)) = context.fold(Op::IndexOf, &args)
            && !start.is_negative()
        {
            let end = start.to_usize()? + word.len();
            let front = context.word(&hay[..end]);
            return Some((position, Some(front)));
        }
    }
    None
}

/// match: `(str.indexof (str.++ x "bc") "ab" n)`; result: `(str.indexof (str.++ x "b") "ab" n)`; why:
/// characters at the end that cannot belong to an occurrence do not matter.
fn trim_end(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    let word = context.as_word(t).filter(|word| !word.is_empty() && word.len() < 1000)?;
    if context.store.op(s) != Some(Op::Concat) {
        return None;
    }
    let mut parts = context.parts(s);
    let last = parts.len() - 1;
    let end = context.as_word(parts[last])?;
    if holds(&end, &word) {
        return None;
    }
    let kept = overlap_back(&end, &word);
    if kept == end.len() {
        return None;
    }
    parts[last] = context.word(&end[..kept]);
    let s = context.concat(&parts);
    Some(context.app(Op::IndexOf, &[s, t, n]))
}

/// match: `(str.indexof (str.++ x "ab") (str.++ y "c") n)`; result: `(str.indexof x (str.++ y "c") n)`; why:
/// no occurrence ends in these characters.
fn trim_end_by_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [s, t, n] = open(context, term)?;
    if context.is_literal(t) {
        return None;
    }
    let Trimmed { front, mut parts, .. } = trimmed(context, s, t).filter(|cut| !cut.back.is_empty())?;
    // What is in front is counted, so it stays.
    parts.insert(0, context.word(&front));
    let s = context.concat(&parts);
    Some(context.app(Op::IndexOf, &[s, t, n]))
}

/// match: `(= (str.indexof x y 0) (- 1))`; result: `(not (str.contains x y))`; match:
/// `(= (str.indexof x y 0) 0)`; result: `(str.prefixof y x)`; match: `(= (str.indexof x "a" 0) 2)`; result: a
/// membership and the negation of one; why: meaning of `str.indexof`; a first position of a literal is a
/// regular property.
fn known_position(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if context.store.sort(a) != Sort::Int {
        return None;
    }
    let (number, other) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let position = context.as_int(number)?;
    let [s, t, n] = open(context, other)?;
    if !context.as_int(n)?.is_zero() {
        return None;
    }
    if position.is_negative() {
        let found = context.contains(s, t);
        return position.eq(&tress_base::Int::MINUS_ONE).then(|| context.not(found));
    }
    if position.is_zero() {
        return Some(context.app(Op::PrefixOf, &[t, s]));
    }
    context.as_word(t).filter(|word| !word.is_empty())?;
    let (any, all) = (context.app(Op::ReAllChar, &[]), context.app(Op::ReAll, &[]));
    let word = context.app(Op::StrToRe, &[t]);
    let least = context.indexed(Op::ReLoop, &[position.clone(), position.clone()], &[any]);
    let before = &position - &tress_base::Int::ONE;
    let fewer = context.indexed(Op::ReLoop, &[tress_base::Int::ZERO, before], &[any]);
    let (here, earlier) =
        (context.app(Op::ReConcat, &[least, word, all]), context.app(Op::ReConcat, &[fewer, word, all]));
    let (here, earlier) = (context.app(Op::InRe, &[s, here]), context.app(Op::InRe, &[s, earlier]));
    let not_earlier = context.not(earlier);
    Some(context.and(&[here, not_earlier]))
}

const OPS: &[Op] = &[Op::IndexOf];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "index-never",
        Family::Occurrences,
        OPS,
        never,
        ["(str.indexof x (str.++ x \"a\") n)", "(str.indexof x y 0)"],
    ),
    Rule::new(
        "index-empty",
        Family::Occurrences,
        OPS,
        of_empty,
        ["(str.indexof x \"\" n)", "(str.indexof x \"a\" n)"],
    ),
    Rule::new(
        "index-end",
        Family::Occurrences,
        OPS,
        at_the_end,
        ["(str.indexof \"a\" x 1)", "(str.indexof \"a\" x 0)"],
    ),
    Rule::new("index-whole", Family::Occurrences, OPS, whole, ["(str.indexof x x n)", "(str.indexof x y n)"]),
    Rule::new(
        "index-start",
        Family::Occurrences,
        OPS,
        at_the_start,
        ["(str.indexof (str.++ x y) x 0)", "(str.indexof (str.++ x y) y 0)"],
    ),
    Rule::new(
        "index-front",
        Family::Occurrences,
        OPS,
        in_front,
        ["(str.indexof (str.++ \"aba\" x) \"b\" 0)", "(str.indexof (str.++ \"aba\" x) \"c\" 0)"],
    ),
    Rule::new(
        "index-letter",
        Family::Occurrences,
        OPS,
        in_character,
        ["(str.indexof \"a\" y n)", "(str.indexof \"ab\" y n)"],
    ),
    Rule::new(
        "index-of-letter",
        Family::Occurrences,
        OPS,
        of_character,
        [
            "(str.indexof \"abca\" (str.substr (str.++ x \"ab\") 0 1) 1)",
            "(str.indexof \"abca\" (str.substr x 0 1) 1)",
        ],
    ),
    Rule::new(
        "index-skip",
        Family::Occurrences,
        OPS,
        skip_front,
        ["(str.indexof (str.++ x \"a\" y) z (+ (str.len x) 1))", "(str.indexof (str.++ x y) z 1)"],
    ),
    Rule::new(
        "index-ignored",
        Family::Occurrences,
        OPS,
        ignored_front,
        ["(str.indexof (str.++ \"bc\" x) y 1)", "(str.indexof (str.++ \"ac\" x) y 1)"],
    ),
    Rule::new(
        "index-cut",
        Family::Occurrences,
        OPS,
        cut_behind,
        ["(str.indexof (str.++ x y z) y 0)", "(str.indexof (str.++ x y) y 0)"],
    ),
    Rule::new(
        "index-trim",
        Family::Occurrences,
        OPS,
        trim_end,
        ["(str.indexof (str.++ x \"bc\") \"ab\" n)", "(str.indexof (str.++ x \"b\") \"ab\" n)"],
    ),
    Rule::new(
        "index-trim-parts",
        Family::Occurrences,
        OPS,
        trim_end_by_parts,
        [
            "(str.indexof (str.++ x \"ab\") (str.++ y \"c\") n)",
            "(str.indexof (str.++ x \"ac\") (str.++ y \"c\") n)",
        ],
    ),
    Rule::new(
        "index-known",
        Family::Occurrences,
        &[Op::Eq],
        known_position,
        ["(= (str.indexof x \"a\" 0) 2)", "(= (str.indexof x y 0) 2)"],
    ),
];
