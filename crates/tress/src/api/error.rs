//! The error type of the public interface.

use std::fmt;

use tress_rewrite::problem::Reason;
use tress_smtlib::Position;
use tress_solver::Misuse;
use tress_solver::options::OptionError;
use tress_term::eval::EvalError;
use tress_term::term::SortError;

/// Why a call on a [`Solver`](crate::Solver) failed. An `unknown` answer is no error: it is an
/// [`Answer`](crate::Answer).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A term is ill-sorted: the operator, the argument and its sort, in words.
    Sort(String),
    /// A term of this sort is used where a Bool is needed, as in an assertion.
    NotBool(String),
    /// A term, branch or function belongs to another solver.
    OtherSolver,
    /// A name cannot be declared.
    Name {
        /// The name.
        name: String,
        /// Why the name is rejected.
        message: String,
    },
    /// No operator or function has this name.
    NoSuchName(String),
    /// A string contains a character beyond U+2FFFF, the last one of SMT-LIB's strings.
    Character(char),
    /// SMT-LIB text is malformed.
    Syntax {
        /// The line, counted from one.
        line: usize,
        /// The character within the line, counted from one.
        column: usize,
        /// What was wrong.
        message: String,
    },
    /// A pattern of a regex dialect was refused.
    Pattern {
        /// The position of the construct in the pattern, in characters from zero.
        position: usize,
        /// What it is and why it is refused.
        message: String,
    },
    /// An option could not be set.
    Option(String),
    /// There is no model: the last check did not answer sat, or the solver changed since.
    NoModel,
    /// There is no core: the last check did not answer unsat, or the solver changed since.
    NoCore,
    /// There is no certificate, and why: the last check did not answer unsat, the solver changed since, or
    /// these rules have none.
    NoCertificate(String),
    /// More levels were popped than pushed.
    NoLevel,
    /// A term has no value under the model, and why.
    NoValue(String),
    /// The enumeration of models ended without knowing whether there are more.
    Unknown(Reason),
}

/// The result type of the calls of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(super) fn syntax(at: Position, message: impl Into<String>) -> Self {
        Error::Syntax { line: at.line, column: at.column, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sort(message) | Error::Option(message) => f.write_str(message),
            Error::NotBool(sort) => write!(f, "a term of sort {sort} stands where a Bool is needed"),
            Error::OtherSolver => f.write_str("the term belongs to another solver"),
            Error::Name { name, message } => write!(f, "{name} cannot be declared: {message}"),
            Error::NoSuchName(name) => write!(f, "no operator or function is called {name}"),
            Error::Character(found) => {
                write!(f, "U+{:X} is beyond U+2FFFF, the last character of strings", u32::from(*found))
            }
            Error::Syntax { line, column, message } => write!(f, "{line}:{column}: {message}"),
            Error::Pattern { position, message } => write!(f, "at {position}: {message}"),
            Error::NoModel => Misuse::NoModel.fmt(f),
            Error::NoCore => Misuse::NoCore.fmt(f),
            Error::NoCertificate(why) => write!(f, "no certificate: {why}"),
            Error::NoLevel => Misuse::NoLevel.fmt(f),
            Error::NoValue(why) => write!(f, "the term has no value: {why}"),
            Error::Unknown(reason) => write!(f, "there may be more models: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<SortError> for Error {
    fn from(SortError(message): SortError) -> Self {
        Error::Sort(message)
    }
}

impl From<Misuse> for Error {
    fn from(misuse: Misuse) -> Self {
        match misuse {
            Misuse::NoModel | Misuse::NoObjectives => Error::NoModel,
            Misuse::NoCore => Error::NoCore,
            Misuse::NoCertificate => Error::NoCertificate("the last check did not answer unsat".to_owned()),
            Misuse::NoLevel => Error::NoLevel,
        }
    }
}

impl From<EvalError> for Error {
    fn from(problem: EvalError) -> Self {
        Error::NoValue(problem.to_string())
    }
}

impl From<OptionError> for Error {
    fn from(problem: OptionError) -> Self {
        Error::Option(problem.to_string())
    }
}
