//! Arithmetic: on known numbers as Java has it, on unknown ones by exact terms.

use std::sync::Arc;

use tress::Term;
use tress_classes::{Arithmetic, Comparison, Conversion, Kind};

use super::{Run, Step, broken, unsupported};
use crate::state::{Number, Value, Width};

/// A whole number as a term with its bounds.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) term: Term,
    pub(super) low: i128,
    pub(super) high: i128,
    /// Zeros that it ends with in binary, at least.
    pub(super) zeros: u32,
}

/// The value of an operation on known numbers of one width. Only division by zero throws.
macro_rules! computed {
    ($machine:expr, $operation:expr, $left:expr, $right:expr, $unsigned:ty as $signed:ty) => {{
        let (left, right): ($signed, $signed) = ($left, $right);
        let shift = right as u32;
        match $operation {
            Arithmetic::Add => left.wrapping_add(right),
            Arithmetic::Subtract => left.wrapping_sub(right),
            Arithmetic::Multiply => left.wrapping_mul(right),
            Arithmetic::Divide | Arithmetic::Remainder if right == 0 => {
                return $machine.throw("ArithmeticException");
            }
            Arithmetic::Divide => left.wrapping_div(right),
            Arithmetic::Remainder => left.wrapping_rem(right),
            Arithmetic::ShiftLeft => left.wrapping_shl(shift),
            Arithmetic::ShiftRight => left.wrapping_shr(shift),
            Arithmetic::ShiftRightUnsigned => (left as $unsigned).wrapping_shr(shift) as $signed,
            Arithmetic::And => left & right,
            Arithmetic::Or => left | right,
            Arithmetic::Xor => left ^ right,
        }
    }};
}

