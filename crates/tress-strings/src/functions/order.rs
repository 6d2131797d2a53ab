//! The order of strings: cycles of `str.<` and `str.<=`.
//!
//! Enters: comparisons of strings that are true or false under the assignment. Leaves: a clause
//! for each cycle, which is impossible when one step is strict and makes everything on it equal
//! otherwise. What single comparisons mean is told by their reduction.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use tress_base::Stop;
use tress_sat::Lit;

use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_term::term::Op;

use super::Functions;

/// No string is less than itself, and what is at most each other is equal.
const ORDER_CYCLE: Rule = Rule::new(
    "order-cycle",
    "SMT-LIB",
    "the order is antisymmetric and transitive, its strict part is irreflexive",
);

/// `below` is at most `above`, or less.
#[derive(Clone, Copy, Debug)]
struct Edge {
    literal: Lit,
    below: Node,
    above: Node,
    strict: bool,
}

impl Functions {
    /// Looks for a cycle through each comparison.
    pub(crate) fn check_order(&self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        let edges = self.comparisons(cx);
        let mut from: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (number, edge) in edges.iter().enumerate() {
            from.entry(cx.representative(edge.below)).or_default().push(number);
        }
        for edge in &edges {
            cx.env.budget.poll()?;
            let (start, goal) = (cx.representative(edge.above), cx.representative(edge.below));
            // A cycle of equal strings without strict steps is fine.
            if start == goal && !edge.strict {
                continue;
            }
            let Some(path) = path(cx, (start, goal), &edges, &from) else { continue };
            let cycle: Vec<Edge> = [*edge].into_iter().chain(path).collect();
            refute_cycle(cx, &cycle);
            return Ok(Progress::Changed);
        }
        Ok(Progress::Fine)
    }

    /// Comparisons with a value, as edges.
    fn comparisons(&self, cx: &Context<'_>) -> Vec<Edge> {
        let mut edges = Vec::new();
        for term in &self.order_atoms {
            let Some(literal) = cx.kernel.atoms.literals.get(*term).copied() else { continue };
            let Some(holds) = cx.sat.value(literal) else { continue };
            let node = cx.kernel.classes.node_of(*term).expect("atoms have nodes");
            let nodes = cx.kernel.classes.graph.application(node).1;
            let (x, y) = (nodes[0], nodes[1]);
            let less = cx.env.store.op(*term) == Some(Op::StrLt);
            edges.push(if holds {
                Edge { literal, below: x, above: y, strict: less }
            } else {
                Edge { literal: !literal, below: y, above: x, strict: !less }
            });
        }
        edges
    }
}

/// A shortest way upwards, from one class to the other.
fn path(
    cx: &Context<'_>,
    (start, goal): (Node, Node),
    edges: &[Edge],
    from: &BTreeMap<Node, Vec<usize>>,
) -> Option<Vec<Edge>> {
    let mut reached: BTreeMap<Node, Option<Edge>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(class) = queue.pop_front() {
        if class == goal {
            let mut path = Vec::new();
            let mut place = goal;
            while let Some(Some(edge)) = reached.get(&place) {
                path.push(*edge);
                place = cx.representative(edge.below);
            }
            path.reverse();
            return Some(path);
        }
        for number in from.get(&class).into_iter().flatten() {
            let edge = edges[*number];
            let above = cx.representative(edge.above);
            if let Entry::Vacant(place) = reached.entry(above) {
                place.insert(Some(edge));
                queue.push_back(above);
            }
        }
    }
    None
}

/// No cycle has a strict step; without one, all strings on it are equal.
fn refute_cycle(cx: &mut Context<'_>, cycle: &[Edge]) {
    let mut premises: Vec<Lit> = cycle.iter().map(|edge| edge.literal).collect();
    for (edge, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        cx.kernel.classes.graph.explain(edge.above, next.below, &mut premises);
    }
    if cycle.iter().any(|edge| edge.strict) {
        cx.infer(ORDER_CYCLE, premises, &[], Lifetime::Permanent);
        return;
    }
    for edge in cycle {
        if !cx.kernel.classes.graph.are_equal(edge.below, edge.above) {
            let [one, other] = [edge.below, edge.above].map(|node| cx.kernel.classes.term_at(node));
            let equal = cx.equation(one, other);
            cx.infer(ORDER_CYCLE, premises.clone(), &[equal], Lifetime::Permanent);
        }
    }
}
