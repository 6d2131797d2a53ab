//! A pattern as a tree that others can take apart.

use crate::ast::{Ast, Greed, Node, NodeId};

/// Trees are not deeper, so that those who take them apart may call themselves.
const MOST_DEPTH: usize = 60;

/// A part of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing.
    Empty,
    /// The start of the word.
    Start,
    /// The end of the word, or the position before its last line end.
    End,
    /// A character of these ranges.
    Set(Vec<(u32, u32)>),
    /// One after the other.
    Concat(Vec<Shape>),
    /// Any of these, the first ones preferred.
    Alternate(Vec<Shape>),
    /// Copies, many or few preferred.
    Repeat {
        /// What is repeated.
        body: Box<Shape>,
        /// Copies at least.
        low: u64,
        /// Copies at most.
        high: Option<u64>,
        /// Many are preferred.
        greedy: bool,
    },
    /// A group with its number.
    Group(u32, Box<Shape>),
}

/// The shape of a tree. Returns `None` if it looks around, holds on to a choice, or is very deep.
pub(super) fn shape(ast: &Ast, root: NodeId, pattern: &[u32]) -> Option<Shape> {
    let mut shapes: Vec<Option<(Shape, usize)>> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        let below = |items: &[NodeId]| {
            let parts = items.iter().map(|item| shapes[*item as usize].clone());
            let parts: Vec<(Shape, usize)> = parts.collect::<Option<_>>()?;
            let depth = parts.iter().map(|(_, depth)| depth + 1).max().unwrap_or(0);
            (depth <= MOST_DEPTH)
                .then(|| (parts.into_iter().map(|(part, _)| part).collect::<Vec<_>>(), depth))
        };
        let plain = match ast.node(id) {
            _ if is_end(ast, id, pattern) => Some((Shape::End, 0)),
            Node::Empty => Some((Shape::Empty, 0)),
            Node::Set(set) => Some((Shape::Set(set.ranges().to_vec()), 0)),
            Node::Concat(items) => below(items).map(|(parts, depth)| (Shape::Concat(parts), depth)),
            Node::Alternate(items) => below(items).map(|(parts, depth)| (Shape::Alternate(parts), depth)),
            Node::Repeat { body, low, high, greed } => below(&[*body]).and_then(|(parts, depth)| {
                let body = Box::new(parts.into_iter().next()?);
                Some((Shape::Repeat { body, low: *low, high: *high, greedy: *greed == Greed::Greedy }, depth))
            }),
            Node::Look { body, ahead: false, negative: true } if is_any(ast, *body) => {
                Some((Shape::Start, 0))
            }
            Node::Look { .. } | Node::Atomic(_) => None,
        };
        let numbers = ast.groups.iter().filter(|(node, _)| *node == id).map(|(_, number)| *number);
        shapes.push(plain.map(|plain| {
            numbers.fold(plain, |(inner, depth), number| (Shape::Group(number, Box::new(inner)), depth + 1))
        }));
    }
    shapes.swap_remove(root as usize).map(|(shape, _)| shape)
}

fn is_any(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.node(id), Node::Set(set) if set.is_full())
}

/// Is it what a dollar sign without flags means?
fn is_end(ast: &Ast, id: NodeId, pattern: &[u32]) -> bool {
    let Node::Alternate(items) = ast.node(id) else { return false };
    let is_edge = |id: NodeId| matches!(ast.node(id), Node::Look { body, ahead: true, negative: true } if is_any(ast, *body));
    let is_dollar = pattern.get(ast.position(id)) == Some(&u32::from(b'$'));
    // Under the flag m a line end has a look of one character, not a chain that ends with the word.
    let is_last = |id: NodeId| match ast.node(id) {
        Node::Concat(parts) => parts.first().is_some_and(|first| match ast.node(*first) {
            Node::Look { body, ahead: true, .. } => !matches!(ast.node(*body), Node::Set(_)),
            _ => false,
        }),
        Node::Look { body, .. } => !matches!(ast.node(*body), Node::Set(_)),
        _ => false,
    };
    is_dollar && matches!(items[..], [end, last] if is_edge(end) && is_last(last))
}
