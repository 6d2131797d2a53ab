//! The examples of the rewriter's rules, varied.
//!
//! Enters: the rules, and a source of terms. Leaves: terms that look like the example of a rule, with other
//! terms in the place of its symbols: each rule is met soon, however rare its shape is.

use tress_base::Random;
use tress_rewrite::rewrite::rules;
use tress_smtlib::{Command, Escapes, Meaning, Names, Reader};
use tress_term::term::{Sort, Substitution, SymbolId, Term, TermStore, post_order};

use super::terms::Generator;

/// The symbols that examples are written with.
const SYMBOLS: [(Sort, &str); 5] = [
    (Sort::Bool, "a b c"),
    (Sort::String, "x y z"),
    (Sort::Int, "m n k"),
    (Sort::Real, "r s"),
    (Sort::BitVec(4), "u v w"),
];

/// The examples of all rules as terms.
#[derive(Debug)]
pub struct Examples {
    terms: Vec<Term>,
    symbols: Vec<(SymbolId, Sort)>,
    others: usize,
}

impl Examples {
    /// Reads the examples; their symbols are declared.
    #[must_use]
    pub fn new(store: &mut TermStore) -> Self {
        let mut names = Names::new();
        let mut symbols = Vec::new();
        for (sort, list) in SYMBOLS {
            for name in list.split(' ') {
                let symbol = store.declare(name, &[], sort);
                names.declare(name, Meaning::Symbol(symbol));
                symbols.push((symbol, sort));
            }
        }
        let read: Vec<Term> = rules()
            .filter_map(|rule| {
                let text = format!("(simplify {})", rule.changes);
                match Reader::new(text.as_bytes(), store, &mut names, Escapes::Standard).command() {
                    Ok(Command::Simplify(term)) => Some(term),
                    _ => None,
                }
            })
            .collect();
        let is_vector = |term: &Term| matches!(store.sort(*term), Sort::BitVec(_));
        let (others, terms): (Vec<Term>, Vec<Term>) =
            read.into_iter().partition(|term| post_order(store, &[*term]).iter().any(is_vector));
        symbols.retain(|(_, sort)| !matches!(sort, Sort::BitVec(_)));
        Self { terms, symbols, others: others.len() }
    }

    /// How many examples are left out, because the source of terms has none of their sorts.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.others
    }

    /// One of the examples with other terms for its symbols. Often a symbol takes the place of another, so
    /// that what was different becomes equal.
    pub fn vary(&self, store: &mut TermStore, random: &mut Random, generator: &Generator) -> Term {
        let term = *random.pick(&self.terms);
        let mut substitution = Substitution::new();
        for (symbol, sort) in &self.symbols {
            match random.below(6) {
                0 | 1 => substitution.put(*symbol, generator.term(store, random, *sort)),
                2 => {
                    let alike: Vec<SymbolId> = self
                        .symbols
                        .iter()
                        .filter(|(_, other)| other == sort)
                        .map(|(other, _)| *other)
                        .collect();
                    let other = store.constant(*random.pick(&alike));
                    substitution.put(*symbol, other);
                }
                _ => {}
            }
        }
        substitution.apply(store, term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read() {
        let examples = Examples::new(&mut TermStore::new());
        assert_eq!(examples.terms.len() + examples.left_out(), rules().count());
        assert!(examples.terms.len() > 10 * examples.left_out());
    }
}
