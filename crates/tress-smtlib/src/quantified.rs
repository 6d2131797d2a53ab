//! Quantified formulas. One of them is recognised as an operator: some multiple of `k` equals `t` exactly if
//! `k` divides `t`. Programs without `divisible` express it by a quantifier.

use tress_base::{Budget, Int, Stop};

use tress_term::term::{
    Head, Op, Sort, SortError, SymbolId, Term, TermStore, Value, post_order, post_order_within,
};

/// The formula over bound symbols that occur nowhere else.
pub(super) fn quantified(
    store: &mut TermStore,
    forall: bool,
    bound: &[SymbolId],
    body: Term,
) -> Result<Term, SortError> {
    if let ([only], false) = (bound, forall)
        && let Some((factor, whole)) = multiple(store, *only, body)
    {
        return store.indexed(Op::Divisible, &[factor], &[whole]);
    }
    store.quantifier(forall, bound, body)
}

/// The body, restricted to values that satisfy the guards.
pub(super) fn guarded(
    store: &mut TermStore,
    forall: bool,
    mut guards: Vec<Term>,
    body: Term,
) -> Result<Term, SortError> {
    if guards.is_empty() {
        return Ok(body);
    }
    guards.push(body);
    store.app(if forall { Op::Implies } else { Op::And }, &guards)
}

/// The symbols that quantifiers in a term bind.
pub(super) fn bound_symbols(
    store: &TermStore,
    term: Term,
    budget: Option<&Budget>,
) -> Result<Vec<SymbolId>, Stop> {
    let mut bound = Vec::new();
    if !store.has_quantifiers() {
        return Ok(bound);
    }
    for part in post_order_within(store, &[term], budget)? {
        if let Head::Quantifier(_, list) = store.head(part) {
            bound.extend_from_slice(store.bound(list));
        }
    }
    Ok(bound)
}

/// The factor and the other side of an equation `bound * factor = whole`.
fn multiple(store: &TermStore, bound: SymbolId, body: Term) -> Option<(Int, Term)> {
    let (Some(Op::Eq), [left, right]) = (store.op(body), store.args(body)) else { return None };
    let is_bound = |term: Term| store.as_constant(term) == Some(bound);
    let factor = |term: Term| {
        let (Some(Op::Mul), [a, b]) = (store.op(term), store.args(term)) else { return None };
        let number = if is_bound(*a) { *b } else { *a };
        let other = if is_bound(*a) { *a } else { *b };
        match store.as_value(number) {
            Some(Value::Int(factor)) if is_bound(other) && !factor.is_zero() => Some(factor.abs()),
            _ => None,
        }
    };
    let (factor, whole) = match (factor(*left), factor(*right)) {
        (Some(factor), _) => (factor, *right),
        (None, Some(factor)) => (factor, *left),
        (None, None) => return None,
    };
    let free = !post_order(store, &[whole]).into_iter().any(is_bound);
    (store.sort(whole) == Sort::Int && free).then_some((factor, whole))
}
