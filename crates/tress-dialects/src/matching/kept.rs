//! Groups that Java leaves as they are when it goes back.
//!
//! When a way through a pattern fails, groups become what they were before, but not all: those inside of
//! looks and of atomic or possessive parts keep what they had, and so do those inside of a repetition whose
//! body has one length and no choice, which Java takes in one step. Such patterns are refused rather than
//! followed into these corners.

use crate::ast::{Ast, Node, NodeId};

/// What matters of a node.
#[derive(Clone, Copy)]
struct Part {
    /// It is a group, or there is one inside.
    has_group: bool,
    /// There is a group below it.
    holds_group: bool,
    /// There is one way to match, whatever the word is.
    is_plain: bool,
    /// It reads nothing.
    is_empty: bool,
}

/// A part with a group inside that is not taken back. In an odd pattern a choice may be one step for Java
/// (`\\R`), and an option a repetition (`{0,1}`).
pub(super) fn kept_group(ast: &Ast, is_odd: bool) -> Option<NodeId> {
    let mut is_group = vec![false; ast.len()];
    for (node, _) in &ast.groups {
        is_group[*node as usize] = true;
    }
    // Where a node is several groups, with a number or without, all but one are below the others.
    let is_twice = |id: NodeId| {
        ast.groups.iter().filter(|(node, _)| *node == id).count() > 1 || ast.wrapped.contains(&id)
    };
    let mut parts: Vec<Part> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        let below: Vec<Part> = ast.children(id).iter().map(|child| parts[*child as usize]).collect();
        let holds_group = below.iter().any(|part| part.has_group);
        let is_kept = match ast.node(id) {
            Node::Look { .. } | Node::Atomic(_) => holds_group,
            Node::Repeat { low: 0, high: Some(1), .. } if !is_odd => false,
            Node::Repeat { body, .. } => {
                let inner = below[0];
                let is_nested =
                    inner.holds_group || (inner.has_group && (!is_group[*body as usize] || is_twice(*body)));
                inner.is_plain && (is_nested || (inner.is_empty && inner.has_group))
            }
            _ => false,
        };
        if is_kept {
            return Some(id);
        }
        let is_plain = match ast.node(id) {
            // Java takes the inside of an atomic part for settled.
            Node::Atomic(_) => true,
            // Anchors are choices of looks.
            Node::Alternate(_) => is_odd || below.iter().all(|part| part.is_empty),
            Node::Repeat { low, high, .. } => *high == Some(*low) && below.iter().all(|part| part.is_plain),
            _ => below.iter().all(|part| part.is_plain),
        };
        let is_empty = match ast.node(id) {
            Node::Set(_) => false,
            Node::Look { .. } => true,
            _ => below.iter().all(|part| part.is_empty),
        };
        parts.push(Part { has_group: holds_group || is_group[id as usize], holds_group, is_plain, is_empty });
    }
    None
}
