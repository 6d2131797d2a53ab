//! What trying values shows of a problem.

use tress_base::{Budget, Random};
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Size, SymbolId, Value};

/// Sorts of at most this number of values are tried as a whole.
const FEW: u64 = 32;
/// The number of values of other sorts that are tried.
const TRIED: u32 = 5;
/// The number of assignments that are tried, and of steps for them.
const ASSIGNMENTS: usize = 3000;
const STEPS: u64 = 400_000;
/// Values for constants are chosen among this number.
const DRAWN: usize = 7;

/// Do some values make all assertions true? `None` if not all could be tried and none do. Functions are the
/// same everywhere, and what operators leave open is not varied: a no counts only where neither occurs.
pub(in crate::experiments) fn tried(session: &Session) -> Option<bool> {
    let solver = &session.solver;
    let store = &solver.terms;
    let mut is_complete = true;
    let mut base = Model::new();
    let mut candidates: Vec<(SymbolId, Vec<Value>)> = Vec::new();
    for symbol in solver.declared() {
        let known = store.symbol(*symbol);
        if !known.arguments.is_empty() {
            base.set_function(*symbol, FunctionValue::new(store.default_value(known.result)));
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
    // One after the other: most values fail at once.
    let plans: Vec<Plan> = solver.assertions().iter().map(|term| Plan::new(store, &[*term])).collect();
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited().with_steps(Some(STEPS)));
    for number in 0..count.min(ASSIGNMENTS) {
        let mut model = base.clone();
        let mut rest = number;
        for (symbol, values) in &candidates {
            model.set(*symbol, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let mut holds = true;
        for plan in &plans {
            match evaluator.run(store, plan, &model, &budget) {
                Ok(values) => holds = values.iter().all(|value| *value == Value::Bool(true)),
                Err(_) => holds = false,
            }
            if !holds {
                break;
            }
        }
        if holds {
            return Some(true);
        }
        if budget.poll().is_err() {
            return None;
        }
    }
    (is_complete && count <= ASSIGNMENTS).then_some(false)
}

/// The formulas, each negated where random values for the declared constants make it false: they have a
/// solution. Returns `None` if one of them has no value.
pub(in crate::experiments) fn planted(
    random: &mut Random,
    declarations: &str,
    formulas: &[String],
) -> Option<Vec<String>> {
    let mut session = Session::new(Options::default());
    let asserted: String = formulas.iter().map(|formula| format!("(assert {formula})\n")).collect();
    run_session(&mut session, format!("{declarations}{asserted}").as_bytes(), std::io::sink()).ok()?;
    let solver = &session.solver;
    let store = &solver.terms;
    let mut model = Model::new();
    for symbol in solver.declared() {
        let known = store.symbol(*symbol);
        if known.arguments.is_empty() {
            let value = (0..=random.below(DRAWN) as u32).rev().find_map(|n| store.nth_value(known.result, n));
            model.set(*symbol, value?);
        } else {
            model.set_function(*symbol, FunctionValue::new(store.default_value(known.result)));
        }
    }
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
    let mut found = Vec::new();
    for (term, formula) in solver.assertions().iter().zip(formulas) {
        match evaluator.eval(store, *term, &model, &budget).ok()? {
            Value::Bool(true) => found.push(formula.clone()),
            _ => found.push(format!("(not {formula})")),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Option<bool> {
        let mut session = Session::new(Options::default());
        run_session(&mut session, text.as_bytes(), std::io::sink()).expect("it is read");
        tried(&session)
    }

    #[test]
    fn all_values_of_small_sorts_are_tried() {
        let text = "(declare-const v (_ BitVec 3))(declare-const p Bool)";
        assert_eq!(answer(&format!("{text}(assert (= (bvmul v v) #b001))(assert p)")), Some(true));
        assert_eq!(answer(&format!("{text}(assert (= (bvmul v v) #b011))")), Some(false));
        assert_eq!(answer("(declare-const n Int)(assert (> n 1000))"), None);
    }

    #[test]
    fn formulas_are_turned_until_values_fit() {
        let declarations = "(declare-const n Int)(declare-const m Int)\n";
        let formulas = ["(< n m)", "(> n m)", "(= n m)"].map(str::to_owned);
        for seed in 0..20 {
            let turned = planted(&mut Random::new(seed), declarations, &formulas).expect("they have values");
            assert_eq!(turned.iter().filter(|formula| formula.starts_with("(not")).count(), 2, "{turned:?}");
        }
    }
}
