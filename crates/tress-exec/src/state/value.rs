//! Values of the stack and of variables: known, or terms with the range they lie in.

use std::sync::Arc;

use tress::{Int, Term};

use super::heap::Id;
use super::text::Str;

/// A value. What is kept as an `int` may be a number, a truth value or the hash of a text.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Object(Id),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// An `int` or `long` that is not known.
    Number(Arc<Number>),
    /// An `int` that is 1 where the term is true, and 0 where it is not.
    Truth(Term),
    /// The hash of a string that is not known: good for a switch only.
    Hash(Id),
    /// What `compareTo` gives for these texts, which are not known: good for a comparison with 0 only.
    Order(Arc<(Str, Str)>),
    /// Where a subroutine returns to.
    ReturnAddress(u32),
}

/// A term of sort Int.
///
/// Invariant: on every input of the path its value lies from `low` to `high`, which lie in the range of
/// `width`.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) term: Term,
    pub low: i64,
    pub high: i64,
    pub(crate) width: Width,
    /// It is a multiple of this power of two.
    pub(crate) zeros: u32,
    /// The string of one character whose code it is, if it is one: classes of characters are memberships of
    /// that string.
    pub(crate) unit: Option<Term>,
}

/// The two widths of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Int,
    Long,
}

impl Width {
    pub(crate) fn bits(self) -> u32 {
        match self {
            Width::Int => 32,
            Width::Long => 64,
        }
    }

    pub(crate) fn low(self) -> i128 {
        -(1 << (self.bits() - 1))
    }

    pub(crate) fn high(self) -> i128 {
        (1 << (self.bits() - 1)) - 1
    }

    /// A known number of this width.
    pub(crate) fn known(self, value: i64) -> Value {
        match self {
            Width::Int => Value::Int(value as i32),
            Width::Long => Value::Long(value),
        }
    }
}

impl Value {
    pub(crate) fn truth(known: bool) -> Value {
        Value::Int(known.into())
    }

    /// Does it take two slots?
    pub(crate) fn is_wide(&self) -> bool {
        match self {
            Value::Long(_) | Value::Double(_) => true,
            Value::Number(number) => number.width == Width::Long,
            _ => false,
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        !matches!(self, Value::Number(_) | Value::Truth(_) | Value::Hash(_) | Value::Order(_))
    }

    /// A term that may be any number of these bounds, brought into the range of its width as Java does:
    /// modulo a power of two.
    pub(crate) fn number(term: Term, low: i128, high: i128, width: Width) -> Value {
        Value::multiple(term, low, high, width, 0)
    }

    /// The code of a text of one unit, of which the highest is given.
    pub(crate) fn unit(text: Term, highest: i64) -> Value {
        let (term, width) = (text.to_code(), Width::Int);
        Value::Number(Arc::new(Number { term, low: 0, high: highest, width, zeros: 0, unit: Some(text) }))
    }

    /// A multiple of a power of two; reducing it modulo the size of its width keeps that.
    pub(crate) fn multiple(term: Term, low: i128, high: i128, width: Width, zeros: u32) -> Value {
        if low >= width.low() && high <= width.high() {
            let number = Number { term, low: low as i64, high: high as i64, width, zeros, unit: None };
            return Value::Number(Arc::new(number));
        }
        let size = Int::from(2).pow(width.bits());
        let half = Int::from(2).pow(width.bits() - 1);
        let term = (term + half.clone()).rem_euclid(size) - half;
        let (low, high) = (width.low() as i64, width.high() as i64);
        Value::Number(Arc::new(Number { term, low, high, width, zeros, unit: None }))
    }
}
