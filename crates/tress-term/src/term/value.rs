//! Concrete values: what terms evaluate to and what models assign.

use std::cmp::Ordering;

use tress_automata::Regex;
use tress_base::{Int, Rational};

use super::array::ArrayValue;
use super::compound::{Compound, DataValue, SeqValue};
use super::sort::{Sort, SortId};
use super::word::Word;

/// An element of a declared sort. Elements with different numbers are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub u32);

/// A concrete value.
///
/// Invariant: two values of one sort, except RegLan, are equal exactly when they look equal. For
/// RegLan the expression is held, and different expressions may describe one language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(Int),
    /// A fraction.
    Real(Rational),
    /// A word.
    Str(Word),
    /// A regular expression, in the store of the evaluator that made it.
    Regex(Regex),
    /// An element of a declared sort.
    Element(SortId, ElementId),
    /// A bit-vector: its width, and the number its bits spell, from 0 to two to the width less one.
    Bits(u32, Int),
    /// A function from a sort to a sort that has one value almost everywhere.
    Array(ArrayValue),
    /// A constructor with its fields.
    Data(DataValue),
    /// A sequence.
    Seq(SeqValue),
}

impl Value {
    /// The sort of the value.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Str(_) => Sort::String,
            Value::Regex(_) => Sort::RegLan,
            Value::Element(sort, _) => Sort::Declared(*sort),
            Value::Bits(width, _) => Sort::BitVec(*width),
            Value::Array(array) => array.sort(),
            Value::Data(data) => data.sort(),
            Value::Seq(seq) => seq.sort(),
        }
    }

    /// A string value from Rust text.
    #[must_use]
    pub fn text(text: &str) -> Value {
        Value::Str(text.chars().map(u32::from).collect())
    }

    /// The bit-vector of this width whose number is `number` modulo two to the width.
    #[must_use]
    pub fn bits(width: u32, number: &Int) -> Value {
        if !number.is_negative() && number.bit_len() <= width as usize {
            return Value::Bits(width, number.clone());
        }
        let rest = number.div_rem_euclid(&Int::power_of_two(width)).map(|(_, rest)| rest);
        Value::Bits(width, rest.unwrap_or_default())
    }

    /// Does an element of a declared sort occur in it? Such elements have no name in other models.
    #[must_use]
    pub fn has_elements(&self) -> bool {
        match self {
            Value::Element(..) => true,
            _ => self.compound().is_some_and(Compound::has_elements),
        }
    }

    /// How many values it is made of, itself included, counted as often as they occur.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.compound().map_or(1, Compound::weight)
    }

    /// The values it is made of: elements of an array with their indices, fields, elements of a sequence.
    pub(crate) fn parts(&self) -> &[Value] {
        self.compound().map_or(&[], Compound::parts)
    }

    /// The values it is made of, when it is made of values.
    pub(super) fn compound(&self) -> Option<&Compound> {
        match self {
            Value::Array(ArrayValue(parts)) | Value::Data(DataValue(parts)) | Value::Seq(SeqValue(parts)) => {
                Some(parts)
            }
            _ => None,
        }
    }

    pub(super) fn into_compound(self) -> Option<Compound> {
        match self {
            Value::Array(ArrayValue(parts)) | Value::Data(DataValue(parts)) | Value::Seq(SeqValue(parts)) => {
                Some(parts)
            }
            _ => None,
        }
    }

    /// The place of its kind in the order of all values.
    fn rank(&self) -> u8 {
        match self {
            Value::Bool(_) => 0,
            Value::Int(_) => 1,
            Value::Real(_) => 2,
            Value::Str(_) => 3,
            Value::Regex(_) => 4,
            Value::Element(..) => 5,
            Value::Bits(..) => 6,
            Value::Array(_) => 7,
            Value::Data(_) => 8,
            Value::Seq(_) => 9,
        }
    }
}

impl Ord for Value {
    /// A total order, in which numbers are ordered by size and words as in dictionaries. Beyond that it
    /// means nothing.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.cmp(b),
            (Value::Str(a), Value::Str(b)) => a.cmp(b),
            (Value::Regex(a), Value::Regex(b)) => a.cmp(b),
            (Value::Element(a, m), Value::Element(b, n)) => (a, m).cmp(&(b, n)),
            (Value::Bits(a, m), Value::Bits(b, n)) => (a, m).cmp(&(b, n)),
            _ => match (self.compound(), other.compound()) {
                (Some(a), Some(b)) if self.rank() == other.rank() => a.cmp(b),
                _ => self.rank().cmp(&other.rank()),
            },
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
