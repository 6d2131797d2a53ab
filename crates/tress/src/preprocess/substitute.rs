//! Solved equations: `x = t` lets `t` stand for `x` everywhere.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Stop;

use crate::problem::Fact;
use crate::term::{Head, Op, Substitution, SymbolId, Term, TermStore, post_order};

use super::Passes;

/// Equations solved in one round.
///
/// Invariant: no solved symbol occurs in any solution, so one simultaneous substitution applies
/// all of them.
#[derive(Default)]
struct Solved {
    solutions: FxHashMap<SymbolId, (Term, u32)>,
    order: Vec<SymbolId>,
    used: FxHashSet<SymbolId>,
}

impl Passes<'_> {
    /// Finds solved equations among the facts and substitutes them. True when there were any.
    pub(super) fn substitute(&mut self) -> Result<bool, Stop> {
        if self.is_refuted() {
            return Ok(false);
        }
        let mut solved = Solved::default();
        let mut rest = Vec::with_capacity(self.facts.len());
        for fact in std::mem::take(&mut self.facts) {
            self.budget.poll()?;
            if !solved.take(self.store, fact) {
                rest.push(fact);
            }
        }
        if solved.order.is_empty() {
            self.facts = rest;
            return Ok(false);
        }
        let mut substitution = Substitution::new();
        for symbol in &solved.order {
            substitution.put(*symbol, solved.solutions[symbol].0);
        }
        for fact in rest {
            self.budget.poll()?;
            let term = substitution.apply(self.store, fact.term);
            let origin = if term == fact.term { fact.origin } else { self.joined(&solved, fact) };
            self.facts.push(Fact { term, origin });
        }
        self.eliminated.extend(solved.order.iter().map(|symbol| (*symbol, solved.solutions[symbol].0)));
        Ok(true)
    }

    /// The origins of a fact and of every solution that changes it.
    fn joined(&mut self, solved: &Solved, fact: Fact) -> u32 {
        let mut origin = fact.origin;
        for term in post_order(self.store, &[fact.term]) {
            if let Some(symbol) = self.store.as_constant(term)
                && let Some((_, from)) = solved.solutions.get(&symbol)
            {
                origin = self.origins.join(origin, *from);
            }
        }
        origin
    }
}

impl Solved {
    /// Takes the fact as a solved equation if it is one. True when it was taken.
    fn take(&mut self, store: &TermStore, fact: Fact) -> bool {
        for (symbol, value) in equations(store, fact.term) {
            if self.fits(store, symbol, value) {
                self.order.push(symbol);
                self.solutions.insert(symbol, (value, fact.origin));
                self.used.extend(symbols_of(store, value));
                return true;
            }
        }
        false
    }

    /// May `symbol` be replaced by `value` together with what is solved already?
    fn fits(&self, store: &TermStore, symbol: SymbolId, value: Term) -> bool {
        if self.solutions.contains_key(&symbol) || self.used.contains(&symbol) {
            return false;
        }
        let open = post_order(store, &[value]).into_iter().any(|part| match store.head(part) {
            // A bound variable means nothing outside of its quantifier.
            Head::Quantifier(..) => true,
            Head::Symbol(inner) => inner == symbol || self.solutions.contains_key(&inner),
            _ => false,
        });
        !open
    }
}

fn symbols_of(store: &TermStore, term: Term) -> impl Iterator<Item = SymbolId> {
    let parts = post_order(store, &[term]).into_iter();
    parts.filter_map(|part| match store.head(part) {
        Head::Symbol(symbol) => Some(symbol),
        _ => None,
    })
}

/// The ways to read a fact as `symbol = value`.
fn equations(store: &TermStore, term: Term) -> Vec<(SymbolId, Term)> {
    if let Some(symbol) = store.as_constant(term) {
        return vec![(symbol, TermStore::TRUE)];
    }
    match (store.op(term), store.args(term)) {
        (Some(Op::Not), [inner]) => {
            let symbol = store.as_constant(*inner);
            symbol.map(|symbol| (symbol, TermStore::FALSE)).into_iter().collect()
        }
        (Some(Op::Eq), [left, right]) => {
            let ways = [(left, right), (right, left)];
            let read = |(from, to): (&Term, &Term)| store.as_constant(*from).map(|symbol| (symbol, *to));
            ways.into_iter().filter_map(read).collect()
        }
        _ => Vec::new(),
    }
}
