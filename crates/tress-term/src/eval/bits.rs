//! The meaning of the operators on bit-vectors.
//!
//! Enters: widths and numbers without sign. Leaves: the same, or truth values. Numbers with sign are in two's
//! complement. Division by zero has the value that the standard gives it.

use tress_base::{Budget, Int};

use super::error::EvalError;
use super::numbers::int;
use crate::term::{Op, Sort, Value};

/// Numbers with this many binary digits are handled in one step of work.
const BITS_PER_STEP: u32 = 64;

/// A bit-vector: width and number without sign.
#[derive(Clone, Copy)]
struct Bits<'a> {
    width: u32,
    number: &'a Int,
}

impl Bits<'_> {
    /// Is the first bit one?
    fn is_negative(self) -> bool {
        self.number.bit(self.width as usize - 1)
    }

    fn signed(self) -> Int {
        if self.is_negative() { self.number - &Int::power_of_two(self.width) } else { self.number.clone() }
    }
}

fn bits(value: &Value) -> Result<Bits<'_>, EvalError> {
    match value {
        Value::Bits(width, number) => Ok(Bits { width: *width, number }),
        _ => Err(EvalError::Mismatch),
    }
}

/// The number whose binary digits are `width` ones.
fn ones(width: u32) -> Int {
    Int::power_of_two(width) - Int::ONE
}

pub(super) fn apply(op: Op, indices: &[Int], args: &[&Value], budget: &Budget) -> Result<Value, EvalError> {
    let index = |place: usize| indices.get(place).and_then(Int::to_u32).ok_or(EvalError::Mismatch);
    if op == Op::IntToBv {
        let [n] = args else { return Err(EvalError::Mismatch) };
        let width = index(0)?;
        if width == 0 || width > Sort::MOST_BITS {
            return Err(EvalError::Mismatch);
        }
        return Ok(Value::bits(width, int(n)?));
    }
    let args = args.iter().map(|arg| bits(arg)).collect::<Result<Vec<Bits<'_>>, _>>()?;
    let sum: u32 = args.iter().map(|arg| arg.width / BITS_PER_STEP + 1).sum();
    budget.poll_many(u64::from(sum))?;
    let Some(first) = args.first().copied() else { return Err(EvalError::Mismatch) };
    match (op, args.as_slice()) {
        (Op::BvConcat, _) => concat(&args),
        (Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul, _) => {
            let mut result = first.number.clone();
            for arg in &args[1..] {
                result = match op {
                    Op::BvAnd => &result & arg.number,
                    Op::BvOr => &result | arg.number,
                    Op::BvXor => &result ^ arg.number,
                    Op::BvAdd => &result + arg.number,
                    _ => modulo(first.width, &(&result * arg.number)),
                };
            }
            Ok(Value::bits(first.width, &result))
        }
        (Op::UbvToInt, [a]) => Ok(Value::Int(a.number.clone())),
        (Op::SbvToInt, [a]) => Ok(Value::Int(a.signed())),
        (Op::BvNot, [a]) => Ok(Value::Bits(a.width, ones(a.width) - a.number)),
        (Op::BvNeg, [a]) => Ok(Value::bits(a.width, &-a.number)),
        (Op::BvNego, [a]) => Ok(Value::Bool(*a.number == Int::power_of_two(a.width - 1))),
        (Op::BvExtract, [a]) => extract(*a, index(0)?, index(1)?),
        (_, [a]) => reshaped(op, *a, index(0)?),
        (_, [a, b]) if a.width == b.width => match test(op, *a, *b) {
            Some(truth) => Ok(Value::Bool(truth)),
            None => binary(op, *a, *b),
        },
        _ => Err(EvalError::Mismatch),
    }
}

fn modulo(width: u32, number: &Int) -> Int {
    match Value::bits(width, number) {
        Value::Bits(_, number) => number,
        _ => Int::ZERO,
    }
}

