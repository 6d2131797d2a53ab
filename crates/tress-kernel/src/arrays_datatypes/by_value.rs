//! Arguments that happen to have one value.
//!
//! A candidate may give two arguments of a function one value, though the graph does not know them to be
//! equal, and two values to the results. The search is asked whether the arguments are equal.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use tress_term::term::{Head, Value};

use super::super::context::Context;
use super::super::egraph::Node;
use super::super::inferences::Rule;
use super::super::theory::Progress;
use super::super::values::{Choices, node_value};
use super::is_array_or_datatype_op;

/// Are two arguments equal?
const SAME_VALUE: Rule = Rule::new(
    "same-value",
    "de Moura, Bjørner 2008",
    "two terms are equal or not, and one value for both makes the results of a function equal",
);

/// Asks about arguments with one value, in a candidate that fails.
pub(in super::super) fn tell_arguments_apart(
    cx: &mut Context<'_>,
    choices: &mut Choices,
) -> Result<Progress, Stop> {
    let applied: Vec<Node> = cx
        .kernel
        .classes
        .terms_from(0)
        .filter(|(_, term)| match cx.env.store.head(*term) {
            Head::Symbol(_) => !cx.env.store.args(*term).is_empty(),
            Head::Op(op, _) => is_array_or_datatype_op(op),
            _ => false,
        })
        .map(|(node, _)| node)
        .collect();
    let mut groups: FxHashMap<(u32, Vec<Value>), Node> = FxHashMap::default();
    let mut progress = Progress::Fine;
    for node in applied {
        cx.env.budget.poll()?;
        let (function, arguments) = cx.kernel.classes.graph.application(node);
        let arguments = arguments.to_vec();
        let values: Option<Vec<Value>> = arguments.iter().map(|arg| node_value(cx, *arg, choices)).collect();
        let Some(values) = values.filter(|values| !values.is_empty()) else { continue };
        let other = *groups.entry((function, values)).or_insert(node);
        if cx.kernel.classes.graph.are_equal(node, other) {
            continue;
        }
        let others = cx.kernel.classes.graph.application(other).1.to_vec();
        for (a, b) in arguments.into_iter().zip(others) {
            if cx.kernel.classes.graph.are_equal(a, b) {
                continue;
            }
            let [a, b] = [a, b].map(|node| cx.kernel.classes.term_at(node));
            let equal = cx.tie(a, b);
            if cx.sat.value(equal).is_none() {
                cx.kernel.atoms.get_mut(equal.var()).always_relevant = true;
                cx.split(SAME_VALUE, equal);
                progress = Progress::Changed;
            }
        }
    }
    let is_open = cx.kernel.classes.graph.is_open();
    Ok(if is_open { Progress::Again } else { progress })
}
