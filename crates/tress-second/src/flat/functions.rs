//! Functions of strings by equations between shapes.
//!
//! If a case is not encoded completely, the evaluator decides.

use tress_base::Stop;

use super::bounds::Kind;
use super::numerals;
use super::predicates::exclude;
use super::shape::{Piece, Shape};
use super::translate::{LAST_CODE, Translation};
use tress_term::term::{Op, Term, Word};

/// The shape of a function's value.
pub(super) fn string(cx: &mut Translation<'_, '_>, op: Op, args: &[Term], kind: Kind) -> Result<Shape, Stop> {
    match (op, args) {
        (Op::At, [s, i]) => Ok(at(cx, *s, *i)),
        (Op::Substr, [s, i, n]) if cx.formula.constant(*n) == Some(1) => Ok(at(cx, *s, *i)),
        (Op::Substr, [s, i, n]) => {
            let (shape, start, count) = (cx.shape(*s), cx.image(*i), cx.image(*n));
            substr(cx, &shape, start, count, kind)
        }
        (Op::StrFromInt, [n]) => {
            let (shape, number) = (cx.fresh(Kind::Straight), cx.image(*n));
            numerals::from_int(&mut cx.formula, &shape, number);
            Ok(shape)
        }
        (Op::FromCode, [n]) => {
            let (character, number) = (character(cx), cx.image(*n));
            if let [Piece::Segment { codes, length }] = character.pieces.as_slice() {
                let (zero, one) = (cx.formula.int(0), cx.formula.int(1));
                let valid = cx.formula.between(0, number, LAST_CODE);
                let invalid = cx.formula.not(valid);
                let some = [cx.formula.equal(*length, one), cx.formula.equal(codes[0], number)];
                let (some, none) = (cx.formula.and(&some), cx.formula.equal(*length, zero));
                cx.formula.when(0, &[valid], some);
                cx.formula.when(0, &[invalid], none);
            }
            Ok(character)
        }
        (Op::Replace, [s, t, u]) => replace(cx, *s, *t, *u, kind),
        _ => Ok(cx.fresh(kind)),
    }
}

/// The character at an index, encoded position by position.
fn at(cx: &mut Translation<'_, '_>, s: Term, i: Term) -> Shape {
    let (shape, index, character) = (cx.shape(s), cx.image(i), character(cx));
    if let [Piece::Segment { codes, length }] = character.pieces.as_slice() {
        numerals::at(&mut cx.formula, &shape, index, (codes[0], *length));
    }
    Shape { owners: shape.owners, ..character }
}

/// A word of at most one character. That is a fact about the function, no restriction.
fn character(cx: &mut Translation<'_, '_>) -> Shape {
    let (code, length) = (cx.formula.number("letter"), cx.formula.number("letters"));
    let (range, most) = (cx.formula.between(0, code, LAST_CODE), cx.formula.between(0, length, 1));
    cx.formula.add(0, range);
    cx.formula.add(0, most);
    Shape { pieces: vec![Piece::Segment { codes: vec![code], length }], owners: Vec::new() }
}

/// Inside, `s = front part rest` with the front as long as the start; outside, the part is empty.
fn substr(
    cx: &mut Translation<'_, '_>,
    s: &Shape,
    start: Term,
    count: Term,
    kind: Kind,
) -> Result<Shape, Stop> {
    let (part, front, rest) = (cx.fresh(kind), cx.fresh(Kind::Plain), cx.fresh(Kind::Plain));
    let (zero, one) = (cx.formula.int(0), cx.formula.int(1));
    let [all, own, before, after] = [s, &part, &front, &rest].map(|shape| cx.formula.length(shape));
    let (starts, some) = (cx.formula.at_most(zero, start), cx.formula.at_most(one, count));
    let behind = cx.formula.at_most(all, start);
    let inside = cx.formula.not(behind);
    let valid = cx.formula.and(&[starts, inside, some]);
    let invalid = cx.formula.not(valid);
    let whole = Shape::join(&[&front, &part, &rest]);
    cx.same(s, &whole, valid)?;
    let (position, most) = (cx.formula.equal(before, start), cx.formula.at_most(own, count));
    let reach = [cx.formula.equal(own, count), cx.formula.equal(after, zero)];
    let reach = cx.formula.or(&reach);
    let none = cx.formula.equal(own, zero);
    let inside = cx.formula.and(&[position, most, reach]);
    cx.formula.when(0, &[valid], inside);
    cx.formula.when(0, &[invalid], none);
    Ok(part)
}

