//! Products and quotients of variables, written out for the values they have.

use tress_base::{Rational, Stop};

use crate::term::{Op, Sort, Term, Value, number, sum_of};

use super::context::Context;
use super::inferences::Rule;
use super::theory::Progress;

/// The meaning of a product or quotient for some values.
const INSTANCE: Rule = Rule("product-by-value");

/// For how many values the meaning of a product or quotient is written out.
const MOST_INSTANCES: u32 = 200;

/// Writes out the meaning of products and quotients for the values they have.
pub(super) fn check_products(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    if cx.kernel.numbers.nonlinear.is_empty() {
        return Ok(Progress::Fine);
    }
    let model = cx.kernel.numbers.lia.model();
    let mut result = Progress::Fine;
    for place in 0..cx.kernel.numbers.nonlinear.len() {
        cx.env.budget.poll()?;
        let term = cx.kernel.numbers.nonlinear[place].term;
        let Some((fixed, simpler)) = linearised(cx, &model, term) else { continue };
        if cx.value_of(&model, term) == cx.value_of(&model, simpler) && !has_new_parts(cx, simpler) {
            continue;
        }
        if cx.kernel.numbers.nonlinear[place].instances == MOST_INSTANCES {
            result = Progress::Stuck;
            continue;
        }
        cx.kernel.numbers.nonlinear[place].instances += 1;
        let mut clause: Vec<Term> = Vec::new();
        for (part, value) in fixed {
            let value = number_value(cx, part, value);
            let equal = cx.env.equal(part, value);
            let literal = cx.literal(equal);
            cx.suggest(literal);
            clause.push(cx.env.store.not(equal));
        }
        clause.push(cx.env.equal(term, simpler));
        cx.axiom(INSTANCE, &clause);
        return Ok(Progress::Changed);
    }
    Ok(result)
}

/// Does the term hold numbers that the arithmetic met only now, so that their values mean
/// nothing yet?
fn has_new_parts(cx: &Context<'_>, term: Term) -> bool {
    let sum = sum_of(cx.env.store, &[(term, Rational::ONE)]);
    sum.parts.iter().any(|(part, _)| cx.kernel.waiting.has(*part))
}

fn number_value(cx: &mut Context<'_>, like: Term, value: Rational) -> Term {
    if cx.env.store.sort(like) == Sort::Int {
        cx.env.store.value(Value::Int(value.floor()))
    } else {
        cx.env.store.real(value)
    }
}

/// A linear term that equals `term` when some parts have the values given with them. `None`
/// for a quotient by zero, which any value fits.
fn linearised(
    cx: &mut Context<'_>,
    model: &tress_lia::Model,
    term: Term,
) -> Option<(Vec<(Term, Rational)>, Term)> {
    let args = cx.env.store.args(term).to_vec();
    let op = cx.env.store.op(term)?;
    if op == Op::Mul {
        // All factors but one are fixed; numbers are.
        let is_number = |arg: &Term| number(cx.env.store, *arg).is_some();
        let (numbers, variables): (Vec<Term>, Vec<Term>) = args.iter().partition(|arg| is_number(arg));
        let (kept, fixed) = variables.split_last()?;
        let fixed: Vec<(Term, Rational)> =
            fixed.iter().map(|part| (*part, cx.value_of(model, *part))).collect();
        let mut factors: Vec<Term> =
            fixed.iter().map(|(part, value)| number_value(cx, *part, value.clone())).collect();
        factors.extend(numbers);
        factors.push(*kept);
        return Some((fixed, cx.env.app(Op::Mul, &factors)));
    }
    let divisor = args[1];
    let value = cx.value_of(model, divisor);
    if value.is_zero() {
        return None;
    }
    let written = number_value(cx, divisor, value.clone());
    let quotient = cx.env.app(op, &[args[0], written]);
    Some((vec![(divisor, value)], quotient))
}
