//! What trying values tells of a problem.

use tress::internals::eval::Evaluator;
use tress::internals::model::Model;
use tress::internals::options::Options;
use tress::internals::session::{Session, run as run_session};
use tress::internals::term::{Size, SymbolId, Value};
use tress_base::Budget;

/// Sorts of at most so many values are tried as a whole.
const FEW: u64 = 32;
/// So many values of other sorts are tried.
const TRIED: u32 = 5;
/// So many assignments are tried.
const ASSIGNMENTS: usize = 3000;

/// Do some values make all assertions true? Nothing when not all could be tried and none do.
pub(super) fn tried(text: &str) -> Option<bool> {
    let mut session = Session::new(Options::default());
    run_session(&mut session, text.as_bytes(), &mut Vec::new()).ok()?;
    let solver = &session.solver;
    let store = &solver.terms;
    let mut is_complete = true;
    let mut candidates: Vec<(SymbolId, Vec<Value>)> = Vec::new();
    for symbol in solver.declared() {
        let known = store.symbol(*symbol);
        if !known.arguments.is_empty() {
            continue;
        }
        let values = match store.size_of(known.result) {
            Size::Finite(count) if count <= FEW => store.all_values(known.result),
            _ => {
                is_complete = false;
                (0..TRIED).filter_map(|number| store.nth_value(known.result, number)).collect()
            }
        };
        candidates.push((*symbol, values));
    }
    let product =
        candidates.iter().try_fold(1_usize, |product, (_, values)| product.checked_mul(values.len()));
    let count = product.unwrap_or(usize::MAX);
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
    for number in 0..count.min(ASSIGNMENTS) {
        let mut model = Model::new();
        let mut rest = number;
        for (symbol, values) in &candidates {
            model.set(*symbol, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let mut holds = |term| matches!(evaluator.eval(store, term, &model, &budget), Ok(Value::Bool(true)));
        if solver.assertions().iter().all(|term| holds(*term)) {
            return Some(true);
        }
    }
    (is_complete && count <= ASSIGNMENTS).then_some(false)
}
