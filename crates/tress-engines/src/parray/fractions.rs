//! Numbers with a point that strings denote: the conversion of parseFloat.
//!
//! A word is such a number when it is digits, or digits, a point and digits; that is a language of
//! well-formed loops. The digits before the point and those behind it are numerals (`numerals`). Behind the
//! point each number of digits is a case with a power of ten. A longer fraction is only known to be between
//! two whole numbers, which holds for every one of them; the cases grow when a solution is longer.

use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_base::{Rational, Stop};

use tress_term::term::{Op, Sort, Term};

use super::numerals::{digits, power_of_ten};
use super::translate::{Array, Translation};
use super::{Solution, language};

/// The code of the point.
const POINT: u32 = 46;
/// Digits behind the point that are defined at first.
const FIRST_DIGITS: usize = 6;

/// A number with a point: what is before it, behind it, and for how many digits its value is defined.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    value: Term,
    spelled: Term,
    whole: Term,
    part: Term,
    /// How many digits there are behind the point.
    count: Term,
    told: usize,
}

/// A new number that represents `str.to_real`.
pub(super) fn to_real(cx: &mut Translation<'_, '_>, array: &Array) -> Result<Term, Stop> {
    cx.count("parray-parse-float");
    let (value, spelled) = (real(cx, "fraction"), cx.formula.truth("spelled"));
    let denied = cx.formula.not(spelled);
    let none = cx.formula.env.store.real(Rational::from(-1));
    let is_none = cx.formula.env.equal(value, none);
    cx.formula.when(&[denied], is_none);
    let form = form();
    language::accepted(cx, array, &form, spelled)?;
    if let Some(others) = form.complement(form.states() as usize + 2, cx.formula.env.budget)? {
        language::accepted(cx, array, &others, denied)?;
    }
    let [front, back] = around_point(cx, array, spelled)?;
    let (whole, part) = (cx.formula.natural("whole"), cx.formula.natural("part"));
    digits(cx, &front, whole, spelled);
    digits(cx, &back, part, spelled);
    let fraction = Fraction { value, spelled, whole, part, count: back.length, told: 0 };
    between_wholes(cx, &fraction);
    cx.fractions.push(fraction);
    tell(cx, cx.fractions.len() - 1, FIRST_DIGITS);
    Ok(value)
}

fn real(cx: &mut Translation<'_, '_>, name: &str) -> Term {
    let symbol = cx.formula.env.store.declare(name, &[], Sort::Real);
    cx.formula.env.store.constant(symbol)
}

/// Digits, or digits, a point and digits.
fn form() -> Nfa {
    let digit = (48, 57);
    let mut builder = NfaBuilder::new();
    builder.reserve_states(4);
    builder.set_initial(0);
    for (from, characters, to) in
        [(0, digit, 1), (1, digit, 1), (1, (POINT, POINT), 2), (2, digit, 3), (3, digit, 3)]
    {
        builder.add_edge(from, characters, to);
    }
    builder.set_accepting(1);
    builder.set_accepting(3);
    builder.build()
}

/// The characters before the point and behind it, as arrays; without a point all are before it.
fn around_point(cx: &mut Translation<'_, '_>, array: &Array, when: Term) -> Result<[Array; 2], Stop> {
    let [front, back] = [cx.fresh(), cx.fresh()];
    let zero = cx.formula.int(0);
    let (character, code) = (cx.character(array, front.length), cx.formula.int(i64::from(POINT)));
    let found = cx.formula.less(front.length, array.length);
    let missing = cx.formula.not(found);
    let fits = cx.formula.at_most(front.length, array.length);
    let is_point = cx.formula.equal(character, code);
    let behind = cx.formula.shifted(front.length, 1);
    let rest = cx.formula.minus(array.length, behind);
    let (all, nothing) = (cx.formula.equal(back.length, rest), cx.formula.equal(back.length, zero));
    cx.formula.when(&[when], fits);
    cx.formula.when(&[when, found], is_point);
    cx.formula.when(&[when, found], all);
    cx.formula.when(&[when, missing], nothing);
    cx.same_part(&[when], (&front, zero), (array, zero), front.length)?;
    cx.same_part(&[when], (&back, zero), (array, behind), back.length)?;
    Ok([front, back])
}

/// `whole ≤ value < whole + 1`.
fn between_wholes(cx: &mut Translation<'_, '_>, fraction: &Fraction) {
    let next = cx.formula.shifted(fraction.whole, 1);
    let [low, high] = [fraction.whole, next].map(|number| cx.formula.env.app(Op::ToReal, &[number]));
    let above = cx.formula.env.app(Op::Le, &[low, fraction.value]);
    let below = cx.formula.env.app(Op::Lt, &[fraction.value, high]);
    cx.formula.when(&[fraction.spelled], above);
    cx.formula.when(&[fraction.spelled], below);
}

/// Defines the value of a fraction with at most this number of digits behind the point.
fn tell(cx: &mut Translation<'_, '_>, index: usize, up_to: usize) {
    let mut fraction = cx.fractions[index].clone();
    while fraction.told <= up_to {
        let digits = cx.formula.int(i64::try_from(fraction.told).expect("few digits"));
        let exactly = cx.formula.equal(fraction.count, digits);
        // `power · value = power · whole + part`, in whole numbers on the right.
        let power = power_of_ten(fraction.told);
        let (times, factor) =
            (cx.formula.env.store.int(power.clone()), cx.formula.env.store.real(Rational::from(power)));
        let scaled = cx.formula.env.app(Op::Mul, &[factor, fraction.value]);
        let wholes = cx.formula.env.app(Op::Mul, &[times, fraction.whole]);
        let sum = cx.formula.env.app(Op::Add, &[wholes, fraction.part]);
        let sum = cx.formula.env.app(Op::ToReal, &[sum]);
        let equal = cx.formula.env.equal(scaled, sum);
        cx.formula.when(&[fraction.spelled, exactly], equal);
        fraction.told += 1;
    }
    cx.fractions[index] = fraction;
}

/// Defines more digits of fractions that are longer than what is defined; returns whether there were any.
pub(super) fn more_digits(cx: &mut Translation<'_, '_>, solution: &Solution) -> Result<bool, Stop> {
    let mut any = false;
    for index in 0..cx.fractions.len() {
        let (count, told) = (cx.fractions[index].count, cx.fractions[index].told);
        let count = solution.number(cx, count)?.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        if count >= told {
            cx.count("parray-more-digits");
            tell(cx, index, count.min(2 * told));
            any = true;
        }
    }
    Ok(any)
}
