//! The order of strings: cycles of `str.<` and `str.<=`.
//!
//! Enters: comparisons of strings that are true or false under the assignment. Leaves: a clause
//! for each cycle, which is impossible when one step is strict and makes everything on it equal
//! otherwise. What single comparisons mean is told by their reduction.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use tress_base::Stop;
use tress_sat::{Lit, Search};

use crate::term::Op;

use super::egraph::Node;
use super::finish::Step;
use super::theories::Theories;
use super::words::exclude;

/// `below` is at most `above`, or less.
#[derive(Clone, Copy, Debug)]
struct Edge {
    literal: Lit,
    below: Node,
    above: Node,
    strict: bool,
}

impl Theories {
    /// Looks for a cycle through each comparison.
    pub(super) fn check_order(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        let edges = self.comparisons(search);
        let mut from: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (number, edge) in edges.iter().enumerate() {
            from.entry(self.graph.label(edge.below)).or_default().push(number);
        }
        for edge in &edges {
            search.budget().poll()?;
            let (start, goal) = (self.graph.label(edge.above), self.graph.label(edge.below));
            // A cycle of equal strings without strict steps is fine.
            if start == goal && !edge.strict {
                continue;
            }
            let Some(path) = self.path(start, goal, &edges, &from) else { continue };
            let cycle: Vec<Edge> = [*edge].into_iter().chain(path).collect();
            self.refute_cycle(&cycle, search);
            return Ok(Step::Changed);
        }
        Ok(Step::Fine)
    }

    /// Comparisons with a value, as edges.
    fn comparisons(&self, search: &Search<'_>) -> Vec<Edge> {
        let mut edges = Vec::new();
        for term in &self.order_atoms {
            let Some(literal) = self.literals.get(*term).copied() else { continue };
            let Some(holds) = search.value(literal) else { continue };
            let nodes = self.graph.application(*self.nodes.get(*term).expect("atoms have nodes")).1;
            let (x, y) = (nodes[0], nodes[1]);
            let less = self.store.op(*term) == Some(Op::StrLt);
            edges.push(if holds {
                Edge { literal, below: x, above: y, strict: less }
            } else {
                Edge { literal: !literal, below: y, above: x, strict: !less }
            });
        }
        edges
    }

    /// A shortest way upwards.
    fn path(
        &self,
        start: Node,
        goal: Node,
        edges: &[Edge],
        from: &BTreeMap<Node, Vec<usize>>,
    ) -> Option<Vec<Edge>> {
        let mut reached: BTreeMap<Node, Option<Edge>> = BTreeMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(label) = queue.pop_front() {
            if label == goal {
                let mut path = Vec::new();
                let mut place = goal;
                while let Some(Some(edge)) = reached.get(&place) {
                    path.push(*edge);
                    place = self.graph.label(edge.below);
                }
                path.reverse();
                return Some(path);
            }
            for number in from.get(&label).into_iter().flatten() {
                let edge = edges[*number];
                let above = self.graph.label(edge.above);
                if let Entry::Vacant(place) = reached.entry(above) {
                    place.insert(Some(edge));
                    queue.push_back(above);
                }
            }
        }
        None
    }

    /// No cycle has a strict step; without one, all strings on it are equal.
    fn refute_cycle(&mut self, cycle: &[Edge], search: &mut Search<'_>) {
        let mut premises: Vec<Lit> = cycle.iter().map(|edge| edge.literal).collect();
        for (edge, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            self.graph.explain(edge.above, next.below, &mut premises);
        }
        if cycle.iter().any(|edge| edge.strict) {
            exclude(premises, &[], search);
            return;
        }
        for edge in cycle {
            if !self.graph.are_equal(edge.below, edge.above) {
                let (one, other) = (self.term_at(edge.below), self.term_at(edge.above));
                let equal = self.equation(one, other, search);
                exclude(premises.clone(), &[equal], search);
            }
        }
    }
}
