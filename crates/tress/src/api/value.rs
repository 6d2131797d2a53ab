//! Values as clients see them.

use std::fmt;

use tress_base::{Budget, Int, Rational, Stop};

use tress_smtlib::languages::language_text;
use tress_term::eval::EvalError;
use tress_term::print::{Style, bits_text, int_text, real_text, string_text, value_text};
use tress_term::term::{self, Sort, Word};

use super::error::{Error, Result};
use super::shared::Inner;

/// The value of a term under a model. `Display` writes it in SMT-LIB; [`Value::as_str`] and similar methods
/// return the Rust value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A rational number.
    Real(Rational),
    /// A string.
    String(String),
    /// A string with characters that no Rust string can hold: surrogates, which are characters in SMT-LIB.
    CodePoints(Vec<u32>),
    /// A regular language, as a term of SMT-LIB.
    Language(String),
    /// An element of a declared sort, as a term of SMT-LIB.
    Element(String),
    /// A bit-vector: its width, and its unsigned value.
    Bits(u32, Int),
    /// An array, a value of a datatype or a sequence, as a term of SMT-LIB.
    Compound(String),
}

impl Value {
    /// The string, if the value is one that Rust can hold.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if the value is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if the value is one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Int(value) => value.to_i64(),
            _ => None,
        }
    }

    /// Converts a value of the store, if the budget has room for it.
    pub(super) fn from_inner(inner: &Inner, value: &term::Value) -> Result<Value> {
        Ok(match value {
            term::Value::Bool(value) => Value::Bool(*value),
            term::Value::Int(value) => Value::Int(value.clone()),
            term::Value::Real(value) => Value::Real(value.clone()),
            term::Value::Str(word) => word_value(word, &inner.core.budget()).map_err(EvalError::Stop)?,
            term::Value::Regex(regex) => {
                Value::Language(language_text(inner.core.regexes(), *regex, Style::Standard))
            }
            term::Value::Bits(width, number) => Value::Bits(*width, number.clone()),
            term::Value::Array(_) | term::Value::Data(_) | term::Value::Seq(_) => {
                Value::Compound(value_text(&inner.core.terms, value, Style::Standard))
            }
            term::Value::Element(..) => Value::Element(value_text(&inner.core.terms, value, Style::Standard)),
        })
    }

    /// The inverse, for values that can be written as literals.
    pub(super) fn into_inner(self) -> Result<term::Value> {
        Ok(match self {
            Value::Bool(value) => term::Value::Bool(value),
            Value::Int(value) => term::Value::Int(value),
            Value::Real(value) => term::Value::Real(value),
            Value::String(text) => term::Value::text(&text),
            Value::CodePoints(codes) => term::Value::Str(codes.into()),
            Value::Bits(width @ 1..=Sort::MOST_BITS, number) => term::Value::bits(width, &number),
            Value::Bits(width, _) => return Err(Error::Sort(format!("no bit-vector has {width} bits"))),
            Value::Language(text) | Value::Element(text) | Value::Compound(text) => {
                return Err(Error::Sort(format!("{text} is no literal")));
            }
        })
    }
}

/// A string value as a Rust string if possible.
fn word_value(word: &Word, budget: &Budget) -> Result<Value, Stop> {
    budget.room_for(word.len() as u64)?;
    let mut text = String::with_capacity(word.len());
    for (code, count) in word.pieces() {
        budget.poll_many(count)?;
        match char::from_u32(code) {
            Some(character) => text.extend((0..count).map(|_| character)),
            None => return Ok(Value::CodePoints(word.spelled(budget)?.to_vec())),
        }
    }
    Ok(Value::String(text))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => f.write_str(&int_text(value)),
            Value::Real(value) => f.write_str(&real_text(value)),
            Value::String(text) => {
                let word: Word = text.chars().map(u32::from).collect();
                f.write_str(&string_text(&word, Style::Standard))
            }
            Value::CodePoints(codes) => f.write_str(&string_text(&codes.as_slice().into(), Style::Standard)),
            Value::Bits(width, number) => f.write_str(&bits_text(*width, number)),
            Value::Language(text) | Value::Element(text) | Value::Compound(text) => f.write_str(text),
        }
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<i64> for Value {
    fn eq(&self, other: &i64) -> bool {
        self.as_i64() == Some(*other)
    }
}
