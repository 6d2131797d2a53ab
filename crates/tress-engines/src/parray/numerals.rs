//! Numbers that strings denote: the conversion of parseInt, corrected.
//!
//! A word is a numeral when it is not empty and every character is a digit. Zeros in front are one
//! quantified constraint; the digits behind them are defined one by one, up to some number of them. A
//! longer numeral is only known to be large, which holds for every one of them: the number of digits
//! is no bound on solutions. It grows when a solution is longer. With a sign, the digits are an array of
//! their own.

use tress_base::{Int, Stop};

use tress_term::term::{Op, Term};

use super::formula::Body;
use super::translate::{Array, Numeral, Translation};

/// The code of the sign of negative numbers.
const MINUS: i64 = 45;

/// A new number that represents `str.to_int`.
pub(super) fn to_int(cx: &mut Translation<'_, '_>, array: &Array) -> Term {
    cx.count("parray-parse-int");
    let (value, spelled) = (cx.formula.number("numeral"), cx.formula.truth("spelled"));
    let (none, zero) = (cx.formula.int(-1), cx.formula.int(0));
    let denied = cx.formula.not(spelled);
    let is_none = cx.formula.equal(value, none);
    cx.formula.when(&[denied], is_none);
    not_digits(cx, array, denied);
    let some = cx.formula.less(zero, array.length);
    cx.formula.when(&[spelled], some);
    digits(cx, array, value, spelled);
    value
}

/// A new array that represents `str.from_int`.
pub(super) fn from_int(cx: &mut Translation<'_, '_>, number: Term) -> Result<Array, Stop> {
    cx.count("parray-to-string");
    let (array, zero, one) = (cx.fresh(), cx.formula.int(0), cx.formula.int(1));
    let positive = cx.formula.at_most(zero, number);
    let negative = cx.formula.not(positive);
    let empty = cx.formula.equal(array.length, zero);
    cx.formula.when(&[negative], empty);
    let some = cx.formula.less(zero, array.length);
    cx.formula.when(&[positive], some);
    let zeros = digits(cx, &array, number, positive);
    // The only numeral with a zero in front is the one of zero.
    let (none, short) = (cx.formula.equal(zeros, zero), cx.formula.equal(array.length, one));
    let either = cx.formula.or(&[none, short]);
    cx.formula.when(&[positive], either);
    Ok(array)
}

/// A new number that represents `str.to_int_signed`, which is what `parseInt` reads.
pub(super) fn to_int_signed(cx: &mut Translation<'_, '_>, array: &Array) -> Result<Term, Stop> {
    cx.count("parray-parse-signed");
    let (digits, zero, one) = (cx.fresh(), cx.formula.int(0), cx.formula.int(1));
    let (first, some) = (cx.character(array, zero), cx.formula.at_most(one, array.length));
    let sign = cx.formula.int(MINUS);
    let parts = [some, cx.formula.equal(first, sign)];
    let minus = cx.formula.and(&parts);
    let plain = cx.formula.not(minus);
    behind_sign(cx, (array, minus), &digits)?;
    cx.same(&[plain], array, &digits)?;
    let (size, value) = (to_int(cx, &digits), cx.formula.number("signed"));
    let spelled = cx.formula.at_most(zero, size);
    let denied = cx.formula.not(spelled);
    let opposite = cx.formula.linear(&[(size, -1)], 0);
    for (when, number) in [([denied, denied], zero), ([spelled, minus], opposite), ([spelled, plain], size)] {
        let equal = cx.formula.equal(value, number);
        cx.formula.when(&when, equal);
    }
    Ok(value)
}

/// A new array that represents `str.from_int_signed`.
pub(super) fn from_int_signed(cx: &mut Translation<'_, '_>, number: Term) -> Result<Array, Stop> {
    cx.count("parray-to-signed-string");
    let (array, zero, size) = (cx.fresh(), cx.formula.int(0), cx.formula.natural("size"));
    let plain = cx.formula.at_most(zero, number);
    let minus = cx.formula.not(plain);
    let opposite = cx.formula.linear(&[(number, -1)], 0);
    for (when, value) in [(plain, number), (minus, opposite)] {
        let equal = cx.formula.equal(size, value);
        cx.formula.when(&[when], equal);
    }
    let digits = from_int(cx, size)?;
    cx.same(&[plain], &array, &digits)?;
    let (first, sign) = (cx.character(&array, zero), cx.formula.int(MINUS));
    let signed = cx.formula.equal(first, sign);
    cx.formula.when(&[minus], signed);
    behind_sign(cx, (&array, minus), &digits)?;
    Ok(array)
}

