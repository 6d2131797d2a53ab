//! The graph of systems: every solution of a system is one of some system behind it (Nielsen's
//! transformations).
//!
//! Enters: a system. Leaves: all systems that are reached from it, up to names, with those in which no
//! equation is left. Where every variable occurs at most twice the graph is finite; elsewhere the limit ends
//! it.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tress_automata::monoid::Sets;
use tress_base::{Budget, Cap, Stop};

use super::branch::{Ends, branches};
use super::commute::{Roots, classes, gcd, has_exponents};
use super::coset::Coset;
use super::limits::{NODES, PARTS};
use super::node::{Node, Side, Token, Work};
use super::simplify::simplify;

/// Where a graph ends before it is whole.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The ends of sides at which it goes on.
    pub(super) ends: Ends,
    pub(super) nodes: usize,
    /// Parts of a node; larger ones are left out.
    pub(super) parts: usize,
    /// The caps that these two come from.
    pub(super) caps: [&'static Cap; 2],
}

impl Limits {
    pub(super) fn of_nodes(ends: Ends, nodes: usize, budget: &Budget) -> Self {
        Self { ends, nodes, parts: PARTS.most(budget) as usize, caps: [&NODES, &PARTS] }
    }
}

/// A system that follows another one: what its variables have become.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) images: Vec<Side>,
    pub(super) to: usize,
}

/// The systems that are reached.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// Those without equations.
    pub(super) leaves: Vec<usize>,
    /// Are there all?
    pub(super) is_whole: bool,
    /// What became of the variables of the system that was given, in terms of the first node.
    pub(super) images: Vec<Side>,
}

/// Makes the graph of a system, within limits.
pub(super) fn explore(start: Node, sets: &mut Sets, limits: Limits, budget: &Budget) -> Result<Graph, Stop> {
    let mut graph = Graph { is_whole: true, ..Graph::default() };
    let mut roots = Roots::default();
    let mut numbers: FxHashMap<Node, usize> = FxHashMap::default();
    let mut work = Work::new(start);
    if !simplify(&mut work, sets, &mut roots, budget)? {
        return Ok(graph);
    }
    let (first, images) = work.finish();
    let most_parts = limits.parts.max(4 * first.parts());
    graph.images = images;
    graph.nodes.push(first.clone());
    numbers.insert(first, 0);
    let mut open = VecDeque::from([0]);
    while let Some(at) = open.pop_front() {
        budget.look()?;
        let node = graph.nodes[at].clone();
        if node.equations.is_empty() {
            if is_leaf(&node, sets, budget)? {
                graph.leaves.push(at);
            }
            continue;
        }
        for mut work in branches(&node, limits.ends, sets, budget)? {
            budget.poll_many(8 + node.parts() as u64 / 4)?;
            if !simplify(&mut work, sets, &mut roots, budget)? {
                continue;
            }
            if work.node.parts() > most_parts {
                budget.hit(limits.caps[1].name());
                graph.is_whole = false;
                continue;
            }
            let (node, images) = work.finish();
            let next = graph.nodes.len();
            let to = *numbers.entry(node).or_insert_with_key(|node| {
                graph.nodes.push(node.clone());
                open.push_back(next);
                next
            });
            graph.edges.push(Edge { from: at, images, to });
        }
        if graph.nodes.len() > limits.nodes {
            budget.hit(limits.caps[0].name());
            graph.is_whole = false;
            break;
        }
    }
    Ok(graph)
}

