//! Symbols that rules make, by what they stand for.
//!
//! A Skolem symbol has one meaning: a role and the terms it speaks of. Whoever asks for the same
//! meaning gets the same symbol, in whatever check it asks. A role must determine its symbol's value, as
//! far as any rule says something of it. Parts that a function cuts out of its arguments belong to
//! that function: to share them with others was measured, and cost more than it helped.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use tress_term::term::{Sort, Term, TermStore};

/// What a symbol stands for.
type Meaning = (&'static str, SmallVec<[Term; 4]>);

/// All symbols that rules have made.
#[derive(Default)]
pub(crate) struct Names {
    known: FxHashMap<Meaning, Term>,
}

impl Names {
    /// The symbol with this role for these terms.
    pub(crate) fn name(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_meaning_has_one_name() {
        let (mut names, mut store) = (Names::default(), TermStore::new());
        let [one, two] = [1, 2].map(|number| store.int(number));
        let front = names.name(&mut store, Sort::String, "front", &[one, two]);
        assert_eq!(names.name(&mut store, Sort::String, "front", &[one, two]), front);
        assert_ne!(names.name(&mut store, Sort::String, "front", &[two, one]), front);
        assert_ne!(names.name(&mut store, Sort::String, "rest", &[one, two]), front);
    }
}
