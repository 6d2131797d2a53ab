//! The sign of a product follows from the signs of its factors.

use tress_base::{Rational, Stop};

use tress_term::term::{Op, Term};

use super::{Look, Wrong};
use crate::context::Context;
use crate::inferences::Rule;

/// The sign of a product is the product of signs.
const SIGN: Rule =
    Rule::new("product-sign", "Cimatti et al. 2018", "the sign of a product is the product of the signs");
/// A product with a factor zero is zero.
const ZERO: Rule =
    Rule::new("product-zero", "Cimatti et al. 2018", "a product is zero exactly when a factor is");
/// What is a square is not negative.
const SQUARE: Rule = Rule::new("square-not-negative", "Cimatti et al. 2018", "a real square is not negative");

pub(crate) fn check_signs(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    for wrong in &look.wrong {
        cx.env.budget.poll()?;
        if sign(&wrong.whole.value) != sign(&wrong.right) {
            check_sign(cx, wrong);
        }
    }
    Ok(())
}

pub(super) fn sign(number: &Rational) -> i32 {
    i32::from(number.is_positive()) - i32::from(number.is_negative())
}

fn check_sign(cx: &mut Context<'_>, wrong: &Wrong) {
    let whole = wrong.whole.term;
    let zero = Rational::ZERO;
    if wrong.whole.value.is_negative() && wrong.factors.iter().all(|(_, power)| power % 2 == 0) {
        let square = cx.compared(Op::Ge, whole, &zero);
        cx.axiom(SQUARE, &[square]);
        return;
    }
    if let Some((factor, _)) = wrong.factors.iter().find(|(factor, _)| factor.value.is_zero()) {
        let op = if wrong.whole.value.is_positive() { Op::Le } else { Op::Ge };
        let clause = [
            cx.compared(Op::Lt, factor.term, &zero),
            cx.compared(Op::Gt, factor.term, &zero),
            cx.compared(op, whole, &zero),
        ];
        cx.axiom(ZERO, &clause);
        return;
    }
    let side = |number: &Rational| if number.is_positive() { Op::Gt } else { Op::Lt };
    let mut clause: Vec<Term> = Vec::new();
    for (factor, _) in &wrong.factors {
        clause.push(cx.unless(side(&factor.value), factor.term, &zero));
    }
    clause.push(cx.compared(side(&wrong.right), whole, &zero));
    cx.axiom(SIGN, &clause);
}
