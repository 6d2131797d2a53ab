//! What tests of several rooms share: terms written as text, and engines that are asked about them.

use tress_base::{Budget, Stop};

use crate::engines::{Task, named};
use crate::env::Workshop;
use crate::problem::{Fact, Outcome, Problem};
use crate::smtlib::{Command, Escapes, Names, Reader};
use crate::term::Term;

/// A workshop with the constants `a b c` (Bool), `x y z` (String), `m n k` (Int) and `r s` (Real).
pub(crate) struct Terms {
    pub(crate) workshop: Workshop,
    names: Names,
}

impl Terms {
    pub(crate) fn new() -> Self {
        let mut terms = Self { workshop: Workshop::new(), names: Names::new() };
        for (sort, names) in [("Bool", "a b c"), ("String", "x y z"), ("Int", "m n k"), ("Real", "r s")] {
            for name in names.split(' ') {
                terms.declare(name, sort);
            }
        }
        terms
    }

    fn declare(&mut self, name: &str, sort: &str) {
        let command = self.command(&format!("(declare-const {name} {sort})"));
        let Command::Declare(name, arguments, sort) = command else { panic!("a declaration") };
        let symbol = self.workshop.store.declare(&name, &arguments, sort);
        self.names.declare(&name, crate::smtlib::Meaning::Symbol(symbol));
    }

    pub(crate) fn command(&mut self, text: &str) -> Command {
        let reader =
            Reader::new(text.as_bytes(), &mut self.workshop.store, &mut self.names, Escapes::Standard);
        reader.command().unwrap_or_else(|error| panic!("{text}: {}", error.message))
    }

    /// The term that `text` spells.
    pub(crate) fn term(&mut self, text: &str) -> Term {
        match self.command(&format!("(simplify {text})")) {
            Command::Simplify(term) => term,
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// What an engine says of facts, whose origins are their places, and the workshop with its counters.
pub(crate) fn ask(engine: &str, facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    let problem = Problem::new(&terms.workshop.store, facts.collect());
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX };
    let engine = named(engine).expect("it stands in the table");
    let outcome = engine.solve(&mut terms.workshop.env(&budget, 0), &task);
    (outcome, terms)
}
