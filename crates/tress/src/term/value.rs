//! Concrete values: what terms evaluate to and what models assign.

use tress_automata::Regex;
use tress_base::{Int, Rational};

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
        }
    }

    /// A string value from Rust text.
    #[must_use]
    pub fn text(text: &str) -> Value {
        Value::Str(text.chars().map(u32::from).collect())
    }

    /// The value that an unconstrained symbol of `sort` gets; `None` for RegLan, whose values
    /// live in an evaluator's store.
    #[must_use]
    pub fn default_of(sort: Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Real => Value::Real(Rational::ZERO),
            Sort::String => Value::Str(Word::default()),
            Sort::RegLan => Value::Regex(Regex::NONE),
            Sort::Declared(sort) => Value::Element(sort, ElementId(0)),
        })
    }
}
