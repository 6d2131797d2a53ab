//! Independent parts: facts that share no symbol can be decided one group after the other.

use tress_base::{Budget, connected};

use tress_rewrite::problem::{Fact, Problem};
use tress_term::term::{Head, Op, SymbolId, Term, TermStore, post_order};

use super::limits::PARTS;

/// What ties facts together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tie {
    Symbol(SymbolId),
    /// Division by zero and its kin are functions for the whole problem; elements of declared sorts and the
    /// values of quantified symbols are counted over all facts.
    Everywhere,
}

/// The problem as problems without a common symbol, small ones first: it has a model exactly when
/// each of them has one, and their models together are one.
#[must_use]
pub fn independent_parts(store: &TermStore, problem: &Problem, budget: &Budget) -> Vec<Problem> {
    let facts = problem.facts.iter().enumerate();
    let ties = facts.flat_map(|(index, fact)| ties(store, fact.term).map(move |tie| (index, tie)));
    let groups = connected(problem.facts.len(), ties);
    let facts = |group: Vec<usize>| group.into_iter().map(|index| problem.facts[index]).collect();
    let mut parts: Vec<Vec<Fact>> = groups.into_iter().map(facts).collect();
    if parts.len() <= 1 {
        return vec![problem.clone()];
    }
    // The sort is stable, so the order of facts decides between equals.
    parts.sort_by_key(Vec::len);
    if PARTS.is_exceeded(parts.len(), budget) {
        let most = usize::try_from(PARTS.most(budget)).unwrap_or(usize::MAX).max(1);
        let few = parts.len() - most;
        let joined: Vec<Fact> = parts.drain(..=few).flatten().collect();
        parts.insert(0, joined);
    }
    parts.into_iter().map(|facts| Problem::new(store, facts)).collect()
}

fn ties(store: &TermStore, fact: Term) -> impl Iterator<Item = Tie> {
    post_order(store, &[fact]).into_iter().filter_map(|term| {
        let has_elements = store.has_elements(store.sort(term));
        match store.head(term) {
            Head::Quantifier(..) => Some(Tie::Everywhere),
            Head::Op(Op::IntDiv | Op::Mod | Op::RealDiv, _) => {
                let divisors = store.args(term).get(1..).unwrap_or_default();
                let is_safe = |divisor: &Term| store.as_value(*divisor).is_some_and(|value| !is_zero(value));
                (!divisors.iter().all(is_safe)).then_some(Tie::Everywhere)
            }
            Head::Op(op, _) if op.is_partial() => Some(Tie::Everywhere),
            Head::Symbol(symbol) => Some(if has_elements { Tie::Everywhere } else { Tie::Symbol(symbol) }),
            _ => None,
        }
    })
}

fn is_zero(value: &tress_term::term::Value) -> bool {
    use tress_term::term::Value;
    match value {
        Value::Int(n) => n.is_zero(),
        Value::Real(n) => n.is_zero(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;

    /// The sizes of the parts.
    fn sizes(texts: &[&str]) -> Vec<usize> {
        let mut terms = Terms::new();
        let facts = texts.iter().zip(0..).map(|(text, origin)| Fact { term: terms.term(text), origin });
        let facts: Vec<Fact> = facts.collect();
        let problem = Problem::new(&terms.context.store, facts);
        let parts = independent_parts(&terms.context.store, &problem, &Budget::unlimited());
        for part in &parts {
            assert!(part.symbols.iter().all(|symbol| problem.symbols.contains(symbol)));
        }
        parts.iter().map(|part| part.facts.len()).collect()
    }

    #[test]
    fn facts_without_common_symbols_are_parts() {
        assert_eq!(sizes(&["(str.contains x y)", "(>= m 3)", "(str.contains y z)"]), [1, 2]);
        assert_eq!(sizes(&["a", "b", "c"]), [1, 1, 1]);
        assert_eq!(sizes(&["(= x y)", "(= y z)"]), [2]);
    }

    #[test]
    fn division_by_what_may_be_zero_ties_facts() {
        assert_eq!(sizes(&["(= (div m n) 3)", "(= (mod k 0) 3)"]), [2]);
        assert_eq!(sizes(&["(= (div m 2) 3)", "(= (mod k 3) 2)"]), [1, 1]);
    }
}
