//! Numerals digit by digit: words of known length as sums, lengths of numerals as comparisons.
//!
//! Enters: `str.to_int` of a word whose parts are single characters, and the length of a numeral whose number is
//! bounded by its shape. Leaves: arithmetic over the codes of the characters, and over the number.

use tress_base::Int;

use super::context::Context;
use super::rule::{Family, Rule};
use crate::term::{Op, Term};

/// Most characters of a word that is written as a sum.
const MOST_CHARACTERS: usize = 20;
/// Most digits of a numeral whose length is told by comparisons.
const MOST_DIGITS: usize = 7;

/// match: `(str.to_int (str.++ x "7" y))` with |x| = |y| = 1; result: `(ite (and …digits) (+ (* 100 …) 70 …) (- 1))`; why: the meaning of
/// the places of a numeral.
fn sum_of_digits(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::StrToInt)?;
    let parts = context.parts(x);
    let length = context.bounds(x).high?.to_usize().filter(|length| *length <= MOST_CHARACTERS)?;
    let digits = parts.iter().filter(|part| !context.is_literal(**part)).count();
    if parts.len() < 2 || digits == 0 {
        return None;
    }
    let [low, high] = ['0', '9'].map(|digit| context.word(&[u32::from(digit)]));
    let digit = context.app(Op::ReRange, &[low, high]);
    let (mut conditions, mut summands, mut known, mut left) = (Vec::new(), Vec::new(), Int::ZERO, length);
    for part in parts {
        if let Some(word) = context.as_word(part) {
            for letter in word.iter() {
                let value = letter.checked_sub(u32::from('0')).filter(|value| *value < 10)?;
                left = left.checked_sub(1)?;
                known = &known + &(&Int::from(value) * &power(left));
            }
            continue;
        }
        let bounds = context.bounds(part);
        if bounds.low? != Int::ONE || bounds.high? != Int::ONE {
            return None;
        }
        left = left.checked_sub(1)?;
        conditions.push(context.app(Op::InRe, &[part, digit]));
        let (code, factor) = (context.app(Op::ToCode, &[part]), context.int(power(left)));
        summands.push(context.app(Op::Mul, &[factor, code]));
        known = &known - &(&Int::from(u32::from('0')) * &power(left));
    }
    summands.push(context.int(known));
    let sum = context.app(Op::Add, &summands);
    let (all, minus) = (context.and(&conditions), context.int(-1));
    Some(context.ite(all, sum, minus))
}

/// match: `(str.len (str.from_int n))` with n < 100 by its shape; result: `(+ (ite (>= n 0) 1 0) (ite (>= n 10) 1 0))`; why: each power of
/// ten is one more digit.
fn count_of_digits(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [numeral] = context.match_op::<1>(term, Op::Length)?;
    let [n] = context.match_op::<1>(numeral, Op::StrFromInt)?;
    let high = context.bounds(n).high.filter(|high| high.bit_len() < 64 && !high.is_negative())?;
    let most = high.decimal_len();
    if most > MOST_DIGITS {
        return None;
    }
    let (one, zero) = (context.int(1), context.int(0));
    let mut counted = Vec::with_capacity(most);
    for place in 0..most {
        let least = if place == 0 { zero } else { context.int(power(place)) };
        let is_there = context.ge(n, least);
        counted.push(context.ite(is_there, one, zero));
    }
    Some(match counted.as_slice() {
        [only] => *only,
        _ => context.app(Op::Add, &counted),
    })
}

/// match: `(mod (str.to_int x) 10)`, `(mod (str.to_int x) 2)`; result: `(ite (str.in_re x (re.+ (re.range "0" "9"))) (str.to_int (str.at x (-
/// (str.len x) 1))) 9)`, likewise; why: what divides ten is told by the last digit, and -1 leaves one less than the divisor.
fn rest_of_numeral(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [number, divisor] = context.match_op::<2>(term, Op::Mod)?;
    let [x] = context.match_op::<1>(number, Op::StrToInt)?;
    let base = Int::from(10);
    let size = context.as_int(divisor).filter(|size| size.is_positive() && size.divides(&base))?;
    let (length, one) = (context.len(x), context.int(1));
    let place = context.sub(length, one);
    let last = context.app(Op::Substr, &[x, place, one]);
    let last = context.app(Op::StrToInt, &[last]);
    let rest = if size == base { last } else { context.app(Op::Mod, &[last, divisor]) };
    let [low, high] = ['0', '9'].map(|digit| context.word(&[u32::from(digit)]));
    let digit = context.app(Op::ReRange, &[low, high]);
    let digits = context.app(Op::RePlus, &[digit]);
    let is_numeral = context.app(Op::InRe, &[x, digits]);
    let none = context.int(&size - &Int::ONE);
    // The rest of one digit is told by the digit itself.
    (context.bounds(x).high != Some(Int::ONE)).then(|| context.ite(is_numeral, rest, none))
}

fn power(place: usize) -> Int {
    Int::from(10).pow(u32::try_from(place).expect("few digits"))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "numeral-sum",
        Family::Conversions,
        &[Op::StrToInt],
        sum_of_digits,
        [
            "(str.to_int (str.++ (ite a \"1\" \"b\") \"7\" (ite b \"2\" \"3\")))",
            "(str.to_int (str.++ x \"7\"))",
        ],
    ),
    Rule::new(
        "numeral-length",
        Family::Conversions,
        &[Op::Length],
        count_of_digits,
        ["(str.len (str.from_int (str.to_int (str.substr x 0 2))))", "(str.len (str.from_int n))"],
    ),
    Rule::new(
        "numeral-rest",
        Family::Conversions,
        &[Op::Mod],
        rest_of_numeral,
        ["(mod (str.to_int x) 5)", "(mod (str.to_int x) 7)"],
    ),
];
