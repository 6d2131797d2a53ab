//! Exceptions: the classes stand in `tress/errors.py`, and are made here.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The exception of this class with these arguments.
fn make(py: Python<'_>, class: &str, arguments: impl for<'a> pyo3::call::PyCallArgs<'a>) -> PyErr {
    let made = py
        .import("tress.errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| Ok(class.cast_into::<PyType>()?))
        .and_then(|class| class.call1(arguments));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(problem) => problem,
    }
}

/// A term does not fit together.
pub(crate) fn sort(py: Python<'_>, message: &str) -> PyErr {
    make(py, "SortError", (message,))
}

/// A name cannot be used like this.
pub(crate) fn name(py: Python<'_>, message: &str) -> PyErr {
    make(py, "NameClash", (message,))
}

/// SMT-LIB text was not understood.
pub(crate) fn parse(py: Python<'_>, message: &str, line: usize, column: usize) -> PyErr {
    make(py, "ParseError", (message, line, column))
}

/// A pattern was refused, at a position in characters from zero.
pub(crate) fn pattern(py: Python<'_>, message: &str, text: &str, position: usize) -> PyErr {
    make(py, "PatternError", (message, text, position))
}

/// A question has no answer within the limits.
pub(crate) fn unknown(py: Python<'_>, reason: &str) -> PyErr {
    make(py, "Unknown", (reason,))
}

/// Something cannot be done exactly.
pub(crate) fn not_exact(py: Python<'_>, reason: &str) -> PyErr {
    make(py, "NotExact", (reason,))
}

/// Something that is not there was asked for.
pub(crate) fn missing(py: Python<'_>, message: &str) -> PyErr {
    make(py, "NotAvailable", (message,))
}

/// An option or an argument has no such value.
pub(crate) fn value(py: Python<'_>, message: &str) -> PyErr {
    make(py, "OptionError", (message,))
}

/// What the solver says.
pub(crate) fn from_solver(py: Python<'_>, error: &tress::Error) -> PyErr {
    use tress::Error;
    let message = error.to_string();
    match error {
        Error::Sort(_) | Error::NotBool(_) | Error::OtherSolver => sort(py, &message),
        Error::Name { .. } | Error::NoSuchName(_) => name(py, &message),
        Error::Character(_) | Error::Option(_) => value(py, &message),
        Error::Syntax { line, column, message } => parse(py, message, *line, *column),
        Error::Pattern { position, message } => pattern(py, message, "", *position),
        Error::NoModel | Error::NoCore | Error::NoCertificate(_) | Error::NoLevel | Error::NoValue(_) => {
            missing(py, &message)
        }
        Error::Unknown(reason) => unknown(py, &reason.to_string()),
        _ => PyRuntimeError::new_err(message),
    }
}
