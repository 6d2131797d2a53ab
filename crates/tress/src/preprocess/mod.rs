//! The room of preprocessing: the same problem, smaller.
//!
//! Enters: assertions. Leaves: [`Reduced`], a conjunction of facts that has a solution exactly
//! when the assertions have one, together with what it takes to come back: terms for eliminated
//! symbols, and for each fact the assertions it was made of.
//!
//! It must not know how facts are decided.

mod origins;
mod substitute;

use tress_base::{Budget, Stop};

use crate::eval::Evaluator;
use crate::problem::{Fact, Problem};
use crate::rewrite::Rewriter;
use crate::term::{Op, SymbolId, Term, TermSet, TermStore};

pub use origins::Origins;

/// A problem after preprocessing.
#[derive(Debug)]
pub struct Reduced {
    /// What is left to decide. A fact's origin is a number in `origins`.
    pub problem: Problem,
    /// Which assertions each fact was made of.
    pub origins: Origins,
    /// Symbols that no longer occur, and the terms that give their values. A term speaks only of
    /// symbols that are left or that stand later in the list.
    pub eliminated: Vec<(SymbolId, Term)>,
}

/// The work in progress.
pub(crate) struct Passes<'a> {
    pub(crate) store: &'a mut TermStore,
    evaluator: &'a mut Evaluator,
    rewriter: &'a mut Rewriter,
    budget: &'a Budget,
    pub(crate) facts: Vec<Fact>,
    pub(crate) origins: Origins,
    pub(crate) eliminated: Vec<(SymbolId, Term)>,
}

/// Runs all passes until nothing changes.
///
/// # Errors
/// When the budget is used up.
pub fn preprocess(
    store: &mut TermStore,
    evaluator: &mut Evaluator,
    rewriter: &mut Rewriter,
    budget: &Budget,
    assertions: &[Term],
) -> Result<Reduced, Stop> {
    let mut origins = Origins::new();
    let facts =
        assertions.iter().zip(0..).map(|(term, number)| Fact { term: *term, origin: origins.leaf(number) });
    let facts = facts.collect();
    let mut passes = Passes { store, evaluator, rewriter, budget, facts, origins, eliminated: Vec::new() };
    passes.simplify()?;
    while passes.substitute()? {
        passes.simplify()?;
    }
    let Passes { store, facts, origins, eliminated, .. } = passes;
    Ok(Reduced { problem: Problem::new(store, facts), origins, eliminated })
}

impl Passes<'_> {
    /// Rewrites every fact, takes conjunctions apart and drops what is true or said twice.
    fn simplify(&mut self) -> Result<(), Stop> {
        let mut stack: Vec<Fact> = std::mem::take(&mut self.facts);
        stack.reverse();
        let mut seen = TermSet::new();
        let mut kept = Vec::with_capacity(stack.len());
        while let Some(fact) = stack.pop() {
            self.budget.poll()?;
            if self.take_apart(fact, &mut stack) {
                continue;
            }
            let term = self.rewriter.rewrite(self.store, self.evaluator, self.budget, fact.term)?;
            let fact = Fact { term, origin: fact.origin };
            if self.take_apart(fact, &mut stack) || term == TermStore::TRUE {
                continue;
            }
            if seen.add(term) {
                kept.push(fact);
            }
        }
        self.facts = kept;
        Ok(())
    }

    /// Puts the parts of a conjunction on the stack, if the fact is one.
    fn take_apart(&mut self, fact: Fact, stack: &mut Vec<Fact>) -> bool {
        let negated = self.store.op(fact.term) == Some(Op::Not);
        let inner = if negated { self.store.args(fact.term)[0] } else { fact.term };
        let conjunction = if negated { Op::Or } else { Op::And };
        if self.store.op(inner) != Some(conjunction) {
            return false;
        }
        for part in self.store.args(inner).to_vec().into_iter().rev() {
            let term = if negated { self.store.not(part) } else { part };
            stack.push(Fact { term, origin: fact.origin });
        }
        true
    }

    /// Is some fact plainly false?
    pub(crate) fn is_refuted(&self) -> bool {
        self.facts.iter().any(|fact| fact.term == TermStore::FALSE)
    }
}
