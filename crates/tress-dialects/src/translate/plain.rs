//! Trees without looks: one constructor call for each node.

use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use crate::ast::{Ast, Node, NodeId};

/// For every node its language, or `None` if a look or an atomic group is inside.
pub(super) fn build(ast: &Ast, store: &mut RegexStore, budget: &Budget) -> Result<Vec<Option<Regex>>, Stop> {
    let mut languages: Vec<Option<Regex>> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        budget.poll()?;
        let children: Option<Vec<Regex>> =
            ast.children(id).iter().map(|&child| languages[child as usize]).collect();
        let language = children.and_then(|children| node(ast.node(id), &children, store));
        languages.push(language);
    }
    Ok(languages)
}

/// The language of a node, given those of its children.
pub(super) fn node(node: &Node, children: &[Regex], store: &mut RegexStore) -> Option<Regex> {
    Some(match node {
        Node::Empty => Regex::EPSILON,
        Node::Set(set) => store.chars(set.clone()),
        Node::Concat(_) => store.concat(children),
        Node::Alternate(_) => store.union(children),
        Node::Repeat { low, high, .. } => store.repeat(*children.first()?, *low, *high),
        Node::Look { .. } | Node::Atomic(_) => return None,
    })
}
