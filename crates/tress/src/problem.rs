//! What a procedure is asked.

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
