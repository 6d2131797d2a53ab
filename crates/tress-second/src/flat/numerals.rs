//! Conversions between words and numbers over shapes.
//!
//! The value of a word is built up character by character. A loop keeps a numeral linear only where it
//! repeats zeros in front of everything else, or repeats nothing.

use super::formula::Formula;
use super::shape::{Item, Shape};
use tress_term::term::{Op, Term};

const ZERO: i64 = '0' as i64;
const NINE: i64 = '9' as i64;

/// The number that is `(str.to_int word)`.
pub(super) fn to_int(formula: &mut Formula<'_, '_>, shape: &Shape) -> Term {
    let (result, numeral) = (formula.number("to-int"), formula.truth("numeral"));
    let (origin, length) = (formula.restricted(&[shape]), formula.length(shape));
    let (zero, minus) = (formula.int(0), formula.int(-1));
    // These hold for every word.
    let not = formula.not(numeral);
    let none = formula.equal(result, minus);
    let some = formula.at_most(zero, result);
    formula.when(0, &[not], none);
    formula.when(0, &[numeral], some);
    let empty = formula.equal(length, zero);
    formula.when(0, &[empty], not);
    let value = value(formula, shape, numeral, origin);
    let exact = formula.equal(result, value);
    formula.when(origin, &[numeral], exact);
    let mut reasons = vec![empty];
    for item in shape.items() {
        let present = formula.present(&item);
        for &code in item.codes() {
            let digit = formula.between(ZERO, code, NINE);
            let other = formula.not(digit);
            reasons.push(formula.and(&[present, other]));
            formula.when(origin, &[numeral, present], digit);
        }
    }
    let reason = formula.or(&reasons);
    formula.when(origin, &[not], reason);
    result
}

/// The value of the digits of a shape, under the premise that it is a numeral.
fn value(formula: &mut Formula<'_, '_>, shape: &Shape, numeral: Term, origin: u32) -> Term {
    let (zero, code_of_zero) = (formula.int(0), formula.int(ZERO));
    let mut value = zero;
    for item in shape.items() {
        let present = formula.present(&item);
        match item {
            Item::Character { code, .. } => {
                let (next, ten) = (formula.number("value"), formula.int(10));
                let tens = formula.env.app(Op::Mul, &[ten, value]);
                let digit = formula.env.app(Op::Sub, &[code, code_of_zero]);
                let longer = formula.sum(&[tens, digit]);
                let (longer, same) = (formula.equal(next, longer), formula.equal(next, value));
                formula.when(origin, &[numeral, present], longer);
                let absent = formula.not(present);
                formula.when(origin, &[numeral, absent], same);
                value = next;
            }
            Item::Loop { codes, .. } => {
                let mut nothing = vec![formula.equal(value, zero)];
                nothing.extend(codes.iter().map(|code| formula.equal(*code, code_of_zero)));
                let nothing = formula.and(&nothing);
                formula.when(origin, &[numeral, present], nothing);
            }
        }
    }
    value
}

/// Asserts that a shape of characters alone is `(str.from_int number)`.
pub(super) fn from_int(formula: &mut Formula<'_, '_>, shape: &Shape, number: Term) {
    let (origin, length) = (formula.restricted(&[shape]), formula.length(shape));
    let (zero, one) = (formula.int(0), formula.int(1));
    let (numeral, empty) = (formula.at_most(zero, number), formula.equal(length, zero));
    let (negative, some) = (formula.not(numeral), formula.not(empty));
    formula.when(0, &[negative], empty);
    formula.when(0, &[numeral], some);
    let value = value(formula, shape, numeral, origin);
    let exact = formula.equal(value, number);
    formula.when(origin, &[numeral], exact);
    let mut first = true;
    for item in shape.items() {
        let (present, code) = (formula.present(&item), item.codes()[0]);
        let digit = formula.between(ZERO, code, NINE);
        formula.when(origin, &[numeral, present], digit);
        if std::mem::take(&mut first) {
            let (single, leads) = (formula.equal(length, one), formula.between(ZERO + 1, code, NINE));
            let canonical = formula.or(&[single, leads]);
            formula.when(origin, &[numeral], canonical);
        }
    }
}

/// The number that is `(str.to_code word)`.
pub(super) fn to_code(formula: &mut Formula<'_, '_>, shape: &Shape) -> Term {
    let (result, length) = (formula.number("to-code"), formula.length(shape));
    let origin = formula.restricted(&[shape]);
    let (zero, one, minus) = (formula.int(0), formula.int(1), formula.int(-1));
    let (single, none) = (formula.equal(length, one), formula.equal(result, minus));
    let several = formula.not(single);
    formula.when(0, &[several], none);
    let some = formula.at_most(zero, result);
    formula.when(0, &[single], some);
    for item in shape.items() {
        // A loop of several characters is in no word of one.
        let (present, exact) = (formula.present(&item), formula.equal(result, item.codes()[0]));
        formula.when(origin, &[single, present], exact);
    }
    result
}

/// Asserts that `character`, of which at most one position is used, is `(str.at word index)`.
pub(super) fn at(formula: &mut Formula<'_, '_>, shape: &Shape, index: Term, character: (Term, Term)) {
    let (code, length) = character;
    let origin = formula.restricted(&[shape]);
    let (zero, one, whole) = (formula.int(0), formula.int(1), formula.length(shape));
    let (starts, behind) = (formula.at_most(zero, index), formula.at_most(whole, index));
    let before = formula.not(behind);
    let inside = formula.and(&[starts, before]);
    let outside = formula.not(inside);
    let (single, none) = (formula.equal(length, one), formula.equal(length, zero));
    formula.when(0, &[inside], single);
    formula.when(0, &[outside], none);
    let mut offset: Vec<Term> = Vec::new();
    for piece in &shape.pieces {
        let start = formula.sum(&offset);
        match piece {
            super::shape::Piece::Segment { codes, length } => {
                for (position, &own) in codes.iter().enumerate() {
                    let used = formula.used(position, *length);
                    let positions = formula.int(i64::try_from(position).expect("short segments"));
                    let here = formula.sum(&[start, positions]);
                    let (met, same) = (formula.equal(here, index), formula.equal(code, own));
                    formula.when(origin, &[used, met], same);
                }
                offset.push(*length);
            }
            super::shape::Piece::Loop { codes, count } => {
                offset.push(formula.times(codes.len(), *count));
                let end = formula.sum(&offset);
                let (begun, ended) = (formula.at_most(start, index), formula.at_most(end, index));
                let open = formula.not(ended);
                let same = in_loop(formula, (start, index), codes, code);
                formula.when(origin, &[begun, open], same);
            }
        }
    }
}

/// Is a character the one of a loop at an index, which is not before the start of the loop?
fn in_loop(formula: &mut Formula<'_, '_>, (start, index): (Term, Term), codes: &[Term], code: Term) -> Term {
    if let [only] = codes {
        return formula.equal(code, *only);
    }
    let rounds = formula.number("rounds");
    let before = formula.times(codes.len(), rounds);
    let mut ways = Vec::new();
    for (position, own) in codes.iter().enumerate() {
        let position = formula.env.store.int(position);
        let here = formula.sum(&[start, before, position]);
        let parts = [formula.equal(here, index), formula.equal(code, *own)];
        ways.push(formula.and(&parts));
    }
    formula.or(&ways)
}
