//! Products written out for the values they have.

use tress_base::{Rational, Stop};
use tress_lia::Side;

use super::limits::{FRACTIONS, INSTANCES};
use super::{Look, Seen, Wrong};
use crate::context::Context;
use crate::inferences::Rule;

/// The meaning of a product for a value of a factor.
const INSTANCE: Rule = Rule::new("product-by-value", "own", "x = k gives x y = k y, which is linear");

/// A number between two bounds that are at most this far apart has few values: it is written out before other
/// schemas are tried.
const FEW: i64 = 24;

/// Products with a factor that has few values.
pub(crate) fn check_few_values(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in look.wrong.iter().filter(|wrong| wrong.is_int) {
        cx.env.budget.poll()?;
        if let Some(half) = narrowest(cx, wrong).filter(|(_, width)| *width <= Rational::from(FEW)) {
            instance(cx, wrong, half.0);
            return Ok(());
        }
    }
    Ok(())
}

/// All others.
pub(crate) fn check_values(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    let budget = cx.env.budget;
    let open = look.wrong.iter().filter(|wrong| {
        let cap = if wrong.is_int { &INSTANCES } else { &FRACTIONS };
        let known = cx.kernel.numbers.nonlinear.products[wrong.place].instances;
        wrong.is_short(budget) && !cap.is_exceeded(known + 1, budget)
    });
    // A half that is wrong is a product that is.
    let first = open.min_by_key(|wrong| wrong.factors.len());
    let Some(wrong) = first else { return Ok(()) };
    let [a, b] = &wrong.halves;
    let is_product = wrong.factors.iter().map(|(_, power)| power).sum::<u32>() > 2;
    let nearer = usize::from(!is_product && b.value.abs() < a.value.abs());
    let half = narrowest(cx, wrong).map_or(nearer, |(half, _)| half);
    instance(cx, wrong, half);
    Ok(())
}

/// The half with the fewest values between two bounds, and how far those are apart.
fn narrowest(cx: &Context<'_>, wrong: &Wrong) -> Option<(usize, Rational)> {
    let width = |half: &Seen| {
        let [low, high] = [Side::Lower, Side::Upper].map(|side| cx.known_bound(half.term, side));
        Some(&high? - &low?)
    };
    let widths = wrong.halves.iter().enumerate().filter_map(|(place, half)| Some((place, width(half)?)));
    widths.min_by(|a, b| a.1.cmp(&b.1))
}

/// When a half has its present value, the product is a multiple of the other; the search is to try
/// that first.
fn instance(cx: &mut Context<'_>, wrong: &Wrong, half: usize) {
    cx.kernel.numbers.nonlinear.products[wrong.place].instances += 1;
    let (fixed, other) = (&wrong.halves[half], &wrong.halves[1 - half]);
    let value = cx.number_like(fixed.term, &fixed.value);
    let equal = cx.env.equal(fixed.term, value);
    let literal = cx.literal(equal);
    cx.suggest(literal);
    let multiple = cx.multiple(other.term, &fixed.value);
    let clause = [cx.env.store.not(equal), cx.env.equal(wrong.whole.term, multiple)];
    cx.axiom(INSTANCE, &clause);
}
