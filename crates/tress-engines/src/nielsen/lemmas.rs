//! Pairs that commute because of one equation: asked of that equation alone, before the others make its graph endless.

use tress_base::{Budget, Stop};

use super::branch::Ends;
use super::graph::{Limits, explore};
use super::node::{Node, Side, Token};
use super::system::System;

/// Equations of more variables or parts are not asked.
const MOST_VARIABLES: usize = 3;
const MOST_PARTS: usize = 10;
/// Equations that are asked, nodes of a graph of one, and parts of a node.
const MOST_EQUATIONS: usize = 4;
const MOST_NODES: usize = 60;
const MOST_NODE_PARTS: usize = 48;

/// Adds the pairs that single equations force; false when there is none.
pub(super) fn add(system: &mut System, budget: &Budget) -> Result<bool, Stop> {
    let asked: Vec<([Side; 2], Vec<u32>)> =
        system.node.equations.iter().filter_map(asked).take(MOST_EQUATIONS).collect();
    let mut is_new = false;
    for (sides, variables) in asked {
        for (place, a) in variables.iter().enumerate() {
            for b in &variables[..place] {
                if !system.node.commute(*a, *b) && forces(system, &sides, [*a, *b], budget)? {
                    is_new |= system.node.pair(*a, *b);
                }
            }
        }
    }
    Ok(is_new)
}

/// An equation that is small enough, with its variables.
fn asked(sides: &[Side; 2]) -> Option<([Side; 2], Vec<u32>)> {
    let mut variables = Vec::new();
    for token in sides.iter().flatten() {
        let Token::Variable(variable) = token else { return None };
        if !variables.contains(variable) {
            variables.push(*variable);
        }
    }
    let parts = sides[0].len() + sides[1].len();
    (variables.len() == MOST_VARIABLES && parts <= MOST_PARTS).then(|| (sides.clone(), variables))
}

/// Has the equation no solution in which the two do not commute?
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
        let limits = Limits { ends, nodes: MOST_NODES, parts: MOST_NODE_PARTS };
        let graph = explore(node.clone(), &mut system.sets, limits, budget)?;
        if graph.is_whole {
            return Ok(graph.leaves.is_empty());
        }
    }
    Ok(false)
}
