//! The axioms that give arithmetic and choices their meaning.

use tress_base::{Int, Rational, Stop};

use tress_term::term::{Head, Op, Sort, Term, number};

use super::bits::define_conversion;
use super::context::Context;
use super::inferences::Rule;
use super::nonlinear::{define_product, define_quotient, define_ratio};
use super::sat::Lifetime;

const CHOICE: Rule = Rule::new("define-choice", "SMT-LIB", "meaning of `ite`");
const ABS: Rule = Rule::new("define-abs", "SMT-LIB", "meaning of `abs`");
const DIVISION: Rule = Rule::new(
    "define-division",
    "SMT-LIB",
    "for a divisor k other than zero the quotient is the one number with 0 <= x - k q < |k|",
);
const FLOOR: Rule =
    Rule::new("define-to-int", "SMT-LIB", "the floor of r is the one whole number t with t <= r < t + 1");
const DIVISIBLE: Rule = Rule::new(
    "define-divisible",
    "SMT-LIB",
    "a number is divisible by k exactly when it leaves the remainder zero",
);

/// Says what a term means, if the kernel knows that.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn define_term(cx: &mut Context<'_>, term: Term) -> Result<bool, Stop> {
    let args = cx.env.store.args(term).to_vec();
    match (cx.env.store.op(term), args.as_slice()) {
        (Some(Op::Ite), [condition, yes, no]) if cx.env.store.sort(term) != Sort::Bool => {
            define_choice(cx, term, *condition, *yes, *no);
        }
        (Some(Op::Abs), [x]) => define_abs(cx, term, *x),
        (Some(op @ (Op::IntDiv | Op::Mod | Op::RealDiv)), [_, _, _, ..]) => {
            define_left_grouped(cx, op, term, &args);
        }
        (Some(op @ (Op::IntDiv | Op::Mod)), [x, k]) => define_division(cx, op, term, *x, *k),
        (Some(Op::RealDiv), [x, y]) => define_ratio(cx, term, *x, *y),
        (Some(Op::Mul), _) => define_product(cx, term),
        (Some(Op::ToInt), [r]) => define_floor(cx, term, *r),
        (Some(Op::IsInt), [r]) => define_is_int(cx, term, *r),
        (Some(Op::Divisible), [x]) => define_divisible(cx, term, *x),
        (Some(op @ (Op::IntToBv | Op::UbvToInt | Op::SbvToInt)), [x]) => {
            define_conversion(cx, op, term, *x)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// `t = (ite c a b)`: `c` implies `t = a`, `not c` implies `t = b`. The equations need no
/// decision: the condition decides them.
fn define_choice(cx: &mut Context<'_>, term: Term, condition: Term, yes: Term, no: Term) {
    cx.kernel.relevance.add_root(condition);
    cx.kernel.relevance.defining.push(condition);
    let condition = cx.literal(condition);
    for (when, branch) in [(condition, yes), (!condition, no)] {
        let equal = cx.env.equal(term, branch);
        let fresh = !cx.kernel.atoms.literals.has(equal);
        let literal = cx.literal(equal);
        cx.infer(CHOICE, vec![when], &[literal], Lifetime::Permanent);
        if fresh {
            cx.sat.set_decidable(literal.var(), false);
        }
    }
}

/// `t = (abs x)`: `x >= 0` implies `t = x`, `x < 0` implies `t = -x`.
fn define_abs(cx: &mut Context<'_>, term: Term, x: Term) {
    let zero = cx.env.store.int(0);
    let negative = cx.env.app(Op::Lt, &[x, zero]);
    let same = cx.env.equal(term, x);
    let opposite = cx.env.app(Op::Sub, &[x]);
    let opposite = cx.env.equal(term, opposite);
    let positive = cx.env.store.not(negative);
    cx.axiom(ABS, &[negative, same]);
    cx.axiom(ABS, &[positive, opposite]);
}

/// `(div a b c)` groups to the left.
fn define_left_grouped(cx: &mut Context<'_>, op: Op, term: Term, args: &[Term]) {
    let grouped = args[1..].iter().fold(args[0], |whole, divisor| cx.env.app(op, &[whole, *divisor]));
    let equal = cx.env.equal(term, grouped);
    cx.axiom(DIVISION, &[equal]);
}

/// `q = (div x k)` for a number `k`: `0 <= x - k q <= |k| - 1`; `(mod x k) = x - k q`. By zero,
/// congruence is all there is.
fn define_division(cx: &mut Context<'_>, op: Op, term: Term, x: Term, k: Term) {
    let Some(divisor) = number(cx.env.store, k) else {
        define_quotient(cx, x, k);
        return;
    };
    if divisor.is_zero() {
        return;
    }
    let quotient = cx.env.app(Op::IntDiv, &[x, k]);
    let product = cx.env.app(Op::Mul, &[k, quotient]);
    let rest = cx.env.app(Op::Sub, &[x, product]);
    if op == Op::Mod {
        let equal = cx.env.equal(term, rest);
        cx.axiom(DIVISION, &[equal]);
    } else {
        let (zero, most) = (
            cx.env.store.int(0),
            cx.env.store.int(
                divisor.abs().floor() - Int::from(1 + i32::from(tress_base::is_planted("division-rest"))),
            ),
        );
        for (op, end) in [(Op::Ge, zero), (Op::Le, most)] {
            let within = cx.env.app(op, &[rest, end]);
            cx.axiom(DIVISION, &[within]);
        }
    }
}

/// `t = (to_int r)`: `t <= r < t + 1`.
fn define_floor(cx: &mut Context<'_>, term: Term, r: Term) {
    let real = cx.env.store.as_real(term);
    let one = cx.env.store.real(Rational::ONE);
    let next = cx.env.app(Op::Add, &[real, one]);
    let low = cx.env.app(Op::Le, &[real, r]);
    let high = cx.env.app(Op::Lt, &[r, next]);
    cx.axiom(FLOOR, &[low]);
    cx.axiom(FLOOR, &[high]);
}

/// `(is_int r)` exactly when `r = (to_int r)`.
fn define_is_int(cx: &mut Context<'_>, term: Term, r: Term) {
    let floor = cx.env.app(Op::ToInt, &[r]);
    let real = cx.env.store.as_real(floor);
    let equal = cx.env.equal(r, real);
    cx.axiom_equivalent(FLOOR, term, equal);
}

/// `((_ divisible k) x)` exactly when `(mod x k) = 0`.
fn define_divisible(cx: &mut Context<'_>, term: Term, x: Term) {
    let Head::Op(_, list) = cx.env.store.head(term) else { return };
    let k = cx.env.store.indices(list)[0].clone();
    let (k, zero) = (cx.env.store.int(k), cx.env.store.int(0));
    let rest = cx.env.app(Op::Mod, &[x, k]);
    let equal = cx.env.equal(rest, zero);
    cx.axiom_equivalent(DIVISIBLE, term, equal);
}
