//! Planes that touch the surface of a product: at the bounds of its halves (McCormick 1976), and at
//! the present solution.

use tress_base::{Rational, Stop};
use tress_lia::Side;

use tress_term::term::{Op, Term};

use super::limits::POINTS;
use super::{Look, Wrong, is_short};
use crate::context::Context;
use crate::inferences::Rule;

/// A product lies on one side of planes through the bounds of its halves.
const BOUND: Rule = Rule::new(
    "product-bound-plane",
    "McCormick 1976",
    "(x - a)(y - b) has the sign that the bounds x >= a, y >= b give it",
);
/// A product lies on one side of the plane that touches it at a point.
const TANGENT: Rule = Rule::new(
    "product-tangent-plane",
    "Cimatti et al. 2018",
    "(x - a)(y - b) has the sign that the sides of the point (a, b) give it",
);

/// A corner of the quarter in which both halves lie: the sides on which they are bounded there.
const CORNERS: [[Side; 2]; 4] = [
    [Side::Lower, Side::Lower],
    [Side::Upper, Side::Upper],
    [Side::Lower, Side::Upper],
    [Side::Upper, Side::Lower],
];

pub(crate) fn check_bounds(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in &look.wrong {
        cx.env.budget.poll()?;
        for corner in CORNERS {
            let bound = |half: usize| cx.known_bound(wrong.halves[half].term, corner[half]);
            if let (Some(a), Some(b)) = (bound(0), bound(1))
                && is_short(&a, cx.env.budget)
                && is_short(&b, cx.env.budget)
            {
                lay(cx, BOUND, wrong, corner, [&a, &b]);
            }
        }
    }
    Ok(())
}

pub(crate) fn check_tangents(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in &look.wrong {
        cx.env.budget.poll()?;
        let [a, b] = [0, 1].map(|half| wrong.halves[half].value.clone());
        // A wrong half is handled first.
        let is_short = wrong.is_short(cx.env.budget);
        let product = &mut cx.kernel.numbers.nonlinear.products[wrong.place];
        if !is_short || &a * &b != wrong.right || POINTS.is_exceeded(product.planes + 1, cx.env.budget) {
            continue;
        }
        product.planes += 1;
        for corner in CORNERS {
            lay(cx, TANGENT, wrong, corner, [&a, &b]);
        }
    }
    Ok(())
}

/// Adds the plane through a point for one quarter around it, if the solution is on the wrong side.
/// With x and y the halves: (x - a)(y - b) has the sign of the quarter.
fn lay(cx: &mut Context<'_>, rule: Rule, wrong: &Wrong, corner: [Side; 2], point: [&Rational; 2]) {
    let [x, y] = &wrong.halves;
    let [a, b] = point;
    let at = |x: &Rational, y: &Rational| &(&(b * x) + &(a * y)) - &(a * b);
    let plane = at(&x.value, &y.value);
    let is_above = corner[0] == corner[1];
    let fits = if is_above { wrong.whole.value >= plane } else { wrong.whole.value <= plane };
    if fits {
        return;
    }
    let mut clause: Vec<Term> = Vec::new();
    for ((half, side), end) in [x, y].into_iter().zip(corner).zip(point) {
        let op = if side == Side::Lower { Op::Ge } else { Op::Le };
        clause.push(cx.unless(op, half.term, end));
    }
    let parts = [cx.multiple(x.term, b), cx.multiple(y.term, a)];
    let sum = cx.env.app(Op::Add, &parts);
    let above = cx.env.app(Op::Sub, &[wrong.whole.term, sum]);
    let op = if is_above { Op::Ge } else { Op::Le };
    clause.push(cx.compared(op, above, &-&(a * b)));
    cx.axiom(rule, &clause);
}
