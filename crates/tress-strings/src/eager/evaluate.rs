//! Values of functions whose arguments are all constants.

use tress_automata::{Regex, matches};
use tress_base::{Int, Stop};

use crate::memberships::Memberships;
use tress_kernel::{Context, Node};
use tress_term::eval::EvalError;
use tress_term::term::{Head, Op, Term, Value};

use super::limits::EVALUATION_STEPS;

/// Tells the graph the value of a function whose arguments are all constants.
pub(super) fn evaluate(
    cx: &mut Context<'_>,
    node: Node,
    term: Term,
    memberships: &Memberships,
) -> Result<(), Stop> {
    let Head::Op(op, indices) = cx.env.store.head(term) else { return Ok(()) };
    let arguments = cx.kernel.classes.graph.application(node).1.to_vec();
    let mut grounds = Vec::with_capacity(arguments.len());
    let mut values = Vec::with_capacity(arguments.len());
    for argument in &arguments {
        let Some(constant) = cx.kernel.classes.graph.constant(*argument) else { break };
        let term = cx.kernel.classes.term_of(constant);
        let Some(value) = term.and_then(|term| cx.env.store.as_value(term)).cloned() else { break };
        grounds.push((*argument, constant));
        values.push(value);
    }
    let value = match (memberships.regex_of(term), values.as_slice()) {
        (Some(regex), [Value::Str(word)]) if op == Op::InRe => matches_soon(cx, regex, word)?,
        (_, values) if values.len() == arguments.len() => {
            let indices = cx.env.store.indices(indices).to_vec();
            value_soon(cx, op, &indices, values)?
        }
        _ => None,
    };
    if let Some(value) = value {
        let value = cx.env.store.value(value);
        let constant = cx.node(value);
        if !cx.kernel.classes.graph.are_equal(node, constant) {
            cx.kernel.classes.graph.merge_because(node, constant, &grounds);
        }
    }
    Ok(())
}

/// Whether a word is in a language, if that is soon found out.
fn matches_soon(cx: &mut Context<'_>, regex: Regex, word: &[u32]) -> Result<Option<Value>, Stop> {
    let (budget, regexes) = (cx.env.budget, cx.env.regexes());
    let holds = EVALUATION_STEPS.share(budget, || matches(regexes, regex, word, budget))?;
    Ok(holds.map(Value::Bool))
}

/// The value of an operator, if that is soon found out.
fn value_soon(
    cx: &mut Context<'_>,
    op: Op,
    indices: &[Int],
    values: &[Value],
) -> Result<Option<Value>, Stop> {
    let (budget, evaluator, store) = (cx.env.budget, &mut *cx.env.evaluator, &*cx.env.store);
    let value =
        EVALUATION_STEPS.share(budget, || match evaluator.apply(store, op, indices, values, budget) {
            Ok(value @ (Value::Str(_) | Value::Int(_) | Value::Bool(_))) => Ok(Some(value)),
            Err(EvalError::Stop(stop)) => Err(stop),
            _ => Ok(None),
        })?;
    Ok(value.flatten())
}
