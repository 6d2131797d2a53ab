//! Quotients by unknowns, defined by products.

use tress_base::{Int, Rational};

use tress_term::term::{Op, Term};

use crate::context::Context;
use crate::inferences::Rule;

/// `x = y q + r` with `0 <= r < |y|`, for `y` other than zero.
const QUOTIENT: Rule = Rule::new(
    "define-quotient",
    "SMT-LIB",
    "x = y q + r with 0 <= r < |y| defines the quotient and the remainder of x by y",
);

/// What `(div x y)` and `(mod x y)` mean; by zero, congruence is all there is.
pub(crate) fn define_quotient(cx: &mut Context<'_>, x: Term, y: Term) {
    let (quotient, rest) = (cx.env.app(Op::IntDiv, &[x, y]), cx.env.app(Op::Mod, &[x, y]));
    let product = cx.product(y, quotient);
    let sum = cx.env.app(Op::Add, &[product, rest]);
    let whole = cx.env.equal(x, sum);
    let not_negative = cx.compared(Op::Ge, rest, &Rational::ZERO);
    for (op, sign) in [(Op::Gt, 1), (Op::Lt, -1)] {
        let size = cx.multiple(y, &Rational::from(sign));
        let below = cx.env.app(Op::Lt, &[rest, size]);
        let side = cx.compared(op, y, &Rational::ZERO);
        cx.axiom_when(QUOTIENT, &[side], &[whole, not_negative, below]);
    }
    let one = Rational::from(Int::ONE);
    let same = cx.env.equal(quotient, x);
    let clause = [cx.compared(Op::Lt, y, &one), cx.compared(Op::Gt, y, &one), same];
    cx.axiom(QUOTIENT, &clause);
}

/// What `(/ x y)` means: `x = y (/ x y)` for `y` other than zero.
pub(crate) fn define_ratio(cx: &mut Context<'_>, ratio: Term, x: Term, y: Term) {
    let product = cx.product(y, ratio);
    let equal = cx.env.equal(x, product);
    for op in [Op::Gt, Op::Lt] {
        let side = cx.compared(op, y, &Rational::ZERO);
        cx.axiom_when(QUOTIENT, &[side], &[equal]);
    }
}
