//! Terms rebuilt: unknowns that a model does not know get a value of their sort, and parts become others.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tress::{Int, Rational, Value};

use crate::node::{Kind, Node, is_same, key};
use crate::sorts::Sort;

/// A value that every problem without constraints has, for sorts that can be written down.
pub(crate) fn default_value(sort: &Sort) -> Option<Arc<Node>> {
    let zero = || Int::from(0);
    Some(match sort {
        Sort::Bool => Node::value(Value::Bool(false), Sort::Bool),
        Sort::Int => Node::value(Value::Int(zero()), Sort::Int),
        Sort::Real => Node::value(Value::Real(Rational::from(zero())), Sort::Real),
        Sort::String => Node::value(Value::String(String::new()), Sort::String),
        Sort::BitVec(width) => Node::value(Value::Bits(*width, zero()), sort.clone()),
        Sort::Array(parts) => Node::new(Kind::ConstArray, vec![default_value(&parts.1)?], sort.clone()),
        Sort::Seq(_) => {
            Node::new(Kind::Text(format!("(as seq.empty {sort})").into()), Vec::new(), sort.clone())
        }
        Sort::RegLan => Node::new(Kind::Text("re.none".into()), Vec::new(), Sort::RegLan),
        Sort::Declared(_) | Sort::Data(_) => return None,
    })
}

/// The term with other nodes where `change` gives one. `change` gets what a quantifier binds. Deep terms are
/// walked with a stack; quantifiers stand at most as deep as they can be written.
pub(crate) fn rebuilt(
    root: &Arc<Node>,
    bound: &[Arc<str>],
    change: &dyn Fn(&Arc<Node>, &[Arc<str>]) -> Result<Option<Arc<Node>>, String>,
    depth: usize,
) -> Result<Arc<Node>, String> {
    if depth > 200 {
        return Err("quantifiers stand too deep in each other".to_owned());
    }
    let mut done: FxHashMap<usize, Arc<Node>> = FxHashMap::default();
    let mut waiting = vec![(root, false)];
    while let Some((node, is_ready)) = waiting.pop() {
        if done.contains_key(&key(node)) {
            continue;
        }
        if !is_ready {
            if let Some(other) = change(node, bound)? {
                done.insert(key(node), other);
                continue;
            }
            if let Kind::Quantifier { bound: more, .. } = &node.kind {
                let inner: Vec<Arc<str>> =
                    bound.iter().cloned().chain(more.iter().map(|(name, _)| name.clone())).collect();
                let body = rebuilt(&node.arguments[0], &inner, change, depth + 1)?;
                done.insert(key(node), with_arguments(node, vec![body]));
                continue;
            }
            if matches!(node.kind, Kind::Text(_)) {
                done.insert(key(node), node.clone());
                continue;
            }
            waiting.push((node, true));
            waiting.extend(node.arguments.iter().map(|argument| (argument, false)));
            continue;
        }
        let arguments = node.arguments.iter().map(|argument| done[&key(argument)].clone()).collect();
        done.insert(key(node), with_arguments(node, arguments));
    }
    Ok(done[&key(root)].clone())
}

/// The same node over these arguments; the very same when they are.
fn with_arguments(node: &Arc<Node>, arguments: Vec<Arc<Node>>) -> Arc<Node> {
    if node.arguments.iter().zip(&arguments).all(|(old, new)| Arc::ptr_eq(old, new)) {
        return node.clone();
    }
    Node::new(node.kind.clone(), arguments, node.sort.clone())
}

/// The term in which unknowns and functions that are not known have a value of their sort.
pub(crate) fn completed(
    root: &Arc<Node>,
    known: &FxHashSet<Arc<str>>,
    knows_function: &dyn Fn(&Arc<crate::node::Signature>) -> bool,
) -> Result<Arc<Node>, String> {
    let change = |node: &Arc<Node>, bound: &[Arc<str>]| {
        let is_open = match &node.kind {
            Kind::Constant(name) => !known.contains(name) && !bound.contains(name),
            Kind::Call(signature) => !knows_function(signature),
            _ => false,
        };
        match is_open {
            false => Ok(None),
            true => default_value(&node.sort)
                .map(Some)
                .ok_or_else(|| format!("sort {} has no value that could be written down", node.sort)),
        }
    };
    rebuilt(root, &[], &change, 0)
}

/// The term with some terms replaced.
pub(crate) fn substituted(root: &Arc<Node>, pairs: &[(Arc<Node>, Arc<Node>)]) -> Result<Arc<Node>, String> {
    let change = |node: &Arc<Node>, bound: &[Arc<str>]| {
        let is_wanted = |pair: &&(Arc<Node>, Arc<Node>)| {
            pair.0.structural_hash() == node.structural_hash() && is_same(&pair.0, node)
        };
        let Some((old, new)) = pairs.iter().find(is_wanted) else { return Ok(None) };
        if let Kind::Constant(name) = &old.kind
            && bound.contains(name)
        {
            return Ok(None);
        }
        let mut symbols = crate::text::Symbols::default();
        symbols.add(new)?;
        let is_bound = |node: &&Arc<Node>| matches!(&node.kind, Kind::Constant(name) if bound.contains(name));
        match symbols.constants.iter().any(is_bound) {
            true => Err("a quantifier would bind an unknown of what is put in".to_owned()),
            false => Ok(Some(new.clone())),
        }
    };
    rebuilt(root, &[], &change, 0)
}
