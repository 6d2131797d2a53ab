//! A factor of a number that is known is one of its divisors.

use tress_base::{Int, Rational, Stop};
use tress_lia::Side;
use tress_sat::Lit;

use tress_term::term::{Op, Term};

use super::equations::true_equations;
use super::limits::DIVIDED;
use super::{Look, Wrong};
use crate::context::Context;
use crate::inferences::Rule;
use crate::sat::Lifetime;

/// A factor of a product that has a known value divides it.
const DIVISOR: Rule = Rule::new(
    "factor-divides",
    "own",
    "a factor of a whole number other than zero is one of its finitely many divisors",
);
/// A factor of all products in a sum divides the sum.
const COMMON: Rule = Rule::new(
    "common-factor-divides",
    "own",
    "a common factor of all products of a sum divides what the products sum up to",
);

pub(crate) fn check_divisors(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in look.wrong.iter().filter(|wrong| wrong.is_int) {
        check_value(cx, wrong)?;
    }
    for equation in true_equations(cx) {
        let Some((first, rest)) = equation.parts.split_first() else { continue };
        if equation.constant.is_zero() {
            continue;
        }
        let mut common = first.1.clone();
        common.dedup();
        common.retain(|factor| rest.iter().all(|(_, factors)| factors.contains(factor)));
        for factor in common {
            let value = cx.value_of(&look.model, factor);
            if let Some(ends) = neighbours(cx, &equation.constant, &value.floor())? {
                let literals: Vec<Lit> =
                    beyond(cx, factor, &ends).iter().map(|end| cx.literal(*end)).collect();
                for literal in &literals {
                    cx.sat.set_decidable(literal.var(), true);
                }
                cx.infer(COMMON, vec![equation.literal], &literals, Lifetime::Permanent);
            }
        }
    }
    Ok(())
}

/// The factors of a product that is known to have this value.
fn check_value(cx: &mut Context<'_>, wrong: &Wrong) -> Result<(), Stop> {
    let whole = wrong.whole.term;
    let bounds = [Side::Lower, Side::Upper].map(|side| cx.known_bound(whole, side));
    let [Some(low), Some(high)] = bounds else { return Ok(()) };
    if low != high || low.is_zero() || !low.is_integer() {
        return Ok(());
    }
    for (factor, _) in &wrong.factors {
        if let Some(ends) = neighbours(cx, &low.floor(), &factor.value.floor())? {
            let mut clause = vec![cx.unless(Op::Ge, whole, &low), cx.unless(Op::Le, whole, &low)];
            clause.extend(beyond(cx, factor.term, &ends));
            cx.axiom(DIVISOR, &clause);
        }
    }
    Ok(())
}

/// The formulas that a number is at most the first end, or at least the second.
fn beyond(cx: &mut Context<'_>, factor: Term, ends: &Ends) -> Vec<Term> {
    let ops = [Op::Le, Op::Ge].into_iter().zip(ends);
    ops.filter_map(|(op, end)| Some(cx.compared(op, factor, end.as_ref()?))).collect()
}

/// The next divisors below and above a number.
type Ends = [Option<Rational>; 2];

/// The divisors on both sides of a number that is none itself.
fn neighbours(cx: &Context<'_>, whole: &Int, value: &Int) -> Result<Option<Ends>, Stop> {
    let budget = cx.env.budget;
    let number = whole.abs().to_usize().unwrap_or(usize::MAX);
    if number == 0 || DIVIDED.is_exceeded(number, budget) {
        return Ok(None);
    }
    let Ok(number) = i64::try_from(number) else { return Ok(None) };
    let Some(value) = value.to_i64() else { return Ok(None) };
    if value != 0 && number % value == 0 {
        return Ok(None);
    }
    let mut divisors: Vec<i64> = Vec::new();
    let mut small = 1;
    while small * small <= number {
        budget.poll()?;
        if number % small == 0 {
            divisors.extend([small, number / small]);
        }
        small += 1;
    }
    let all = || divisors.iter().flat_map(|divisor| [*divisor, -divisor]);
    let below = all().filter(|divisor| *divisor < value).max();
    let above = all().filter(|divisor| *divisor > value).min();
    Ok(Some([below, above].map(|end| end.map(Rational::from))))
}
