//! Walking terms without recursion: orders, maps, substitution.

use tress_base::{Budget, Stop};

use super::store::{Head, Term, TermStore};
use super::symbol::SymbolId;

/// Something known of some terms.
///
/// Slots stand in pages that are made when first needed, so that a map of a few terms costs
/// little even when the store is large.
#[derive(Clone, Debug)]
pub struct TermMap<T> {
    pages: Vec<Option<Box<[Option<T>; PAGE_SLOTS]>>>,
}

/// Slots in a page of a [`TermMap`].
const PAGE_SLOTS: usize = 32;

impl<T> Default for TermMap<T> {
    fn default() -> Self {
        Self { pages: Vec::new() }
    }
}

impl<T> TermMap<T> {
    /// Nothing known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is known of `term`.
    #[must_use]
    #[inline]
    pub fn get(&self, term: Term) -> Option<&T> {
        let page = self.pages.get(term.index() / PAGE_SLOTS)?.as_ref()?;
        page[term.index() % PAGE_SLOTS].as_ref()
    }

    /// Is anything known of `term`?
    #[must_use]
    #[inline]
    pub fn has(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Remembers something of `term`, in place of what was known before.
    pub fn set(&mut self, term: Term, value: T) {
        let page = term.index() / PAGE_SLOTS;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([const { None }; PAGE_SLOTS]));
        page[term.index() % PAGE_SLOTS] = Some(value);
    }

    /// Forgets all terms from this number on.
    pub fn truncate(&mut self, terms: usize) {
        self.pages.truncate(terms.div_ceil(PAGE_SLOTS));
        if let Some(Some(last)) = self.pages.get_mut(terms / PAGE_SLOTS) {
            last[terms % PAGE_SLOTS..].iter_mut().for_each(|slot| *slot = None);
        }
    }

    /// Forgets what was known of `term` and returns it.
    pub fn take(&mut self, term: Term) -> Option<T> {
        let page = self.pages.get_mut(term.index() / PAGE_SLOTS)?.as_mut()?;
        page[term.index() % PAGE_SLOTS].take()
    }
}

/// A set of terms.
///
/// Bits stand in pages that are made when first needed, so that a walk over a small term costs
/// little even when the store is large.
#[derive(Clone, Debug, Default)]
pub struct TermSet {
    pages: Vec<Option<Box<[u64; PAGE_WORDS]>>>,
}

/// Words of 64 bits in a page of a [`TermSet`].
const PAGE_WORDS: usize = 16;

/// Page, word and bit of a term.
fn place(term: Term) -> (usize, usize, u64) {
    let word = term.index() / 64;
    (word / PAGE_WORDS, word % PAGE_WORDS, 1 << (term.index() % 64))
}

impl TermSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Is `term` in the set?
    #[must_use]
    #[inline]
    pub fn has(&self, term: Term) -> bool {
        let (page, word, bit) = place(term);
        matches!(self.pages.get(page), Some(Some(words)) if words[word] & bit != 0)
    }

    /// Adds `term`; true when it was not there.
    pub fn add(&mut self, term: Term) -> bool {
        let (page, word, bit) = place(term);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let words = self.pages[page].get_or_insert_with(|| Box::new([0; PAGE_WORDS]));
        let new = words[word] & bit == 0;
        words[word] |= bit;
        new
    }
}

/// All subterms of `roots`, each once, arguments before the terms they stand in.
#[must_use]
pub fn post_order(store: &TermStore, roots: &[Term]) -> Vec<Term> {
    post_order_where(store, roots, |_| true)
}

/// Has the term one value in all models: does no symbol occur in it, and no operator that leaves something
/// open?
#[must_use]
pub fn is_ground(store: &TermStore, term: Term) -> bool {
    let is_open = |part: Term| match store.head(part) {
        Head::Symbol(_) => true,
        Head::Op(op, _) => op.is_partial(),
        Head::Value(_) | Head::Quantifier(..) => false,
    };
    !post_order(store, &[term]).into_iter().any(is_open)
}

/// Like [`post_order`], but only for terms where `enter` holds, and without what stands below
/// the others.
#[must_use]
pub fn post_order_where(store: &TermStore, roots: &[Term], enter: impl Fn(Term) -> bool) -> Vec<Term> {
    walked(store, roots, enter, || Ok(())).unwrap_or_default()
}

/// Like [`post_order`], under limits.
///
/// # Errors
/// The reason to stop.
pub fn post_order_within(
    store: &TermStore,
    roots: &[Term],
    budget: Option<&Budget>,
) -> Result<Vec<Term>, Stop> {
    walked(store, roots, |_| true, || budget.map_or(Ok(()), Budget::poll))
}

/// Walks terms with arguments first; `poll` may end the walk at each of them.
#[inline]
fn walked(
    store: &TermStore,
    roots: &[Term],
    enter: impl Fn(Term) -> bool,
    poll: impl Fn() -> Result<(), Stop>,
) -> Result<Vec<Term>, Stop> {
    let mut seen = TermSet::new();
    let mut order = Vec::new();
    let mut stack: Vec<(Term, usize)> = Vec::new();
    for root in roots {
        if enter(*root) && seen.add(*root) {
            stack.push((*root, 0));
        }
        while let Some((term, next)) = stack.last_mut() {
            let Some(arg) = store.args(*term).get(*next).copied() else {
                order.push(*term);
                stack.pop();
                poll()?;
                continue;
            };
            *next += 1;
            if enter(arg) && seen.add(arg) {
                stack.push((arg, 0));
            }
        }
    }
    Ok(order)
}