impl Run<'_> {
    /// The term of an `int` or `long`.
    pub(crate) fn number_term(&self, value: &Value) -> Step<Term> {
        self.part(value).map(|part| part.term)
    }

    /// The bounds of an `int` or `long`.
    pub(crate) fn bounds(&self, value: &Value) -> Step<(i64, i64)> {
        self.part(value).map(|part| (part.low as i64, part.high as i64))
    }

    /// Does a number lie in one of these ranges? For a character of a string this is a membership, which the
    /// solver handles better than its code.
    pub(crate) fn in_ranges(&self, value: &Value, ranges: &[(u32, u32)]) -> Step<Term> {
        let solver = self.solver();
        if let Value::Number(number) = value
            && let Some(unit) = &number.unit
            && let Some(languages) = ranges.iter().map(|range| self.range_of_units(*range)).collect()
        {
            let languages: Vec<Term> = languages;
            return Ok(match languages.into_iter().reduce(|one, other| one | other) {
                Some(language) => unit.matches(language),
                None => solver.literal(false),
            });
        }
        let term = self.number_term(value)?;
        Ok(solver.any(ranges.iter().map(|(low, high)| term.ge(*low) & term.le(*high))))
    }

    /// The units of a range that neither begins nor ends with half a pair.
    fn range_of_units(&self, (low, high): (u32, u32)) -> Option<Term> {
        let (low, high) = (char::from_u32(low)?, char::from_u32(high)?);
        Some(self.solver().char_range(low, high))
    }

    fn part(&self, value: &Value) -> Step<Part> {
        let known = |value: i64| Part {
            term: self.solver().literal(value),
            low: value.into(),
            high: value.into(),
            zeros: value.trailing_zeros(),
        };
        match value {
            Value::Int(value) => Ok(known((*value).into())),
            Value::Long(value) => Ok(known(*value)),
            Value::Truth(term) => Ok(Part { term: term.ite(1, 0), low: 0, high: 1, zeros: 0 }),
            Value::Number(number) => {
                let Number { term, low, high, zeros, .. } = &**number;
                let (low, high) = self.ranges().within(term, (*low, *high));
                Ok(Part { term: term.clone(), low: low.into(), high: high.into(), zeros: *zeros })
            }
            Value::Hash(_) => unsupported("the hash of an unknown string"),
            Value::Order(_) => unsupported("how far unknown strings are apart in order"),
            _ => broken("a number is expected"),
        }
    }

    pub(super) fn arithmetic(&mut self, kind: Kind, operation: Arithmetic) -> Step {
        let (right, left) = (self.pop()?, self.pop()?);
        let (right, left) = (self.settled(right)?, self.settled(left)?);
        let result = match kind {
            Kind::Int => self.whole(Width::Int, operation, &left, &right)?,
            Kind::Long => self.whole(Width::Long, operation, &left, &right)?,
            Kind::Float => match (left, right) {
                (Value::Float(left), Value::Float(right)) => {
                    // The operations of doubles, rounded once, are exact for the sums, products and quotients
                    // of floats.
                    Value::Float(point(operation, left.into(), right.into())? as f32)
                }
                _ => return broken("floats are expected"),
            },
            Kind::Double => match (left, right) {
                (Value::Double(left), Value::Double(right)) => Value::Double(point(operation, left, right)?),
                _ => return broken("doubles are expected"),
            },
            Kind::Reference => return broken("arithmetic on references"),
        };
        self.push(result);
        Ok(())
    }

    /// An operation on two whole numbers.
    pub(crate) fn whole(
        &mut self,
        width: Width,
        operation: Arithmetic,
        left: &Value,
        right: &Value,
    ) -> Step<Value> {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => return self.known_int(operation, *left, *right),
            (Value::Long(left), Value::Long(right)) => return self.known_long(operation, *left, *right),
            // Shifts of long numbers have an int on the right.
            (Value::Long(left), Value::Int(right)) => {
                return self.known_long(operation, *left, (*right).into());
            }
            (Value::Truth(left), Value::Truth(right)) => {
                let both = match operation {
                    Arithmetic::And => Some(left & right),
                    Arithmetic::Or => Some(left | right),
                    Arithmetic::Xor => Some(left ^ right),
                    _ => None,
                };
                if let Some(both) = both {
                    return Ok(Value::Truth(both));
                }
            }
            (Value::Truth(term), Value::Int(known)) | (Value::Int(known), Value::Truth(term)) => {
                match (operation, known) {
                    (Arithmetic::And, 1) | (Arithmetic::Or | Arithmetic::Xor, 0) => {
                        return Ok(Value::Truth(term.clone()));
                    }
                    (Arithmetic::Xor, 1) => return Ok(Value::Truth(!term)),
                    _ => {}
                }
            }
            _ => {}
        }
        let (left, right) = (self.part(left)?, self.part(right)?);
        match operation {
            Arithmetic::Add => {
                let (low, high, zeros) =
                    (left.low + right.low, left.high + right.high, left.zeros.min(right.zeros));
                Ok(Value::multiple(left.term + right.term, low, high, width, zeros))
            }
            Arithmetic::Subtract => {
                let (low, high, zeros) =
                    (left.low - right.high, left.high - right.low, left.zeros.min(right.zeros));
                Ok(Value::multiple(left.term - right.term, low, high, width, zeros))
            }
            Arithmetic::Multiply => Ok(product(left, right, width)),
            Arithmetic::Divide | Arithmetic::Remainder => self.quotient(width, operation, left, right),
            _ => self.bits(width, operation, left, right),
        }
    }

    fn known_int(&mut self, operation: Arithmetic, left: i32, right: i32) -> Step<Value> {
        Ok(Value::Int(computed!(self, operation, left, right, u32 as i32)))
    }

    fn known_long(&mut self, operation: Arithmetic, left: i64, right: i64) -> Step<Value> {
        Ok(Value::Long(computed!(self, operation, left, right, u64 as i64)))
    }

    pub(super) fn negate(&mut self, kind: Kind) -> Step {
        let value = self.pop()?;
        let result = match self.settled(value)? {
            Value::Int(value) => Value::Int(value.wrapping_neg()),
            Value::Long(value) => Value::Long(value.wrapping_neg()),
            Value::Float(value) => Value::Float(-value),
            Value::Double(value) => Value::Double(-value),
            other => {
                let part = self.part(&other)?;
                let width = if kind == Kind::Long { Width::Long } else { Width::Int };
                Value::number(-part.term, -part.high, -part.low, width)
            }
        };
        self.push(result);
        Ok(())
    }

    pub(super) fn convert(&mut self, conversion: Conversion) -> Step {
        let value = self.pop()?;
        let value = self.settled(value)?;
        let result = self.converted_number(conversion, &value)?;
        self.push(result);
        Ok(())
    }

    pub(super) fn converted_number(&self, conversion: Conversion, value: &Value) -> Step<Value> {
        match value.is_known() {
            true => known_conversion(conversion, value),
            false => unknown_conversion(conversion, self.part(value)?),
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison) -> Step {
        let (right, left) = (self.pop()?, self.pop()?);
        let sign = |less: bool, greater: bool| i32::from(greater) - i32::from(less);
        let or_nan = |order: Option<std::cmp::Ordering>, nan: i32| order.map_or(nan, |order| order as i32);
        let is_greater = matches!(comparison, Comparison::FloatOrGreater | Comparison::DoubleOrGreater);
        let nan = if is_greater { 1 } else { -1 };
        let result = match (&left, &right) {
            (Value::Long(left), Value::Long(right)) => Value::Int(sign(left < right, left > right)),
            (Value::Float(left), Value::Float(right)) => Value::Int(or_nan(left.partial_cmp(right), nan)),
            (Value::Double(left), Value::Double(right)) => Value::Int(or_nan(left.partial_cmp(right), nan)),
            _ => {
                let (one, other) = (self.part(&left)?, self.part(&right)?);
                if one.low > other.high || one.high < other.low {
                    self.push(Value::Int(sign(one.high < other.low, one.low > other.high)));
                    return Ok(());
                }
                let term = one.term.lt(&other.term).ite(-1, one.term.eq(&other.term).ite(0, 1));
                let (low, high) = (i128::from(one.low >= other.high) - 1, i128::from(one.high > other.low));
                self.state.compared = Some(Arc::new((term.clone(), left, right)));
                Value::number(term, low, high, Width::Int)
            }
        };
        self.push(result);
        Ok(())
    }
}