/// `s = front t rest` becomes `front u rest`, with nothing of `t` in the front; or nothing changes.
fn replace(cx: &mut Translation<'_, '_>, s: Term, t: Term, u: Term, kind: Kind) -> Result<Shape, Stop> {
    let result = cx.fresh(kind);
    let (front, rest) = (cx.fresh(Kind::Plain), cx.fresh(Kind::Plain));
    let [whole, old, new] = [s, t, u].map(|term| cx.shape(term));
    let found = cx.formula.truth("found");
    let missing = cx.formula.not(found);
    cx.same(&whole, &Shape::join(&[&front, &old, &rest]), found)?;
    cx.same(&result, &Shape::join(&[&front, &new, &rest]), found)?;
    cx.same(&result, &whole, missing)?;
    if let Some(word) = cx.formula.env.word_of(t) {
        first(cx, &whole, &front, &word, found)?;
    }
    Ok(result)
}

/// Asserts: a word occurs behind the front for the first time, or nowhere in the whole.
fn first(
    cx: &mut Translation<'_, '_>,
    whole: &Shape,
    front: &Shape,
    word: &Word,
    found: Term,
) -> Result<(), Stop> {
    let missing = cx.formula.not(found);
    if word.is_empty() {
        let (zero, before) = (cx.formula.int(0), cx.formula.length(front));
        let at_once = cx.formula.equal(before, zero);
        cx.formula.when(0, &[found], at_once);
    } else {
        // It may not begin in the front and end in its own characters either.
        let begun = cx.word(&word.part(0, word.len() - 1));
        exclude(cx, &Shape::join(&[front, &begun]), word, found)?;
    }
    exclude(cx, whole, word, missing)
}

/// The index is the length of what is before the occurrence, or -1. What is before the
/// start is not looked at.
pub(super) fn index_of(cx: &mut Translation<'_, '_>, s: Term, t: Term, i: Term) -> Result<Term, Stop> {
    let result = cx.formula.number("index");
    let (front, rest) = (cx.fresh(Kind::Plain), cx.fresh(Kind::Plain));
    let ([whole, part], start) = ([s, t].map(|term| cx.shape(term)), cx.image(i));
    let (zero, minus, all) = (cx.formula.int(0), cx.formula.int(-1), cx.formula.length(&whole));
    let ends = [cx.formula.at_most(zero, start), cx.formula.at_most(start, all)];
    let valid = cx.formula.and(&ends);
    let found = cx.formula.at_most(zero, result);
    let missing = cx.formula.not(found);
    let (skipped, tail) = if cx.formula.constant(start) == Some(0) {
        (Shape::default(), whole)
    } else {
        let (skipped, tail) = (cx.fresh(Kind::Plain), cx.fresh(Kind::Plain));
        cx.same(&whole, &Shape::join(&[&skipped, &tail]), valid)?;
        let length = cx.formula.length(&skipped);
        let exact = cx.formula.equal(length, start);
        cx.formula.when(0, &[valid], exact);
        (skipped, tail)
    };
    cx.same(&tail, &Shape::join(&[&front, &part, &rest]), found)?;
    let before = cx.formula.length(&Shape::join(&[&skipped, &front]));
    let position = cx.formula.equal(before, result);
    let position = cx.formula.and(&[position, valid]);
    cx.formula.when(0, &[found], position);
    let none = cx.formula.equal(result, minus);
    cx.formula.when(0, &[missing], none);
    if let Some(word) = cx.formula.env.word_of(t) {
        let absent = cx.formula.and(&[valid, missing]);
        let here = cx.formula.not(absent);
        first(cx, &tail, &front, &word, here)?;
    }
    Ok(result)
}