/// The term over the images of its arguments. Contract: an image has the sort of what it replaces.
pub fn map_args(store: &mut TermStore, term: Term, image: impl Fn(Term) -> Term) -> Term {
    if store.args(term).iter().all(|arg| image(*arg) == *arg) {
        return term;
    }
    let args: Vec<Term> = store.args(term).iter().map(|arg| image(*arg)).collect();
    store.with_args(term, &args).expect("a term of the same sort stands in the same place")
}

/// Terms to put in place of declared constants.
///
/// Substitution is simultaneous: what is put in is not looked at again. Results are remembered,
/// so applying one substitution to many terms costs their shared size once. A bound symbol can be
/// given another symbol: then that one is bound instead.
#[derive(Debug, Default)]
pub struct Substitution {
    of_symbol: rustc_hash::FxHashMap<SymbolId, Term>,
    done: rustc_hash::FxHashMap<Term, Term>,
}

impl Substitution {
    /// The substitution that changes nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `term` in place of `symbol` from now on. All pairs must be known before the first
    /// call of [`Substitution::apply`].
    pub fn put(&mut self, symbol: SymbolId, term: Term) {
        self.of_symbol.insert(symbol, term);
    }

    /// Does it change nothing?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.of_symbol.is_empty()
    }

    /// The term with every symbol replaced.
    pub fn apply(&mut self, store: &mut TermStore, root: Term) -> Term {
        self.apply_within(store, root, None).unwrap_or(root)
    }

    /// The same, under limits.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn apply_within(
        &mut self,
        store: &mut TermStore,
        root: Term,
        budget: Option<&Budget>,
    ) -> Result<Term, Stop> {
        if self.is_empty() {
            return Ok(root);
        }
        let poll = || budget.map_or(Ok(()), Budget::poll);
        for term in walked(store, &[root], |term| !self.done.contains_key(&term), poll)? {
            poll()?;
            budget.map_or(Ok(()), |budget| budget.room_for(store.growth()))?;
            let new = self.one(store, term);
            self.done.insert(term, new);
        }
        Ok(self.done.get(&root).copied().unwrap_or(root))
    }

    fn one(&self, store: &mut TermStore, term: Term) -> Term {
        if let Head::Symbol(symbol) = store.head(term)
            && store.args(term).is_empty()
        {
            return self.of_symbol.get(&symbol).copied().unwrap_or(term);
        }
        let image = |arg: Term| self.done.get(&arg).copied().unwrap_or(arg);
        if let Head::Quantifier(forall, list) = store.head(term) {
            let renamed = |symbol: &SymbolId| {
                let new = self.of_symbol.get(symbol).and_then(|term| store.as_constant(*term));
                new.unwrap_or(*symbol)
            };
            let bound: Vec<SymbolId> = store.bound(list).iter().map(renamed).collect();
            let body = image(store.args(term)[0]);
            return store.quantifier(forall, &bound, body).expect("a formula stays one");
        }
        map_args(store, term, image)
    }
}

#[cfg(test)]
mod tests {
    use super::super::op::Op;
    use super::super::sort::Sort;
    use super::*;

    #[test]
    fn arguments_come_first_and_once() {
        let mut store = TermStore::new();
        let symbol = store.declare("x", &[], Sort::String);
        let x = store.constant(symbol);
        let xx = store.app(Op::Concat, &[x, x]).expect("strings");
        let root = store.app(Op::Eq, &[xx, x]).expect("strings");
        assert_eq!(post_order(&store, &[root, xx]), vec![x, xx, root]);
        assert_eq!(post_order_where(&store, &[root], |term| term != xx), vec![x, root]);
    }

    #[test]
    fn a_map_forgets_what_comes_last() {
        let mut store = TermStore::new();
        let terms: Vec<Term> = (0..100).map(|number| store.int(number)).collect();
        for kept in [0, 1, 31, 32, 33, 64, 99, 200] {
            let mut map = TermMap::new();
            terms.iter().for_each(|term| map.set(*term, ()));
            map.truncate(kept);
            assert!(terms.iter().all(|term| map.has(*term) == (term.index() < kept)), "{kept}");
        }
    }

    #[test]
    fn a_hundred_thousand_levels_are_walked() {
        let mut store = TermStore::new();
        let symbol = store.declare("b", &[], Sort::Bool);
        let b = store.constant(symbol);
        let mut term = b;
        for _ in 0..100_000 {
            term = store.app(Op::And, &[term, b]).expect("bools");
        }
        assert_eq!(post_order(&store, &[term]).len(), 100_001);
        let mut swap = Substitution::new();
        swap.put(symbol, TermStore::TRUE);
        let new = swap.apply(&mut store, term);
        assert_eq!(post_order(&store, &[new]).len(), 100_001);
    }

    #[test]
    fn bound_symbols_are_renamed_where_they_are_bound() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.declare(name, &[], Sort::Bool));
        let [tx, ty] = [x, y].map(|symbol| store.constant(symbol));
        let [all_x, all_y] = [(x, tx), (y, ty)]
            .map(|(bound, body)| store.quantifier(true, &[bound], body).expect("a formula"));
        assert_eq!(store.quantifier(true, &[x], tx), Ok(all_x), "equal formulas are one term");
        let mut rename = Substitution::new();
        rename.put(x, ty);
        assert_eq!(rename.apply(&mut store, all_x), all_y);
        assert_eq!(rename.apply(&mut store, all_y), all_y);
    }

    #[test]
    fn substitution_is_simultaneous() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.declare(name, &[], Sort::String));
        let [tx, ty] = [x, y].map(|symbol| store.constant(symbol));
        let xy = store.app(Op::Concat, &[tx, ty]).expect("strings");
        let mut swap = Substitution::new();
        swap.put(x, ty);
        swap.put(y, tx);
        let yx = swap.apply(&mut store, xy);
        assert_eq!(store.args(yx), &[ty, tx]);
        assert_eq!(swap.apply(&mut store, tx), ty);
    }
}