/// An operation on numbers with a point. Java has no rounding mode but the usual one.
fn point(operation: Arithmetic, left: f64, right: f64) -> Step<f64> {
    Ok(match operation {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide => left / right,
        Arithmetic::Remainder => left % right,
        _ => return broken("bits of a number with a point"),
    })
}

fn product(left: Part, right: Part, width: Width) -> Value {
    let ends = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
    let (low, high) =
        ends.iter().fold((ends[0], ends[0]), |(low, high), end| (low.min(*end), high.max(*end)));
    Value::multiple(left.term * right.term, low, high, width, left.zeros.saturating_add(right.zeros))
}

fn known_conversion(conversion: Conversion, value: &Value) -> Step<Value> {
    Ok(match (conversion, value) {
        (Conversion::IntToLong, Value::Int(value)) => Value::Long((*value).into()),
        (Conversion::IntToFloat, Value::Int(value)) => Value::Float(*value as f32),
        (Conversion::IntToDouble, Value::Int(value)) => Value::Double((*value).into()),
        (Conversion::LongToInt, Value::Long(value)) => Value::Int(*value as i32),
        (Conversion::LongToFloat, Value::Long(value)) => Value::Float(*value as f32),
        (Conversion::LongToDouble, Value::Long(value)) => Value::Double(*value as f64),
        (Conversion::FloatToInt, Value::Float(value)) => Value::Int(*value as i32),
        (Conversion::FloatToLong, Value::Float(value)) => Value::Long(*value as i64),
        (Conversion::FloatToDouble, Value::Float(value)) => Value::Double((*value).into()),
        (Conversion::DoubleToInt, Value::Double(value)) => Value::Int(*value as i32),
        (Conversion::DoubleToLong, Value::Double(value)) => Value::Long(*value as i64),
        (Conversion::DoubleToFloat, Value::Double(value)) => Value::Float(*value as f32),
        (Conversion::IntToByte, Value::Int(value)) => Value::Int((*value as i8).into()),
        (Conversion::IntToChar, Value::Int(value)) => Value::Int((*value as u16).into()),
        (Conversion::IntToShort, Value::Int(value)) => Value::Int((*value as i16).into()),
        _ => return broken("a number of another kind is expected"),
    })
}

fn unknown_conversion(conversion: Conversion, part: Part) -> Step<Value> {
    let (low, high) = match conversion {
        Conversion::IntToLong => {
            return Ok(Value::multiple(part.term, part.low, part.high, Width::Long, part.zeros));
        }
        Conversion::LongToInt => {
            return Ok(Value::multiple(part.term, part.low, part.high, Width::Int, part.zeros));
        }
        Conversion::IntToByte => (-128, 127),
        Conversion::IntToChar => (0, 65_535),
        Conversion::IntToShort => (-32_768, 32_767),
        _ => return unsupported("an unknown number with a point"),
    };
    if part.low >= low && part.high <= high {
        return Ok(Value::number(part.term, part.low, part.high, Width::Int));
    }
    let size = (high - low + 1) as i64;
    let shift = -low as i64;
    Ok(Value::number((part.term + shift).rem_euclid(size) - shift, low, high, Width::Int))
}
