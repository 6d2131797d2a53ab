//! Formulas under a model: values in place of free symbols.

use rustc_hash::FxHashSet;
use tress_base::{Budget, Stop};

use super::limits::CASES;
use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Head, Op, SymbolId, Term, TermMap, TermStore, Value, post_order};

/// The formula with the model's values in place of all symbols but the bound ones. A symbol without
/// a value, or with one that cannot be written, stays.
pub(super) fn fixed(
    store: &mut TermStore,
    budget: &Budget,
    model: &Model,
    bound: &FxHashSet<SymbolId>,
    formula: Term,
) -> Result<Term, Stop> {
    let mut done: TermMap<Term> = TermMap::new();
    for term in post_order(store, &[formula]) {
        budget.poll()?;
        let args: Vec<Term> =
            store.args(term).iter().map(|arg| done.get(*arg).copied().unwrap_or(*arg)).collect();
        let new = match store.head(term) {
            Head::Symbol(symbol) if args.is_empty() => {
                let value = if bound.contains(&symbol) { None } else { model.get(symbol).and_then(literal) };
                value.map_or(term, |value| store.value(value))
            }
            Head::Symbol(symbol) => {
                match model.function(symbol).filter(|function| is_written(function, budget)) {
                    Some(function) => written(store, function, &args),
                    None => store.with_args(term, &args).expect("values of the same sorts"),
                }
            }
            _ if args == store.args(term) => term,
            _ => store.with_args(term, &args).expect("values of the same sorts"),
        };
        done.set(term, new);
    }
    Ok(done.get(formula).copied().unwrap_or(formula))
}

/// The value, when a term can be it.
pub(super) fn literal(value: &Value) -> Option<Value> {
    (!matches!(value, Value::Regex(_))).then(|| value.clone())
}

fn is_written(function: &FunctionValue, budget: &Budget) -> bool {
    let all = |values: &[Value]| values.iter().all(|value| literal(value).is_some());
    !CASES.is_exceeded(function.cases().len(), budget)
        && literal(function.default_value()).is_some()
        && function.cases().all(|(args, value)| all(args) && literal(value).is_some())
}

/// The function as a choice between its cases.
fn written(store: &mut TermStore, function: &FunctionValue, args: &[Term]) -> Term {
    let mut whole = store.value(function.default_value().clone());
    for (values, result) in function.cases() {
        let mut condition = Vec::with_capacity(args.len());
        for (arg, value) in args.iter().zip(values) {
            let value = store.value(value.clone());
            condition.push(store.app(Op::Eq, &[*arg, value]).expect("one sort"));
        }
        let condition = match condition.as_slice() {
            [only] => *only,
            _ => store.app(Op::And, &condition).expect("formulas"),
        };
        let result = store.value(result.clone());
        whole = store.app(Op::Ite, &[condition, result, whole]).expect("one sort");
    }
    whole
}
