//! Patterns without loops: what a matcher does from one position is bounded by the pattern, however large
//! that is.
//!
//! Enters: a tree. Leaves: a reason for being safe, when every repetition is bounded and the steps from one
//! position are few. Ways multiply along a sequence and add up in a choice; of a choice between literals only
//! those match at one position that begin with each other.

use rustc_hash::FxHashMap;
use tress_automata::CharSet;

use super::MOST_COPIES;
use crate::ast::{Ast, Node, NodeId};

/// Steps from one position that are few, whatever the pattern: those of a loop that doubles the ways twenty
/// times are many.
const FEW_STEPS: f64 = 1_000_000.0;

/// Ways through a node, and the steps of trying all of them.
#[derive(Clone, Copy)]
struct Work {
    ways: f64,
    steps: f64,
}

/// Why no word can be slow: there is no loop without a bound, and the steps from one position are few.
pub(super) fn reason(ast: &Ast, root: NodeId) -> Option<String> {
    let mut works: Vec<Option<Work>> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        let work = work(ast, id, &works);
        works.push(work);
    }
    let enough = FEW_STEPS.max(16.0 * ast.len() as f64);
    let work = works[root as usize].filter(|work| work.steps <= enough)?;
    let is_loop = |id: NodeId| matches!(ast.node(id), Node::Repeat { high, .. } if *high != Some(1));
    Some(match (0..ast.len() as NodeId).any(is_loop) {
        false => "there is no loop".to_owned(),
        true => format!("all loops are bounded, at most {:.0} steps from one place", work.steps),
    })
}

/// The work of a node whose parts are known. Returns `None` if there is a loop in it.
fn work(ast: &Ast, id: NodeId, works: &[Option<Work>]) -> Option<Work> {
    let of = |part: &NodeId| works[*part as usize];
    match ast.node(id) {
        Node::Empty | Node::Set(_) => Some(Work { ways: 1.0, steps: 1.0 }),
        Node::Concat(items) => {
            let mut whole = Work { ways: 1.0, steps: 1.0 };
            for item in items {
                let item = of(item)?;
                whole = Work { ways: whole.ways * item.ways, steps: whole.steps + whole.ways * item.steps };
            }
            Some(whole)
        }
        Node::Alternate(items) => {
            let mut whole = Work { ways: 0.0, steps: 1.0 };
            for item in items {
                let item = of(item)?;
                whole = Work { ways: whole.ways + item.ways, steps: whole.steps + item.steps };
            }
            let nested = nested_literals(ast, items).map_or(whole.ways, f64::from);
            Some(Work { ways: nested.min(whole.ways), ..whole })
        }
        &Node::Repeat { body, low, high: Some(high), .. } if high <= MOST_COPIES => {
            let body = of(&body)?;
            let mut whole = Work { ways: 0.0, steps: 1.0 };
            // Ways of `count` copies.
            let mut copies = 1.0;
            for count in 0..=high {
                whole.ways += if count >= low { copies } else { 0.0 };
                whole.steps += if count < high { copies * (body.steps + 2.0) } else { 0.0 };
                copies *= body.ways;
            }
            Some(whole)
        }
        Node::Repeat { .. } => None,
        Node::Look { body, .. } | Node::Atomic(body) => {
            Some(Work { ways: 1.0, steps: of(body)?.steps + 1.0 })
        }
    }
}

/// How many alternatives can match at one position, when all of them are literals: the longest row of those
/// that begin with each other. Returns `None` if one is something else.
fn nested_literals(ast: &Ast, items: &[NodeId]) -> Option<u32> {
    // For each node in the tree of prefixes: what can be read there, and how many alternatives end on the
    // way.
    let mut nodes: Vec<(Vec<(&CharSet, usize)>, u32)> = vec![(Vec::new(), 0)];
    let mut exact: FxHashMap<(usize, &CharSet), usize> = FxHashMap::default();
    for item in items {
        let mut at = 0;
        for set in literal(ast, *item)? {
            at = match exact.get(&(at, set)) {
                Some(next) => *next,
                None => {
                    let is_apart = |(other, _): &(&CharSet, usize)| other.intersection(set).is_empty();
                    if !nodes[at].0.iter().all(is_apart) {
                        return None;
                    }
                    let next = nodes.len();
                    nodes.push((Vec::new(), 0));
                    nodes[at].0.push((set, next));
                    exact.insert((at, set), next);
                    next
                }
            };
        }
        nodes[at].1 += 1;
    }
    // Nodes come after those before them.
    let mut nested: Vec<u32> = nodes.iter().map(|node| node.1).collect();
    for at in 0..nodes.len() {
        for &(_, next) in &nodes[at].0 {
            nested[next] += nested[at];
        }
    }
    nested.into_iter().max()
}

/// The sets of a literal, one after the other.
fn literal(ast: &Ast, id: NodeId) -> Option<Vec<&CharSet>> {
    let set = |id: &NodeId| match ast.node(*id) {
        Node::Set(set) => Some(set),
        _ => None,
    };
    match ast.node(id) {
        Node::Empty => Some(Vec::new()),
        Node::Set(set) => Some(vec![set]),
        Node::Concat(items) => items.iter().map(set).collect(),
        _ => None,
    }
}