/// Asserts: an array is a sign and then digits.
fn behind_sign(
    cx: &mut Translation<'_, '_>,
    (array, when): (&Array, Term),
    digits: &Array,
) -> Result<(), Stop> {
    let (zero, one) = (cx.formula.int(0), cx.formula.int(1));
    let longer = cx.formula.shifted(digits.length, 1);
    let lengths = cx.formula.equal(array.length, longer);
    cx.formula.when(&[when], lengths);
    cx.same_part(&[when], (array, one), (digits, zero), digits.length)
}

/// Some character is no digit, or there is none.
fn not_digits(cx: &mut Translation<'_, '_>, array: &Array, when: Term) {
    let (position, zero) = (cx.formula.number("no-digit"), cx.formula.int(0));
    let character = cx.character(array, position);
    let digit = cx.formula.within(character, 48, 57);
    let parts = [cx.formula.inside(position, zero, array.length), cx.formula.not(digit)];
    let (other, empty) = (cx.formula.and(&parts), cx.formula.equal(array.length, zero));
    let either = cx.formula.or(&[other, empty]);
    cx.formula.when(&[when], either);
}

/// All characters are digits, the first ones zeros; returns how many.
pub(super) fn digits(cx: &mut Translation<'_, '_>, array: &Array, value: Term, when: Term) -> Term {
    let (zeros, zero) = (cx.formula.natural("zeros"), cx.formula.int(0));
    let most = cx.formula.at_most(zeros, array.length);
    cx.formula.when(&[when], most);
    cx.forall(&[when], [zero, array.length], |cx, position| {
        let character = cx.character(array, position);
        Body::Plain(cx.formula.within(character, 48, 57))
    });
    cx.forall(&[when], [zero, zeros], |cx, position| {
        let (character, code) = (cx.character(array, position), cx.formula.int(48));
        Body::Plain(cx.formula.equal(character, code))
    });
    let more = cx.formula.less(zeros, array.length);
    let first = cx.character(array, zeros);
    let nonzero = cx.formula.within(first, 49, 57);
    cx.formula.when(&[when, more], nonzero);
    let none = cx.formula.not(more);
    let is_zero = cx.formula.equal(value, zero);
    cx.formula.when(&[when, none], is_zero);
    cx.numerals.push(Numeral { array: array.clone(), value, spelled: when, zeros, prefixes: vec![zero] });
    zeros
}

/// Defines the value up to a number of digits.
pub(super) fn tell(cx: &mut Translation<'_, '_>, position: usize, up_to: usize) {
    let mut numeral = cx.numerals[position].clone();
    let count = cx.formula.minus(numeral.array.length, numeral.zeros);
    while numeral.prefixes.len() <= up_to {
        let before = *numeral.prefixes.last().expect("it begins with zero");
        let known = i64::try_from(numeral.prefixes.len()).expect("few digits");
        let index = cx.formula.shifted(numeral.zeros, known - 1);
        let known = cx.formula.int(known);
        let character = cx.character(&numeral.array, index);
        let next = cx.formula.linear(&[(before, 10), (character, 1)], -48);
        let prefix = cx.formula.number("prefix");
        let reached = cx.formula.at_most(known, count);
        let digit = cx.formula.within(character, 48, 57);
        let step = cx.formula.equal(prefix, next);
        let step = cx.formula.and(&[digit, step]);
        cx.formula.when(&[numeral.spelled, reached], step);
        let exactly = cx.formula.equal(count, known);
        let same = cx.formula.equal(numeral.value, prefix);
        cx.formula.when(&[numeral.spelled, exactly], same);
        numeral.prefixes.push(prefix);
        sizes(cx, &numeral, count);
    }
    cx.numerals[position] = numeral;
}

/// A numeral has more than `n` digits exactly if its value is at least `10^n`.
fn sizes(cx: &mut Translation<'_, '_>, numeral: &Numeral, count: Term) {
    let digits = numeral.prefixes.len() - 1;
    let (power, digits) =
        (cx.formula.env.store.int(power_of_ten(digits)), i64::try_from(digits).expect("few digits"));
    let digits = cx.formula.int(digits);
    let (longer, large) =
        (cx.formula.less(digits, count), cx.formula.env.app(Op::Ge, &[numeral.value, power]));
    cx.formula.when(&[numeral.spelled, longer], large);
    // Each further digit makes it larger at least by that power.
    let further = cx.formula.minus(count, digits);
    let least = cx.formula.env.app(Op::Mul, &[power, further]);
    let larger = cx.formula.env.app(Op::Ge, &[numeral.value, least]);
    cx.formula.when(&[numeral.spelled, longer], larger);
    let (shorter, small) = (cx.formula.not(longer), cx.formula.not(large));
    cx.formula.when(&[numeral.spelled, shorter], small);
}

pub(super) fn power_of_ten(exponent: usize) -> Int {
    (0..exponent).fold(Int::ONE, |power, _| &power * &Int::from(10))
}
