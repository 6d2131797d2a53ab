//! Quantified formulas and the truth values that represent them.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use tress_term::term::{
    Head, Op, Sort, Substitution, SymbolId, Term, TermMap, TermStore, post_order, post_order_where,
};

/// A universal formula that replaces an outermost quantified one. `exists` is the negation of
/// `forall` over the negated body.
pub(super) struct Entry {
    /// The truth value that represents it.
    pub(super) holds: SymbolId,
    pub(super) bound: Box<[SymbolId]>,
    pub(super) body: Term,
    /// Does some formula ask for it to be true, or to be false?
    sides: u8,
    /// Was a lemma made that says for what it fails when it is false?
    is_settled: bool,
    /// Is it true whatever the values of its free symbols?
    pub(super) is_valid: bool,
    /// Was that tried to be shown?
    pub(super) is_tried: bool,
    /// What the bound symbols were instantiated with.
    pub(super) tuples: FxHashSet<Box<[Term]>>,
}

const TRUE_SIDE: u8 = 1;
const FALSE_SIDE: u8 = 2;
const BOTH: u8 = TRUE_SIDE | FALSE_SIDE;

/// All entries of a question.
///
/// Invariant: an entry's formula has no bound symbols of other entries, as it stands outermost.
#[derive(Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    indices: FxHashMap<Term, usize>,
    images: TermMap<Term>,
    /// The constants for which formulas fail.
    witnesses: Vec<SymbolId>,
}

impl Table {
    pub(super) fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    pub(super) fn entry_mut(&mut self, index: usize) -> &mut Entry {
        &mut self.entries[index]
    }

    /// Entries that must be true in a model that makes their truth value true.
    pub(super) fn asked(&self) -> Vec<usize> {
        let is_asked = |index: &usize| self.entries[*index].sides & TRUE_SIDE != 0;
        (0..self.entries.len()).filter(is_asked).collect()
    }

    /// Truth values that only ever help by being true.
    pub(super) fn positive(&self) -> Vec<SymbolId> {
        self.entries.iter().filter(|entry| entry.sides == TRUE_SIDE).map(|entry| entry.holds).collect()
    }