fn concat(args: &[Bits<'_>]) -> Result<Value, EvalError> {
    let width: u64 = args.iter().map(|arg| u64::from(arg.width)).sum();
    let width =
        u32::try_from(width).ok().filter(|width| *width <= Sort::MOST_BITS).ok_or(EvalError::TooLarge)?;
    let number = args.iter().fold(Int::ZERO, |whole, arg| &whole.shift_left(arg.width as usize) | arg.number);
    Ok(Value::Bits(width, number))
}

fn extract(a: Bits<'_>, high: u32, low: u32) -> Result<Value, EvalError> {
    if high >= a.width || low > high {
        return Err(EvalError::Mismatch);
    }
    Ok(Value::bits(high - low + 1, &a.number.shift_right(low as usize)))
}

/// Operators with one index.
fn reshaped(op: Op, a: Bits<'_>, index: u32) -> Result<Value, EvalError> {
    let wider = |more: u32| {
        let width = a.width.checked_add(more).filter(|width| *width <= Sort::MOST_BITS);
        width.ok_or(EvalError::TooLarge)
    };
    Ok(match op {
        Op::BvZeroExtend => Value::Bits(wider(index)?, a.number.clone()),
        Op::BvSignExtend => Value::bits(wider(index)?, &a.signed()),
        Op::BvRotateLeft => rotated(a, index % a.width),
        Op::BvRotateRight => rotated(a, (a.width - index % a.width) % a.width),
        Op::BvRepeat => concat(&vec![a; index.min(Sort::MOST_BITS + 1) as usize])?,
        _ => return Err(EvalError::Mismatch),
    })
}

fn rotated(a: Bits<'_>, left: u32) -> Value {
    let low = a.number.shift_right((a.width - left) as usize);
    Value::bits(a.width, &(&modulo(a.width, &a.number.shift_left(left as usize)) | &low))
}

/// Comparisons, and whether an operation overflows.
fn test(op: Op, a: Bits<'_>, b: Bits<'_>) -> Option<bool> {
    let fits = |number: &Int| {
        let limit = Int::power_of_two(a.width - 1);
        -&limit <= *number && *number < limit
    };
    Some(match op {
        Op::BvUlt => a.number < b.number,
        Op::BvUle => a.number <= b.number,
        Op::BvUgt => a.number > b.number,
        Op::BvUge => a.number >= b.number,
        Op::BvSlt => a.signed() < b.signed(),
        Op::BvSle => a.signed() <= b.signed(),
        Op::BvSgt => a.signed() > b.signed(),
        Op::BvSge => a.signed() >= b.signed(),
        Op::BvUaddo => (a.number + b.number).bit_len() > a.width as usize,
        Op::BvSaddo => !fits(&(a.signed() + b.signed())),
        Op::BvUmulo => (a.number * b.number).bit_len() > a.width as usize,
        Op::BvSmulo => !fits(&(a.signed() * b.signed())),
        Op::BvUsubo => a.number < b.number,
        Op::BvSsubo => !fits(&(a.signed() - b.signed())),
        Op::BvSdivo => *a.number == Int::power_of_two(a.width - 1) && *b.number == ones(b.width),
        _ => return None,
    })
}

/// Two bit-vectors of one width to a third.
fn binary(op: Op, a: Bits<'_>, b: Bits<'_>) -> Result<Value, EvalError> {
    let inverted = |number: &Int| Value::Bits(a.width, ones(a.width) - number);
    Ok(match op {
        Op::BvNand => inverted(&(a.number & b.number)),
        Op::BvNor => inverted(&(a.number | b.number)),
        Op::BvXnor => inverted(&(a.number ^ b.number)),
        Op::BvSub => Value::bits(a.width, &(a.number - b.number)),
        Op::BvComp => Value::Bits(1, if a.number == b.number { Int::ONE } else { Int::ZERO }),
        Op::BvUdiv => Value::Bits(a.width, divided(a.number, b.number).map_or(ones(a.width), |(q, _)| q)),
        Op::BvUrem => Value::Bits(a.width, divided(a.number, b.number).map_or(a.number.clone(), |(_, r)| r)),
        Op::BvSdiv | Op::BvSrem | Op::BvSmod => signed_division(op, a, b),
        Op::BvShl => match b.number.to_u32().filter(|count| *count < a.width) {
            Some(count) => Value::bits(a.width, &a.number.shift_left(count as usize)),
            None => Value::Bits(a.width, Int::ZERO),
        },
        Op::BvLshr | Op::BvAshr => {
            let number = if op == Op::BvLshr { a.number.clone() } else { a.signed() };
            let count = b.number.to_u32().map_or(a.width, |count| count.min(a.width));
            Value::bits(a.width, &number.shift_right(count as usize))
        }
        _ => return Err(EvalError::Mismatch),
    })
}

fn divided(a: &Int, b: &Int) -> Option<(Int, Int)> {
    a.div_rem_euclid(b)
}

/// Division by signs and sizes: quotients are cut towards zero.
fn signed_division(op: Op, a: Bits<'_>, b: Bits<'_>) -> Value {
    let (dividend, divisor) = (a.signed(), b.signed());
    let Some((quotient, rest)) = divided(&dividend.abs(), &divisor.abs()) else {
        return match op {
            Op::BvSdiv => Value::bits(a.width, if a.is_negative() { &Int::ONE } else { &Int::MINUS_ONE }),
            _ => Value::Bits(a.width, a.number.clone()),
        };
    };
    let differ = dividend.is_negative() != divisor.is_negative();
    let result = match op {
        Op::BvSdiv if differ => -&quotient,
        Op::BvSdiv => quotient,
        Op::BvSrem if dividend.is_negative() => -&rest,
        Op::BvSrem => rest,
        _ if rest.is_zero() => rest,
        // The remainder has the sign of the divisor.
        _ => match (dividend.is_negative(), divisor.is_negative()) {
            (false, false) => rest,
            (true, false) => &divisor - &rest,
            (false, true) => &rest + &divisor,
            (true, true) => -&rest,
        },
    };
    Value::bits(a.width, &result)
}
