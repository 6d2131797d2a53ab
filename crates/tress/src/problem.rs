//! What an engine is asked, and what it answers.

use std::fmt;

use tress_base::Stop;

use crate::model::Model;
use crate::term::{Head, SymbolId, Term, TermStore, post_order};

/// A formula that must hold, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// A term of sort Bool.
    pub term: Term,
    /// The client's number for it; conflicts are told in these numbers.
    pub origin: u32,
}

/// A conjunction of facts.
///
/// Invariant: `symbols` are the declared constants and functions that occur in the facts, each
/// once, in the order of their declaration.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What must hold.
    pub facts: Vec<Fact>,
    /// The symbols to find values for.
    pub symbols: Vec<SymbolId>,
}

impl Problem {
    /// The problem that consists of these facts.
    #[must_use]
    pub fn new(store: &TermStore, facts: Vec<Fact>) -> Self {
        let roots: Vec<Term> = facts.iter().map(|fact| fact.term).collect();
        let mut symbols: Vec<SymbolId> = Vec::new();
        let mut bound: Vec<SymbolId> = Vec::new();
        for term in post_order(store, &roots) {
            match store.head(term) {
                Head::Symbol(symbol) => symbols.push(symbol),
                Head::Quantifier(_, list) => bound.extend_from_slice(store.bound(list)),
                _ => {}
            }
        }
        bound.sort_unstable();
        symbols.sort_unstable();
        symbols.dedup();
        symbols.retain(|symbol| bound.binary_search(symbol).is_err());
        Self { facts, symbols }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The work had to stop.
    Stopped(Stop),
    /// The engines that were asked cannot decide this problem.
    Incomplete,
    /// A quantifier occurs, and no engine decides those.
    Quantifiers,
    /// The problem was not understood as a whole; what is missing, and where.
    Refused(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(stop) => write!(f, "{stop}"),
            Reason::Incomplete => f.write_str("incomplete"),
            Reason::Quantifiers => f.write_str("(incomplete quantifiers)"),
            Reason::Refused(text) => f.write_str(text),
        }
    }
}

/// What an engine found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Values under which, the engine believes, all facts hold. The caller checks them.
    Model(Box<Model>),
    /// Origins of facts that cannot hold together. Only steps that keep every solution may lead
    /// here.
    Conflict(Vec<u32>),
    /// Clauses that follow from the theory alone. They may speak of new terms.
    Lemmas(Vec<Vec<Term>>),
    /// No answer, and why.
    GaveUp(Reason),
}
