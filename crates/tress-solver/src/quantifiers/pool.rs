//! Terms that bound symbols can be instantiated with.

use rustc_hash::FxHashMap;
use tress_base::Budget;

use super::limits::{SUCCESSORS, TERMS};
use super::table::{Entry, bound_below};
use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermSet, TermStore, post_order};

/// The character that makes a string longer.
const CHARACTER: u32 = b'a' as u32;

/// Terms without bound symbols, by sort, in the order they were met.
#[derive(Default)]
pub(super) struct Pool {
    seen: TermSet,
    of_sort: FxHashMap<Sort, Vec<Term>>,
}

impl Pool {
    /// Takes the terms of a formula without quantifiers, and the positions where strings occur.
    pub(super) fn read(&mut self, store: &mut TermStore, formula: Term, budget: &Budget) {
        for term in post_order(store, &[formula]) {
            self.add(store, term, budget);
            if let (Some(Op::Contains), [hay, needle]) = (store.op(term), store.args(term)) {
                let (hay, needle, zero) = (*hay, *needle, store.int(0));
                let index = store.app(Op::IndexOf, &[hay, needle, zero]).expect("two words and a number");
                self.add(store, index, budget);
            }
        }
    }

    /// Takes the terms of a body that mention no bound symbol.
    pub(super) fn read_below(&mut self, store: &TermStore, entry: &Entry, budget: &Budget) {
        let mut bound = bound_below(store, entry.body);
        bound.extend(entry.bound.iter());
        let mut is_open: TermMap<bool> = TermMap::new();
        for term in post_order(store, &[entry.body]) {
            let own = match store.head(term) {
                Head::Symbol(symbol) => bound.contains(&symbol),
                Head::Quantifier(..) => true,
                _ => false,
            };
            let open = own || store.args(term).iter().any(|arg| is_open.get(*arg) == Some(&true));
            is_open.set(term, open);
            if !open {
                self.add(store, term, budget);
            }
        }
    }

    fn add(&mut self, store: &TermStore, term: Term, budget: &Budget) {
        let sort = store.sort(term);
        if matches!(sort, Sort::Bool | Sort::RegLan) || !self.seen.add(term) {
            return;
        }
        let terms = self.of_sort.entry(sort).or_default();
        if !TERMS.is_exceeded(terms.len() + 1, budget) {
            terms.push(term);
        }
    }

    /// For each symbol the terms to be tried: first those that were met, then others that differ
    /// from them.
    pub(super) fn columns(
        &self,
        store: &mut TermStore,
        symbols: &[SymbolId],
        budget: &Budget,
    ) -> Vec<Vec<Term>> {
        symbols.iter().map(|symbol| self.column(store, *symbol, budget)).collect()
    }

    fn column(&self, store: &mut TermStore, symbol: SymbolId, budget: &Budget) -> Vec<Term> {
        let sort = store.symbol(symbol).result;
        let mut column = self.of_sort.get(&sort).cloned().unwrap_or_default();
        // What depends on other symbols stays right when they change.
        column.sort_by_key(|term| store.as_value(*term).is_some());
        for index in 0..column.len() {
            if SUCCESSORS.is_exceeded(index + 1, budget) {
                break;
            }
            let term = column[index];
            let more: Vec<Term> = match sort {
                Sort::String => {
                    let character = store.word([CHARACTER]);
                    vec![store.app(Op::Concat, &[term, character]).expect("two words")]
                }
                Sort::Int | Sort::Real => {
                    let one = store.int(1);
                    [Op::Add, Op::Sub].map(|op| store.app(op, &[term, one]).expect("two numbers")).to_vec()
                }
                _ => Vec::new(),
            };
            column.extend(more);
        }
        if sort == Sort::Bool {
            column.extend([TermStore::TRUE, TermStore::FALSE]);
        }
        column
    }
}

/// Tuples of indices into columns of these sizes, at most `most` of them, those with small indices first.
pub(super) fn combinations(sizes: &[usize], most: usize) -> Vec<Vec<usize>> {
    if sizes.contains(&0) {
        return Vec::new();
    }
    let mut found: Vec<Vec<usize>> = Vec::new();
    let largest: usize = sizes.iter().map(|size| size - 1).sum();
    for sum in 0..=largest {
        let mut partial: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), sum)];
        while let Some((indices, left)) = partial.pop() {
            let Some(size) = sizes.get(indices.len()) else {
                if left == 0 {
                    found.push(indices);
                }
                if found.len() == most {
                    return found;
                }
                continue;
            };
            let reach: usize = sizes[indices.len() + 1..].iter().map(|size| size - 1).sum();
            for index in left.saturating_sub(reach)..=left.min(size - 1) {
                let mut longer = indices.clone();
                longer.push(index);
                partial.push((longer, left - index));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_there_and_differ() {
        let mut all = combinations(&[2, 3, 2], 100);
        assert_eq!(all.len(), 12);
        assert_eq!(all[0], [0, 0, 0]);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 12);
        assert_eq!(combinations(&[40, 40, 40], 7).len(), 7);
        assert!(combinations(&[3, 0], 7).is_empty());
    }
}
