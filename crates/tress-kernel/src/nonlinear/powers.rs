//! Powers of one number: between two neighbours there is no power.

use tress_base::{Int, Rational, Stop};

use tress_term::term::{Op, Term};

use super::limits::{EXPONENT, ROOTS, TANGENTS};
use super::{Look, Wrong};
use crate::context::Context;
use crate::inferences::Rule;

/// A number between two others has a power between theirs.
const POWER: Rule = Rule::new(
    "power-between",
    "own",
    "powers grow with the absolute value of the base, so no power is between those of neighbours",
);
/// A square lies above all its tangents; of a whole number, above lines through two neighbours.
const TANGENT: Rule = Rule::new(
    "square-tangent",
    "Cimatti et al. 2018",
    "(x - a)^2 >= 0, and (x - a)(x - a - 1) >= 0 for whole x",
);

/// A power beyond a number is at least a multiple of its base.
const GROWTH: Rule = Rule::new("power-growth", "own", "x^n >= a^(n-1) x where x >= a >= 1");

pub(crate) fn check_powers(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in look.wrong.iter().filter(|wrong| wrong.is_int) {
        cx.env.budget.poll()?;
        let [base, other] = &wrong.halves;
        let is_below = base.term == other.term && wrong.whole.value < &base.value * &base.value;
        let product = &mut cx.kernel.numbers.nonlinear.products[wrong.place];
        if ROOTS.is_exceeded(product.roots + 1, cx.env.budget) {
            continue;
        }
        if is_below {
            product.roots += 1;
            tangents(cx, wrong);
        }
        let [(factor, power @ 2..)] = wrong.factors.as_slice() else { continue };
        if EXPONENT.is_exceeded(*power as usize, cx.env.budget) {
            continue;
        }
        cx.kernel.numbers.nonlinear.products[wrong.place].roots += 1;
        if *power > 2 && wrong.whole.value.abs() < wrong.right.abs() {
            growth(cx, wrong, *power);
        }
        between(cx, wrong, factor.term, *power);
    }
    Ok(())
}

/// Squares of fractions, which can come nearer and nearer to a root.
pub(crate) fn check_fractions(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    let budget = cx.env.budget;
    for wrong in look.wrong.iter().filter(|wrong| !wrong.is_int && wrong.is_short(budget)) {
        cx.env.budget.poll()?;
        let [(factor, 2)] = wrong.factors.as_slice() else { continue };
        let product = &mut cx.kernel.numbers.nonlinear.products[wrong.place];
        if TANGENTS.is_exceeded(product.planes + 1, budget) {
            continue;
        }
        product.planes += 1;
        if wrong.whole.value < wrong.right {
            tangents(cx, wrong);
        } else {
            within(cx, wrong.whole.term, factor.term, &factor.value.abs(), 2);
        }
    }
    Ok(())
}

/// A square is above its tangent at the present value; for whole numbers also above the line from there
/// to either neighbour.
fn tangents(cx: &mut Context<'_>, wrong: &Wrong) {
    let base = &wrong.halves[0];
    let at = &base.value;
    let mut others = vec![at.clone()];
    if wrong.is_int {
        others = vec![at + &Rational::ONE, at - &Rational::ONE];
    }
    for other in others {
        // (x - at)(x - other) is never negative.
        let slope = at + &other;
        let line = cx.multiple(base.term, &slope);
        let above = cx.env.app(Op::Sub, &[wrong.whole.term, line]);
        let above = cx.compared(Op::Ge, above, &-&(at * &other));
        cx.axiom(TANGENT, &[above]);
    }
}

/// Beyond a number that is not zero, powers grow at least as fast as multiples.
fn growth(cx: &mut Context<'_>, wrong: &Wrong, power: u32) {
    let base = &wrong.factors[0].0;
    let mut slope = Rational::ONE;
    (1..power).for_each(|_| slope *= &base.value);
    let (within, beyond) = match (base.value.is_positive(), wrong.right.is_positive()) {
        (true, _) => (Op::Lt, Op::Ge),
        (false, true) => (Op::Gt, Op::Ge),
        (false, false) => (Op::Gt, Op::Le),
    };
    let line = cx.multiple(base.term, &slope);
    let clause = [cx.compared(within, base.term, &base.value), cx.env.app(beyond, &[wrong.whole.term, line])];
    cx.axiom(GROWTH, &clause);
}

/// The value of a power tells between which two neighbours the number lies.
fn between(cx: &mut Context<'_>, wrong: &Wrong, base: Term, power: u32) {
    let (whole, value) = (wrong.whole.term, wrong.whole.value.floor());
    let is_even = power.is_multiple_of(2);
    if is_even && value.is_negative() {
        return;
    }
    let root = floor_root(&value, power);
    let limit = Rational::from(root.clone());
    let next = &limit + &Rational::ONE;
    let next_power = Rational::from((&root + &Int::ONE).pow(power));
    if is_even {
        // At the power itself, the root may be the present value or its opposite.
        if root.pow(power) < value {
            within(cx, whole, base, &limit, power);
        } else if root.is_positive() {
            within(cx, whole, base, &(&limit - &Rational::ONE), power);
        }
        let beyond = cx.compared(Op::Ge, whole, &next_power);
        let clause = [cx.compared(Op::Lt, base, &next), beyond];
        cx.axiom(POWER, &clause);
        let clause = [cx.compared(Op::Gt, base, &-&next), beyond];
        cx.axiom(POWER, &clause);
    } else {
        let below = cx.compared(Op::Le, whole, &Rational::from(root.pow(power)));
        let clause = [cx.compared(Op::Gt, base, &limit), below];
        cx.axiom(POWER, &clause);
        let beyond = cx.compared(Op::Ge, whole, &next_power);
        let clause = [cx.compared(Op::Lt, base, &next), beyond];
        cx.axiom(POWER, &clause);
        if root.pow(power) == value {
            let least = cx.compared(Op::Ge, whole, &Rational::from(value));
            let clause = [cx.compared(Op::Lt, base, &limit), least];
            cx.axiom(POWER, &clause);
            let before = Rational::from((&root - &Int::ONE).pow(power));
            let less = cx.compared(Op::Le, whole, &before);
            let clause = [cx.compared(Op::Ge, base, &limit), less];
            cx.axiom(POWER, &clause);
        }
    }
}

/// Between a number and its opposite, an even power is at most that of the number.
fn within(cx: &mut Context<'_>, whole: Term, base: Term, limit: &Rational, power: u32) {
    let mut most = Rational::ONE;
    (0..power).for_each(|_| most *= limit);
    let clause = [
        cx.compared(Op::Gt, base, limit),
        cx.compared(Op::Lt, base, &-limit),
        cx.compared(Op::Le, whole, &most),
    ];
    cx.axiom(POWER, &clause);
}

/// The largest whole number whose power is at most this one; the power is odd for negative numbers.
pub(super) fn floor_root(number: &Int, power: u32) -> Int {
    if number.is_negative() {
        let root = floor_root(&-number, power);
        let is_exact = root.pow(power) == -number;
        return if is_exact { -root } else { -(&root + &Int::ONE) };
    }
    let bits = number.bit_len() / power as usize + 1;
    let (mut low, mut high) = (Int::ZERO, Int::from(2).pow(u32::try_from(bits).unwrap_or(u32::MAX)));
    // low^power <= number < high^power
    while &low + &Int::ONE < high {
        let middle = (&low + &high).div_floor(&Int::from(2));
        if middle.pow(power) <= *number { low = middle } else { high = middle }
    }
    low
}
