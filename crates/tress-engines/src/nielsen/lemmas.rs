//! Pairs that commute because of one equation: asked of that equation alone, before the others make its graph
//! endless.
//!
//! The graph of the equation with `ab ≠ ba` is a proof by Levi's lemma (`branch`): if it is finite and has no
//! leaf, every solution of the equation satisfies `ab = ba`.

use tress_base::{Budget, Stop};

use super::branch::Ends;
use super::graph::{Limits, explore};
use super::limits::{LEMMA_EQUATIONS, LEMMA_NODE_PARTS, LEMMA_NODES, LEMMA_PARTS};
use super::node::{Node, Side, Token};
use super::system::System;

/// Variables of an equation that is asked. With fewer, the rules for two words decide it.
const VARIABLES: usize = 3;

/// Adds the pairs that single equations force. Returns false if there are none.
pub(super) fn add(system: &mut System, budget: &Budget) -> Result<bool, Stop> {
    let asked: Vec<([Side; 2], Vec<u32>)> =
        system.node.equations.iter().filter_map(|sides| asked(sides, budget)).collect();
    let mut is_new = false;
    for (number, (sides, variables)) in asked.into_iter().enumerate() {
        if LEMMA_EQUATIONS.is_exceeded(number + 1, budget) {
            break;
        }
        for (index, a) in variables.iter().enumerate() {
            for b in &variables[..index] {
                if !system.node.commute(*a, *b) && forces(system, &sides, [*a, *b], budget)? {
                    is_new |= system.node.pair(*a, *b);
                }
            }
        }
    }
    Ok(is_new)
}

/// An equation that is small enough, with its variables.
fn asked(sides: &[Side; 2], budget: &Budget) -> Option<([Side; 2], Vec<u32>)> {
    let mut variables = Vec::new();
    for token in sides.iter().flatten() {
        let Token::Variable(variable) = token else { return None };
        if !variables.contains(variable) {
            variables.push(*variable);
        }
    }
    let parts = sides[0].len() + sides[1].len();
    let is_asked = variables.len() == VARIABLES && !LEMMA_PARTS.is_exceeded(parts, budget);
    is_asked.then(|| (sides.clone(), variables))
}

/// Do the two commute in every solution of the equation? Decided by *Levi's lemma*: the graph of the equation
/// together with `ab ≠ ba` is whole and has no leaf.
fn forces(system: &mut System, sides: &[Side; 2], pair: [u32; 2], budget: &Budget) -> Result<bool, Stop> {
    let [a, b] = pair.map(Token::Variable);
    let node = Node {
        sets: system.node.sets.clone(),
        equations: vec![sides.clone()],
        differ: vec![[vec![a, b], vec![b, a]]],
        pairs: system.node.pairs.clone(),
        rows: Vec::new(),
    };
    for ends in [Ends::Both, Ends::Front, Ends::Back] {
        let caps = [&LEMMA_NODES, &LEMMA_NODE_PARTS];
        let [nodes, parts] = caps.map(|cap| cap.most(budget) as usize);
        let limits = Limits { ends, nodes, parts, caps };
        let graph = explore(node.clone(), &mut system.sets, limits, budget)?;
        if graph.is_whole {
            return Ok(graph.leaves.is_empty());
        }
    }
    Ok(false)
}
