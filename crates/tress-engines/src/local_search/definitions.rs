//! Symbols that are computed from others instead of guessed.
//!
//! Enters: a problem. Leaves: the same problem where every symbol for which some equation offers a
//! term has given way to that term, and the terms. Such an equation may be in one of several
//! cases, so the smaller problem can have fewer models; each of its models is one of the whole.

use tress_base::{Budget, Stop};

use tress_rewrite::completion::Completion;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, Substitution, SymbolId, Term, TermStore, is_ground, post_order};

use super::limits::DEFINITIONS;

/// A problem with fewer symbols.
pub(super) struct Computed {
    /// What is left to guess.
    pub(super) problem: Problem,
    /// What the other symbols are; the terms mention symbols that are left.
    definitions: Completion,
}

impl Computed {
    /// Uses the equations of a problem, if there are any to use.
    pub(super) fn new(store: &mut TermStore, problem: &Problem, budget: &Budget) -> Option<Self> {
        let mut definitions: Vec<(SymbolId, Term)> = Vec::new();
        for (symbol, term) in offers(store, problem) {
            if DEFINITIONS.is_exceeded(definitions.len() + 1, budget) {
                break;
            }
            if definitions.iter().any(|(defined, _)| *defined == symbol) {
                continue;
            }
            let term = substitution(&definitions).apply(store, term);
            if !occurs(store, symbol, term) {
                let mut newest = substitution(&[(symbol, term)]);
                for (_, earlier) in &mut definitions {
                    *earlier = newest.apply(store, *earlier);
                }
                definitions.push((symbol, term));
            }
        }
        if definitions.is_empty() {
            return None;
        }
        let mut all = substitution(&definitions);
        let facts = problem.facts.iter();
        let facts = facts.map(|fact| Fact { term: all.apply(store, fact.term), ..*fact }).collect();
        let definitions = Completion::new(definitions);
        Some(Self { problem: Problem::new(store, facts), definitions })
    }

    /// The model of what was left with the computed values. `None` if one has no value.
    pub(super) fn complete(&self, env: &mut Env<'_>, model: Model) -> Result<Option<Model>, Stop> {
        let terms: Vec<Term> = self.definitions.eliminated().iter().map(|(_, term)| *term).collect();
        let parts = post_order(env.store, &terms).into_iter();
        // A symbol that no fact mentions any more can have any value.
        let symbols: Vec<SymbolId> = parts.filter_map(|part| env.store.as_constant(part)).collect();
        let model = model.with_defaults(env.store, &symbols);
        self.definitions.complete(env, model)
    }
}

/// The equations between a symbol and a term that can make a fact true, in their order.
fn offers(store: &TermStore, problem: &Problem) -> Vec<(SymbolId, Term)> {
    let mut found = Vec::new();
    let mut open: Vec<(Term, bool)> = problem.facts.iter().rev().map(|fact| (fact.term, true)).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some((term, positive)) = open.pop() {
        if !seen.insert((term, positive)) {
            continue;
        }
        let args = store.args(term);
        match store.op(term) {
            Some(Op::And | Op::Or) => open.extend(args.iter().rev().map(|arg| (*arg, positive))),
            Some(Op::Not) => open.push((args[0], !positive)),
            Some(Op::Eq) if positive => {
                for (side, other) in [(args[0], args[1]), (args[1], args[0])] {
                    if let Some(symbol) = store.as_constant(side)
                        && store.sort(side) != Sort::Bool
                        && !is_ground(store, other)
                    {
                        found.push((symbol, other));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn substitution(definitions: &[(SymbolId, Term)]) -> Substitution {
    let mut all = Substitution::new();
    for (symbol, term) in definitions {
        all.put(*symbol, *term);
    }
    all
}

fn occurs(store: &TermStore, symbol: SymbolId, term: Term) -> bool {
    post_order(store, &[term]).into_iter().any(|part| store.head(part) == Head::Symbol(symbol))
}
