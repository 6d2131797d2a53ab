//! Why a term has no value here.

use std::fmt;

use tress_base::Stop;

use crate::term::SymbolId;

/// Why a value could not be computed.
///
/// All but [`EvalError::Stop`] are properties of the term and the model: asking again gives the
/// same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvalError {
    /// The budget ended.
    Stop(Stop),
    /// The value depends on a quantified formula.
    Quantifier,
    /// The model gives this symbol no value.
    NoValue(SymbolId),
    /// A word would have more characters than [`crate::term::Word::MAX_LENGTH`].
    TooLong,
    /// A number would have more digits than tress computes with, or an index does not fit.
    TooLarge,
    /// A call of a recursive function does not end, or not soon enough.
    Endless,
    /// A division by zero, outside of any model.
    DivisionByZero,
    /// A field of another constructor or an element outside of a sequence, outside of any model.
    Outside,
    /// The arguments do not fit the operator.
    Mismatch,
}

impl From<Stop> for EvalError {
    fn from(stop: Stop) -> Self {
        EvalError::Stop(stop)
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Stop(stop) => stop.fmt(f),
            EvalError::Quantifier => f.write_str("the value depends on a quantifier"),
            EvalError::NoValue(_) => f.write_str("a symbol has no value in the model"),
            EvalError::TooLong => f.write_str("a word would be too long"),
            EvalError::TooLarge => f.write_str("a number would be too large"),
            EvalError::Endless => f.write_str("a call of a recursive function does not end"),
            EvalError::DivisionByZero => f.write_str("division by zero has no value outside of a model"),
            EvalError::Outside => {
                f.write_str("a field or element that is not there has no value outside of a model")
            }
            EvalError::Mismatch => f.write_str("the arguments do not fit the operator"),
        }
    }
}

impl std::error::Error for EvalError {}