    /// The symbols that were made here.
    pub(super) fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        self.entries.iter().map(|entry| entry.holds).chain(self.witnesses.iter().copied())
    }

    /// The formula with truth values in place of its outermost quantified parts.
    pub(super) fn image(
        &mut self,
        store: &mut TermStore,
        budget: &Budget,
        formula: Term,
    ) -> Result<Term, Stop> {
        let is_open = |store: &TermStore, term: Term| !matches!(store.head(term), Head::Quantifier(..));
        let order = post_order_where(store, &[formula], |_| true);
        budget.poll_many(order.len() as u64)?;
        let mut sides: TermMap<u8> = TermMap::new();
        sides.set(formula, TRUE_SIDE);
        // Terms come before their arguments, so that all sides of a term are known when it is met.
        for term in order.iter().rev() {
            let Some(side) = sides.get(*term).copied() else { continue };
            if !is_open(store, *term) {
                self.note(store, *term, side);
                continue;
            }
            for (arg, side) in below(store, *term, side) {
                let known = sides.get(arg).copied().unwrap_or(0);
                sides.set(arg, known | side);
            }
        }
        for term in order {
            if sides.has(term) && is_open(store, term) && !self.images.has(term) {
                let image = self.rebuilt(store, term);
                self.images.set(term, image);
            }
        }
        Ok(self.images.get(formula).copied().unwrap_or(formula))
    }

    fn rebuilt(&self, store: &mut TermStore, term: Term) -> Term {
        let image = |arg: &Term| self.images.get(*arg).copied().unwrap_or(*arg);
        if store.args(term).iter().all(|arg| image(arg) == *arg) {
            return term;
        }
        let args: Vec<Term> = store.args(term).iter().map(image).collect();
        store.with_args(term, &args).expect("a truth value stands for a formula")
    }

    /// Notes that a quantified formula occurs on these sides.
    fn note(&mut self, store: &mut TermStore, term: Term, side: u8) {
        let Head::Quantifier(forall, list) = store.head(term) else { return };
        let side = if forall { side } else { flipped(side) };
        if let Some(index) = self.indices.get(&term) {
            self.entries[*index].sides |= side;
            return;
        }
        let holds = store.declare("quantified", &[], Sort::Bool);
        let literal = store.constant(holds);
        let inner = store.args(term)[0];
        let body = if forall { inner } else { store.not(inner) };
        self.images.set(term, if forall { literal } else { store.not(literal) });
        self.indices.insert(term, self.entries.len());
        self.entries.push(Entry {
            holds,
            bound: store.bound(list).into(),
            body,
            sides: side,
            is_settled: false,
            is_valid: false,
            is_tried: false,
            tuples: FxHashSet::default(),
        });
    }

    /// An entry that may be false and has no lemma that says so.
    pub(super) fn unsettled(&self) -> Option<usize> {
        self.entries.iter().position(|entry| entry.sides & FALSE_SIDE != 0 && !entry.is_settled)
    }

    /// The lemma for a formula that may be false: it holds, or fails for new constants.
    pub(super) fn settle(&mut self, store: &mut TermStore, index: usize) -> Term {
        let entry = &mut self.entries[index];
        entry.is_settled = true;
        let mut constants = Vec::with_capacity(entry.bound.len());
        for symbol in &entry.bound {
            let (name, sort) = (store.symbol(*symbol).name.clone(), store.symbol(*symbol).result);
            let witness = store.declare(&name, &[], sort);
            self.witnesses.push(witness);
            constants.push(store.constant(witness));
        }
        let holds = store.constant(entry.holds);
        let failing = instance(store, entry, &constants);
        let fails = store.not(failing);
        store.app(Op::Or, &[holds, fails]).expect("two formulas")
    }

    /// The lemma that a formula which holds, holds for these terms. `None` when it was made before.
    pub(super) fn instantiate(
        &mut self,
        store: &mut TermStore,
        index: usize,
        terms: &[Term],
    ) -> Option<Term> {
        let entry = &mut self.entries[index];
        if !entry.tuples.insert(terms.into()) {
            return None;
        }
        let holds = store.constant(entry.holds);
        let fails = store.not(holds);
        let body = instance(store, entry, terms);
        Some(store.app(Op::Or, &[fails, body]).expect("two formulas"))
    }
}

/// The body for these terms.
fn instance(store: &mut TermStore, entry: &Entry, terms: &[Term]) -> Term {
    let mut substitution = Substitution::new();
    for (symbol, term) in entry.bound.iter().zip(terms) {
        substitution.put(*symbol, *term);
    }
    substitution.apply(store, entry.body)
}

/// On which sides the arguments of a formula stand that stands on `side`.
fn below(store: &TermStore, term: Term, side: u8) -> Vec<(Term, u8)> {
    let args = store.args(term);
    let last = args.len().saturating_sub(1);
    let side_of = |index: usize| match store.op(term) {
        Some(Op::And | Op::Or) => side,
        Some(Op::Not) => flipped(side),
        Some(Op::Implies) if index < last => flipped(side),
        Some(Op::Implies) => side,
        Some(Op::Ite) if index > 0 && store.sort(term) == Sort::Bool => side,
        _ => BOTH,
    };
    args.iter().enumerate().map(|(index, arg)| (*arg, side_of(index))).collect()
}

fn flipped(side: u8) -> u8 {
    (side & TRUE_SIDE) << 1 | (side & FALSE_SIDE) >> 1
}

/// The symbols that quantifiers in a formula bind.
pub(super) fn bound_below(store: &TermStore, formula: Term) -> FxHashSet<SymbolId> {
    let mut bound = FxHashSet::default();
    for part in post_order(store, &[formula]) {
        if let Head::Quantifier(_, list) = store.head(part) {
            bound.extend(store.bound(list));
        }
    }
    bound
}
