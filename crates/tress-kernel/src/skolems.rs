//! Skolem symbols, by meaning.
//!
//! The meaning of a Skolem symbol is a role and the terms it belongs to. Equal meanings get one symbol, in
//! all checks of a search. A role must determine the value of its symbol as far as any rule mentions it. The
//! parts that a function cuts out of its arguments belong to that function: sharing them with other functions
//! was measured, and cost more than it helped.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use tress_term::term::{Sort, Term, TermStore};

/// A role, and the terms that the symbol belongs to.
pub(crate) type Meaning = (&'static str, SmallVec<[Term; 4]>);

/// All Skolem symbols of a search.
#[derive(Default)]
pub(crate) struct Skolems {
    known: FxHashMap<Meaning, Term>,
}

impl Skolems {
    /// The symbol with this role for these terms.
    pub(crate) fn symbol(
        &mut self,
        store: &mut TermStore,
        sort: Sort,
        role: &'static str,
        of: &[Term],
    ) -> Term {
        *self.known.entry((role, of.into())).or_insert_with(|| {
            let symbol = store.declare(role, &[], sort);
            store.constant(symbol)
        })
    }
}

impl Skolems {
    /// All symbols with their meanings, each after the terms that it belongs to.
    pub(crate) fn by_age(&self) -> Vec<(Term, Meaning)> {
        let mut all: Vec<_> = self.known.iter().map(|(meaning, term)| (*term, meaning.clone())).collect();
        all.sort_unstable_by_key(|(term, _)| *term);
        all
    }

    /// The meaning of a symbol.
    #[cfg(feature = "check-everything")]
    pub(crate) fn meaning_of(&self, symbol: Term) -> Option<&Meaning> {
        self.known.iter().find(|(_, term)| **term == symbol).map(|(meaning, _)| meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_meaning_has_one_symbol() {
        let (mut skolems, mut store) = (Skolems::default(), TermStore::new());
        let [one, two] = [1, 2].map(|number| store.int(number));
        let front = skolems.symbol(&mut store, Sort::String, "front", &[one, two]);
        assert_eq!(skolems.symbol(&mut store, Sort::String, "front", &[one, two]), front);
        assert_ne!(skolems.symbol(&mut store, Sort::String, "front", &[two, one]), front);
        assert_ne!(skolems.symbol(&mut store, Sort::String, "rest", &[one, two]), front);
    }
}
