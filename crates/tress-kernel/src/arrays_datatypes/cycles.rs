//! No value of a datatype is a part of itself.
//!
//! From a class, its constructor term leads to the classes of its fields. A way back is a conflict: the
//! equalities between each field on the way and the constructor term that it equals.

use std::collections::BTreeMap;

use tress_base::Stop;

use tress_term::term::Op;

use super::super::context::Context;
use super::super::egraph::Node;
use super::super::inferences::Rule;
use super::super::sat::Lifetime;
use super::super::theory::Progress;

/// No value is a part of itself.
const CYCLE: Rule = Rule::new(
    "data-cycle",
    "Barrett, Shikanian, Tinelli 2007",
    "values are finite terms, and no finite term is a part of itself",
);

/// A class on the way: its constructor term, and the next of its fields to follow.
struct Step {
    class: Node,
    built: Node,
    next: usize,
}

/// Looks for a cycle through constructors.
pub(in super::super) fn check_cycles(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let mut built: BTreeMap<Node, Node> = BTreeMap::new();
    for (node, term) in cx.kernel.classes.terms_from(0) {
        if cx.env.store.op(term) == Some(Op::Construct) && !cx.env.store.args(term).is_empty() {
            built.entry(cx.representative(node)).or_insert(node);
        }
    }
    // Classes that were entered; false when all below was seen.
    let mut open: BTreeMap<Node, bool> = BTreeMap::new();
    let mut way: Vec<Step> = Vec::new();
    for (start, first) in &built {
        if open.contains_key(start) {
            continue;
        }
        open.insert(*start, true);
        way.push(Step { class: *start, built: *first, next: 0 });
        while let Some(step) = way.last_mut() {
            cx.env.budget.poll()?;
            let Some(field) = cx.kernel.classes.graph.application(step.built).1.get(step.next).copied()
            else {
                open.insert(step.class, false);
                way.pop();
                continue;
            };
            step.next += 1;
            let class = cx.representative(field);
            match (open.get(&class), built.get(&class)) {
                (Some(true), _) => {
                    exclude(cx, &way, class);
                    return Ok(Progress::Changed);
                }
                (None, Some(node)) => {
                    open.insert(class, true);
                    way.push(Step { class, built: *node, next: 0 });
                }
                _ => {}
            }
        }
    }
    Ok(Progress::Fine)
}

/// The end of the way leads back to a class on it.
fn exclude(cx: &mut Context<'_>, way: &[Step], class: Node) {
    let start = way.iter().position(|step| step.class == class).expect("the class is on the way");
    let cycle = &way[start..];
    let pairs: Vec<(Node, Node)> = cycle
        .iter()
        .enumerate()
        .map(|(place, step)| {
            let field = cx.kernel.classes.graph.application(step.built).1[step.next - 1];
            (field, cycle[(place + 1) % cycle.len()].built)
        })
        .collect();
    let premises = cx.literals_behind(pairs);
    cx.infer(CYCLE, premises, &[], Lifetime::Removable);
}
