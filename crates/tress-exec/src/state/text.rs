//! The content of strings: units of UTF-16, or a term with one character for each unit.

use std::sync::Arc;

use tress::{Solver, Term};

/// The longest string of a Java machine: arrays have two elements less than the greatest `int`.
pub(crate) const LONGEST: i64 = i32::MAX as i64 - 2;

/// A text.
#[derive(Clone, Debug)]
pub(crate) enum Str {
    Known(Arc<[u16]>),
    Unknown {
        term: Term,
        /// No text of the path is longer.
        longest: i64,
        /// All characters are below 128.
        is_ascii: bool,
    },
}

impl Str {
    pub(crate) fn known(text: &str) -> Str {
        Str::Known(text.encode_utf16().collect())
    }

    pub(crate) fn term(&self, solver: &Solver) -> Term {
        match self {
            Str::Known(units) => {
                let codes = units.iter().map(|unit| u32::from(*unit)).collect();
                solver.literal(tress::Value::CodePoints(codes))
            }
            Str::Unknown { term, .. } => term.clone(),
        }
    }

    pub(crate) fn longest(&self) -> i64 {
        match self {
            Str::Known(units) => units.len() as i64,
            Str::Unknown { longest, .. } => *longest,
        }
    }

    pub(crate) fn is_ascii(&self) -> bool {
        match self {
            Str::Known(units) => units.iter().all(|unit| *unit < 128),
            Str::Unknown { is_ascii, .. } => *is_ascii,
        }
    }

    pub(crate) fn units(&self) -> Option<&Arc<[u16]>> {
        match self {
            Str::Known(units) => Some(units),
            Str::Unknown { .. } => None,
        }
    }

    /// One text after the other.
    pub(crate) fn concat(solver: &Solver, parts: &[Str]) -> Str {
        if let Some(known) = parts.iter().map(|part| part.units()).collect::<Option<Vec<_>>>() {
            return Str::Known(known.into_iter().flat_map(|units| units.iter().copied()).collect());
        }
        let is_empty = |part: &&Str| part.units().is_some_and(|units| units.is_empty());
        let parts: Vec<&Str> = parts.iter().filter(|part| !is_empty(part)).collect();
        if let [only] = parts.as_slice() {
            return (*only).clone();
        }
        Str::Unknown {
            term: solver.concat(parts.iter().map(|part| part.term(solver))),
            longest: parts.iter().fold(0, |sum: i64, part| sum.saturating_add(part.longest())),
            is_ascii: parts.iter().all(|part| part.is_ascii()),
        }
    }
}
