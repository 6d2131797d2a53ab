//! A checker of certificates: files that show that a problem over strings has no solution.
//!
//! Enters: a problem in SMT-LIB and a certificate. Leaves: that the certificate is valid, or the line and the
//! reason of the first step that is not. It shares nothing with the solver: reader, sorts, evaluator, numbers
//! and regular expressions are its own. Nothing is believed, everything is decided with counted budgets.
//!
//! | module | holds |
//! |---|---|
//! | `budget`, `hash`, `number` | counted limits, quick tables, exact numbers |
//! | `lexer`, `names`, `reader`, `script` | problems: tokens, scopes, terms, commands |
//! | `sort`, `op`, `term` | sorts, the table of operators, shared terms |
//! | `words`, `regex`, `derivative`, `eval` | what ground terms mean |
//! | `clause`, `linear`, `cursor` | literals, linear sums, reading a step |
//! | `steps` | a module for each rule, with its side condition |
//! | `stream`, `binary`, `checker` | certificates: cut into steps, taken one by one |
//!
//! ```
//! let problem = b"(declare-const a Bool) (assert a) (assert (not a)) (check-sat)";
//! let certificate = b"(tress-certificate 1 -) (s 1 a)
//!     (c 1 (1) (input 0)) (c 2 (-1) (input 1)) (c 3 () (rup 1 2))";
//! assert!(tress_check::check(problem, certificate).is_ok());
//! let forged = b"(tress-certificate 1 -) (s 1 a)
//!     (c 1 (1) (input 0)) (c 2 () (rup 1))";
//! assert_eq!(tress_check::check(problem, forged).unwrap_err().line, 2);
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod binary;
mod budget;
mod checker;
mod clause;
mod cursor;
mod derivative;
mod eval;
mod hash;
mod lexer;
mod linear;
mod names;
mod number;
mod op;
mod reader;
mod regex;
mod script;
mod sort;
mod steps;
mod stream;
mod term;
mod words;

use std::fmt;
use std::io::{self, BufRead};

pub use binary::to_binary;

use binary::Decoder;
pub use checker::Checker;
use lexer::{Lexer, Token};
use stream::{Found, Steps};

/// The sentences that the checker believes, as text.
pub const SCHEMAS: &str = include_str!("schemas.smt2");

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line of the certificate on which the step begins, in the binary form the number of the step; 0 if
    /// the problem is refused.
    pub line: usize,
    /// The reason.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.why)
    }
}

impl std::error::Error for Refusal {}

/// The number that a certificate names its problem with: FNV-1a of 64 bits over the bytes, in hexadecimal
/// digits.
#[must_use]
pub fn fingerprint(problem: &[u8]) -> String {
    let hash = problem.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Checks a certificate.
///
/// # Errors
/// If the problem is not understood or a step is refused.
pub fn check(problem: &[u8], certificate: &[u8]) -> Result<(), Refusal> {
    check_stream(problem, certificate)
}

/// Checks a certificate that is read one step at a time.
///
/// # Errors
/// If the problem is not understood, the certificate cannot be read, or a step is refused.
pub fn check_stream(problem: &[u8], certificate: impl BufRead) -> Result<(), Refusal> {
    let mut checker = Checker::new(problem).map_err(|why| Refusal { line: 0, why })?;
    let (mut buffer, mut is_first) = (Vec::new(), true);
    let mut source =
        Source::new(certificate).map_err(|problem| Refusal { line: 1, why: problem.to_string() })?;
    loop {
        let found = source.next(&mut buffer);
        let refusal = |line: usize, why: &str| Err(Refusal { line, why: why.to_owned() });
        let line = match found {
            Ok(Found::Step(line)) => line,
            Ok(Found::End) => return refusal(source.line(), "the empty clause was not derived"),
            Ok(Found::TooLong) => return refusal(source.line(), budget::TOO_LARGE),
            Err(problem) => return refusal(source.line(), &problem.to_string()),
        };
        let taken = if is_first { header(&buffer, problem) } else { checker.step(&buffer, line) };
        taken.map_err(|why| Refusal { line, why })?;
        is_first = false;
        if checker.is_refuted() {
            return Ok(());
        }
    }
}

/// A certificate in one of its two forms.
enum Source<R> {
    Text(Steps<R>),
    Binary(Decoder<R>),
}

impl<R: BufRead> Source<R> {
    fn new(mut reader: R) -> io::Result<Self> {
        let is_binary = reader.fill_buf()?.first() == binary::MAGIC.first();
        Ok(if is_binary { Self::Binary(Decoder::new(reader)?) } else { Self::Text(Steps::new(reader)) })
    }

    fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Found> {
        match self {
            Self::Text(steps) => steps.next(buffer),
            Self::Binary(decoder) => decoder.next(buffer),
        }
    }

    /// The line, or in the binary form the step, that was reached.
    fn line(&self) -> usize {
        match self {
            Self::Text(steps) => steps.line,
            Self::Binary(decoder) => decoder.step,
        }
    }
}

/// The text form of a certificate in either form, a line for each step. It is not checked.
///
/// # Errors
/// If the bytes cannot be read or are no certificate.
pub fn to_text(certificate: impl BufRead) -> io::Result<Vec<u8>> {
    let (mut source, mut buffer, mut text) = (Source::new(certificate)?, Vec::new(), Vec::new());
    while let Found::Step(_) = source.next(&mut buffer)? {
        text.extend_from_slice(buffer.trim_ascii());
        text.push(b'\n');
    }
    Ok(text)
}

/// Checks the first expression: `(tress-certificate 1 HASH)`, where `-` fits every problem.
fn header(text: &[u8], problem: &[u8]) -> Result<(), budget::Why> {
    let mut lexer = Lexer::new(text, 1);
    let wanted = [Token::Open, Token::Symbol("tress-certificate"), Token::Number("1")];
    for token in wanted {
        budget::require(lexer.next()? == token, "expected (tress-certificate 1 HASH)")?;
    }
    let hash = match lexer.next()? {
        Token::Symbol(hash) | Token::Number(hash) => hash,
        _ => "",
    };
    let is_own = hash == "-" || hash == fingerprint(problem);
    budget::require(is_own, "the certificate belongs to another problem")?;
    let is_end = lexer.next()? == Token::Close && lexer.next()? == Token::End;
    budget::require(is_end, "expected (tress-certificate 1 HASH)")
}
