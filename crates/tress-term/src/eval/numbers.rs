//! The meaning of the operators on whole and real numbers.
//!
//! Enters: values that are all Int or all Real. Leaves: a value. Numbers are exact. Only their
//! size has a limit, because one operation on numbers of millions of digits cannot be interrupted.

use std::cmp::Ordering;

use tress_base::{Budget, Cap, Int, Rational};

use super::error::EvalError;
use super::limits::{FRACTION_BITS, INTEGER_BITS};
use crate::model::{Model, ZeroDivision};
use crate::term::{Op, Value};

/// Numbers with this many binary digits are handled in one step of work.
const BITS_PER_STEP: u64 = 64;

/// Arguments that are all Int or all Real.
enum Numbers<'a> {
    Ints(Vec<&'a Int>),
    Reals(Vec<&'a Rational>),
}

fn numbers<'a>(args: &[&'a Value]) -> Result<Numbers<'a>, EvalError> {
    match args.first() {
        Some(Value::Int(_)) => Ok(Numbers::Ints(ints(args)?)),
        Some(Value::Real(_)) => Ok(Numbers::Reals(reals(args)?)),
        _ => Err(EvalError::Mismatch),
    }
}

pub(super) fn int(value: &Value) -> Result<&Int, EvalError> {
    match value {
        Value::Int(n) => Ok(n),
        _ => Err(EvalError::Mismatch),
    }
}

pub(super) fn real(value: &Value) -> Result<&Rational, EvalError> {
    match value {
        Value::Real(n) => Ok(n),
        _ => Err(EvalError::Mismatch),
    }
}

fn ints<'a>(args: &[&'a Value]) -> Result<Vec<&'a Int>, EvalError> {
    args.iter().map(|arg| int(arg)).collect()
}

fn reals<'a>(args: &[&'a Value]) -> Result<Vec<&'a Rational>, EvalError> {
    args.iter().map(|arg| real(arg)).collect()
}

/// Counts the work for a result of `bits` binary digits, and refuses too many.
fn admit(bits: usize, cap: &Cap, budget: &Budget) -> Result<(), EvalError> {
    budget.poll_many(bits as u64 / BITS_PER_STEP + 1)?;
    if cap.is_exceeded(bits, budget) { Err(EvalError::TooLarge) } else { Ok(()) }
}

fn fraction_bits(n: &Rational) -> usize {
    n.numerator().bit_len() + n.denominator().bit_len()
}

/// `+`, `-` and `*`, grouping to the left.
pub(super) fn arithmetic(op: Op, args: &[&Value], budget: &Budget) -> Result<Value, EvalError> {
    match (op, args) {
        (Op::Sub, [Value::Int(n)]) => return Ok(Value::Int(-n)),
        (Op::Sub, [Value::Real(n)]) => return Ok(Value::Real(-n)),
        _ => {}
    }
    match numbers(args)? {
        Numbers::Ints(numbers) => fold_ints(op, &numbers, budget).map(Value::Int),
        Numbers::Reals(numbers) => fold_reals(op, &numbers, budget).map(Value::Real),
    }
}

fn fold_ints(op: Op, numbers: &[&Int], budget: &Budget) -> Result<Int, EvalError> {
    let mut result = numbers[0].clone();
    for n in &numbers[1..] {
        admit(result.bit_len() + n.bit_len(), &INTEGER_BITS, budget)?;
        match op {
            Op::Add => result += n,
            Op::Sub => result -= n,
            _ => result *= n,
        }
    }
    Ok(result)
}

fn fold_reals(op: Op, numbers: &[&Rational], budget: &Budget) -> Result<Rational, EvalError> {
    let mut result = numbers[0].clone();
    for n in &numbers[1..] {
        admit(fraction_bits(&result) + fraction_bits(n), &FRACTION_BITS, budget)?;
        match op {
            Op::Add => result += n,
            Op::Sub => result -= n,
            _ => result *= n,
        }
    }
    Ok(result)
}

/// `div`, `mod` and `/`, grouping to the left. Where the divisor is zero the model decides.
pub(super) fn divide(
    op: Op,
    args: &[&Value],
    model: Option<&Model>,
    budget: &Budget,
) -> Result<Value, EvalError> {
    let (first, divisors) = args.split_first().ok_or(EvalError::Mismatch)?;
    let mut result = (*first).clone();
    for divisor in divisors {
        let quotient = quotient(op, &result, divisor, budget)?;
        result = match quotient {
            Some(quotient) => quotient,
            None => {
                let model = model.ok_or(EvalError::DivisionByZero)?;
                let division = match op {
                    Op::IntDiv => ZeroDivision::IntDiv,
                    Op::Mod => ZeroDivision::Mod,
                    _ => ZeroDivision::RealDiv,
                };
                model.zero_division(division).get(&[result]).clone()
            }
        };
    }
    Ok(result)
}

/// One division. Returns `None` if the divisor is zero.
fn quotient(op: Op, a: &Value, b: &Value, budget: &Budget) -> Result<Option<Value>, EvalError> {
    if op == Op::RealDiv {
        let (a, b) = (real(a)?, real(b)?);
        admit(fraction_bits(a) + fraction_bits(b), &FRACTION_BITS, budget)?;
        return Ok(a.checked_div(b).map(Value::Real));
    }
    let (a, b) = (int(a)?, int(b)?);
    admit(a.bit_len(), &INTEGER_BITS, budget)?;
    let parts = a.div_rem_euclid(b);
    Ok(parts.map(|(quotient, remainder)| Value::Int(if op == Op::IntDiv { quotient } else { remainder })))
}

/// `<=`, `<`, `>=` and `>`: each argument related to the next.
pub(super) fn comparison(op: Op, args: &[&Value]) -> Result<bool, EvalError> {
    let holds = |order: Ordering| match op {
        Op::Le => order.is_le(),
        Op::Lt => order.is_lt(),
        Op::Ge => order.is_ge(),
        _ => order.is_gt(),
    };
    Ok(match numbers(args)? {
        Numbers::Ints(numbers) => numbers.windows(2).all(|pair| holds(pair[0].cmp(pair[1]))),
        Numbers::Reals(numbers) => numbers.windows(2).all(|pair| holds(pair[0].cmp(pair[1]))),
    })
}
