//! Comparisons of numbers as rows of `tress-lia`, and the best value that the rows of a conjunction allow.

use std::collections::BTreeMap;

use tress_base::{Budget, Rational, Stop};
use tress_lia::{Goal, Kind, Linear, Optimum, Reason, Relation, Value, Var};

use tress_rewrite::rewrite::{Bounds, Shape};
use tress_term::term::{Op, Sort, Sum, Term, TermMap, TermStore, post_order_where, sum_of};

/// A difference of two terms, and how it compares to zero.
pub(super) type Comparison = (Term, Term, Relation);

/// The comparisons whose conjunction a literal is. Returns `None` for any other literal, and for an equation
/// that is false.
pub(super) fn comparisons(store: &TermStore, atom: Term, holds: bool) -> Option<Vec<Comparison>> {
    let args = store.args(atom);
    if !args.first().is_some_and(|arg| matches!(store.sort(*arg), Sort::Int | Sort::Real)) {
        return None;
    }
    let relation = match (store.op(atom)?, holds) {
        (Op::Le, true) | (Op::Gt, false) => Relation::Le,
        (Op::Lt, true) | (Op::Ge, false) => Relation::Lt,
        (Op::Ge, true) | (Op::Lt, false) => Relation::Ge,
        (Op::Gt, true) | (Op::Le, false) => Relation::Gt,
        (Op::Eq, true) => Relation::Eq,
        _ => return None,
    };
    // Of a chain that is false, one link is.
    let is_chain = args.len() > 2 && !holds;
    (!is_chain).then(|| args.windows(2).map(|pair| (pair[0], pair[1], relation)).collect())
}

/// Rows over variables that represent terms.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) lia: tress_lia::Solver,
    pub(super) vars: BTreeMap<Term, Var>,
}

impl Rows {
    fn var(&mut self, store: &TermStore, term: Term) -> Var {
        let Self { lia, vars } = self;
        *vars.entry(term).or_insert_with(|| {
            lia.new_var(if store.sort(term) == Sort::Int { Kind::Int } else { Kind::Real })
        })
    }

    pub(super) fn linear(&mut self, store: &TermStore, sum: &Sum) -> Linear {
        let parts = sum.parts.iter().map(|(term, factor)| (self.var(store, *term), factor.clone())).collect();
        Linear::from_terms(parts, sum.constant.clone())
    }

    pub(super) fn assert(&mut self, store: &TermStore, sum: &Sum, relation: Relation) {
        let linear = self.linear(store, sum);
        self.lia.assert_linear(&linear, relation, Reason(0));
    }
}

/// The sum `left - right`.
pub(super) fn difference(store: &TermStore, left: Term, right: Term) -> Sum {
    sum_of(store, &[(left, Rational::ONE), (right, -Rational::ONE)])
}

/// A number that `term` does not go below (`Minimum`) or above, when the comparisons that are asserted as
/// such and the meaning of operators give one.
///
/// # Errors
/// When the budget is used up.
pub(super) fn relaxed(
    store: &TermStore,
    formulas: &[Term],
    term: Term,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Value>, Stop> {
    let mut rows = Rows::default();
    let mut open: Vec<(Term, bool)> = formulas.iter().rev().map(|formula| (*formula, true)).collect();
    while let Some((formula, holds)) = open.pop() {
        budget.poll()?;
        match (store.op(formula), holds) {
            (Some(Op::Not), _) => open.push((store.args(formula)[0], !holds)),
            (Some(Op::And), true) | (Some(Op::Or), false) => {
                open.extend(store.args(formula).iter().map(|arg| (*arg, holds)));
            }
            _ => {
                for (left, right, relation) in comparisons(store, formula, holds).unwrap_or_default() {
                    rows.assert(store, &difference(store, left, right), relation);
                }
            }
        }
    }
    let objective = rows.linear(store, &sum_of(store, &[(term, Rational::ONE)]));
    add_bounds(store, &mut rows);
    Ok(match rows.lia.optimise_rational(&objective, goal, budget)? {
        Optimum::Value(value) => Some(value),
        Optimum::Unbounded | Optimum::Conflict(_) => None,
    })
}

/// What the operators of terms say about their values.
fn add_bounds(store: &TermStore, rows: &mut Rows) {
    let roots: Vec<Term> = rows.vars.keys().copied().filter(|term| store.sort(*term) == Sort::Int).collect();
    let mut known: TermMap<Bounds> = TermMap::new();
    let measured = |term: Term| matches!(store.sort(term), Sort::String | Sort::Int);
    for term in post_order_where(store, &roots, measured) {
        let bounds = Shape { store, known: &known }.bounds(term);
        known.set(term, bounds);
    }
    for root in roots {
        let Some(Bounds { low, high }) = known.get(root).cloned() else { continue };
        for (end, relation) in [(low, Relation::Ge), (high, Relation::Le)] {
            let Some(end) = end else { continue };
            let sum = Sum { parts: vec![(root, Rational::ONE)], constant: -Rational::from(end) };
            rows.assert(store, &sum, relation);
        }
    }
}
