//! What tests of several crates share: terms written as text.

use tress_smtlib::{Command, Escapes, Meaning, Names, Reader};
use tress_term::term::Term;

use crate::env::SolveContext;

/// A context with the constants `a b c` (Bool), `x y z` (String), `m n k` (Int), `r s` (Real) and `u v w`
/// (four bits).
pub struct Terms {
    /// Where the terms are.
    pub context: SolveContext,
    names: Names,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// With these constants, and no assertion.
    pub fn new() -> Self {
        let mut terms = Self { context: SolveContext::new(), names: Names::new() };
        let sorts = [("Bool", "a b c"), ("String", "x y z t"), ("Int", "m n k"), ("Real", "r s")];
        for (sort, names) in sorts.into_iter().chain([("(_ BitVec 4)", "u v w")]) {
            for name in names.split(' ') {
                terms.declare(name, sort);
            }
        }
        terms
    }

    fn declare(&mut self, name: &str, sort: &str) {
        self.declare_function(&format!("(declare-const {name} {sort})"));
    }

    /// Obeys a declaration.
    pub fn declare_function(&mut self, text: &str) {
        let command = self.command(text);
        let Command::Declare(name, arguments, sort) = command else { panic!("a declaration") };
        let symbol = self.context.store.declare(&name, &arguments, sort);
        self.names.declare(&name, Meaning::Symbol(symbol));
    }

    /// Reads a command.
    pub fn command(&mut self, text: &str) -> Command {
        let reader =
            Reader::new(text.as_bytes(), &mut self.context.store, &mut self.names, Escapes::Standard);
        reader.command().unwrap_or_else(|error| panic!("{text}: {}", error.message))
    }

    /// The term of a text.
    pub fn term(&mut self, text: &str) -> Term {
        match self.command(&format!("(simplify {text})")) {
            Command::Simplify(term) => term,
            other => panic!("{text}: {other:?}"),
        }
    }
}