/// Can a system without equations have a solution? Variables that commute must be powers of one word
/// (*commutation*).
fn is_leaf(node: &Node, sets: &Sets, budget: &Budget) -> Result<bool, Stop> {
    for class in classes(node, sets) {
        if !has_exponents(node, &class, sets, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Graph {
    /// The lengths of solutions of the first node, as far as linear congruences show (Granger; `coset`).
    /// `None` if numbers are too large, the inner one if there is no solution.
    pub(super) fn lengths(&self, sets: &Sets, budget: &Budget) -> Result<Option<Option<Coset>>, Stop> {
        let steps = length_steps(sets, budget)?;
        let mut found: Vec<Option<Coset>> = vec![None; self.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for &leaf in &self.leaves {
            match leaf_lengths(&self.nodes[leaf], sets, &steps) {
                None => return Ok(None),
                Some(None) => {}
                Some(Some(set)) => {
                    found[leaf] = Some(set);
                    open.push(leaf);
                }
            }
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            before[edge.to].push(number);
        }
        while let Some(at) = open.pop() {
            let Some(own) = found[at].clone() else { continue };
            for &number in &before[at] {
                let edge = &self.edges[number];
                budget.poll_many(1 + (own.basis.len() * edge.images.len()) as u64)?;
                let map = length_map(&edge.images, self.nodes[at].sets.len());
                let Some(image) = own.image(&map) else { return Ok(None) };
                let joined = match &found[edge.from] {
                    None => image,
                    Some(old) => match old.includes(&image) {
                        Some(true) => continue,
                        Some(false) => match old.join(&image) {
                            Some(joined) => joined,
                            None => return Ok(None),
                        },
                        None => return Ok(None),
                    },
                };
                found[edge.from] = Some(joined);
                open.push(edge.from);
            }
        }
        let Some(Some(first)) = found.first() else { return Ok(Some(None)) };
        let map = length_map(&self.images, self.nodes[0].sets.len());
        Ok(first.image(&map).map(Some))
    }
}

/// How the lengths of variables follow from those of the parts they have become.
fn length_map(images: &[Side], variables: usize) -> Vec<(Vec<i64>, i64)> {
    let of_side = |side: &Side| {
        let mut factors = vec![0; variables];
        let mut constant = 0;
        for token in side {
            match token {
                Token::Character(_) => constant += 1,
                Token::Variable(variable) => factors[*variable as usize] += 1,
            }
        }
        (factors, constant)
    };
    images.iter().map(of_side).collect()
}

/// For each element of the monoid how long its words are: a point and a step.
fn length_steps(sets: &Sets, budget: &Budget) -> Result<Vec<(i64, i64)>, Stop> {
    let monoid = sets.monoid();
    let mut steps: Vec<Option<(i64, i64)>> = vec![None; monoid.elements()];
    steps[0] = Some((0, 0));
    let mut open = vec![0_u32];
    while let Some(element) = open.pop() {
        let Some((point, step)) = steps[element as usize] else { continue };
        for class in 0..monoid.classes().len() {
            budget.poll()?;
            let next = monoid.step(element, class);
            let own = (point + 1, step);
            let joined = joined_steps(steps[next as usize], own);
            if steps[next as usize] != Some(joined) {
                steps[next as usize] = Some(joined);
                open.push(next);
            }
        }
    }
    Ok(steps.into_iter().map(|step| step.unwrap_or((0, 1))).collect())
}

fn joined_steps(old: Option<(i64, i64)>, new: (i64, i64)) -> (i64, i64) {
    old.map_or(new, |old| (old.0, gcd(old.1, gcd(new.1, new.0 - old.0))))
}

/// The lengths of a system without equations.
fn leaf_lengths(node: &Node, sets: &Sets, steps: &[(i64, i64)]) -> Option<Option<Coset>> {
    let of_set = |set: &_| {
        let elements = sets.get(*set).ones();
        elements.fold(None, |all, element| Some(joined_steps(all, steps[element]))).unwrap_or((0, 1))
    };
    let own: Vec<(i64, i64)> = node.sets.iter().map(of_set).collect();
    let mut set = Coset::of_steps(&own);
    for row in node.rows.iter().filter(|row| row.is_equal) {
        match set.meet(&row.factors, row.constant)? {
            Some(met) => set = met,
            None => return Some(None),
        }
    }
    Some(Some(set))
}
