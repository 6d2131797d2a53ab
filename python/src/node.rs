//! Terms as a graph that belongs to no solver: what `String("x") + "b"` is before anybody solves it.
//!
//! Nodes never change and can be shared by solvers and threads. A solver makes terms of its own of them
//! (`enter.rs`).

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};
use tress::{Dialect, Mode, Value};
use tress_term::term::Op;

use crate::errors;
use crate::sorts::Sort;

/// Names with this beginning are kept for text that this package writes.
pub(crate) const RESERVED: &str = ".tress";

/// A function.
#[derive(Debug)]
pub(crate) struct Signature {
    pub(crate) name: Arc<str>,
    pub(crate) arguments: Vec<Sort>,
    pub(crate) result: Sort,
    pub(crate) origin: Origin,
}

/// Where a function comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// Nothing is known of it.
    Declared,
    /// The declaration of a datatype: a constructor, a selector or a tester.
    Data,
    /// It is defined, as soon as it is, by parameters and a body that may call it.
    Recursive(OnceLock<(Vec<Arc<Node>>, Arc<Node>)>),
}

impl Signature {
    /// What distinguishes two functions.
    fn parts(&self) -> (&Arc<str>, &Vec<Sort>, &Sort, std::mem::Discriminant<Origin>) {
        (&self.name, &self.arguments, &self.result, std::mem::discriminant(&self.origin))
    }

    /// The parameters and the body of a function that is defined.
    pub(crate) fn definition(&self) -> Option<&(Vec<Arc<Node>>, Arc<Node>)> {
        match &self.origin {
            Origin::Recursive(definition) => definition.get(),
            _ => None,
        }
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Signature {}

impl Hash for Signature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

/// A pattern of a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PatternText {
    pub(crate) dialect: Dialect,
    pub(crate) text: String,
    pub(crate) flags: String,
    pub(crate) search: bool,
}

impl PatternText {
    pub(crate) fn mode(&self) -> Mode {
        if self.search { Mode::Search } else { Mode::Full }
    }
}

/// What stands at a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An unknown.
    Constant(Arc<str>),
    /// A value that can be written down.
    Value(Value),
    /// An operator with its indices.
    Operator(Op, Vec<u32>),
    /// The array with one element everywhere.
    ConstArray,
    /// A declared function.
    Call(Arc<Signature>),
    /// The words that a pattern matches.
    Pattern(PatternText),
    /// `forall` or `exists`, with the unknowns that it binds; the argument is the body.
    Quantifier { for_all: bool, bound: Vec<(Arc<str>, Sort)> },
    /// A term of SMT-LIB as it was written.
    Text(Arc<str>),
}

/// A term.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) arguments: Vec<Arc<Node>>,
    pub(crate) sort: Sort,
    hash: u64,
    /// Can a solver only have it as text?
    pub(crate) needs_text: bool,
}

impl Node {
    pub(crate) fn new(kind: Kind, arguments: Vec<Arc<Node>>, sort: Sort) -> Arc<Node> {
        let mut hasher = FxHasher::default();
        hash_kind(&kind, &mut hasher);
        sort.hash(&mut hasher);
        for argument in &arguments {
            argument.hash.hash(&mut hasher);
        }
        let by_itself = match &kind {
            Kind::Operator(op, indices) => !indices.is_empty() && *op != Op::ReLoop,
            Kind::ConstArray | Kind::Quantifier { .. } | Kind::Text(_) => true,
            Kind::Call(signature) => !matches!(signature.origin, Origin::Declared),
            Kind::Constant(_) | Kind::Value(_) | Kind::Pattern(_) => false,
        };
        let needs_text = by_itself || arguments.iter().any(|argument| argument.needs_text);
        Arc::new(Node { kind, arguments, sort, hash: hasher.finish(), needs_text })
    }

    pub(crate) fn value(value: Value, sort: Sort) -> Arc<Node> {
        Node::new(Kind::Value(value), Vec::new(), sort)
    }

    pub(crate) fn structural_hash(&self) -> u64 {
        self.hash
    }
}

fn hash_kind(kind: &Kind, hasher: &mut FxHasher) {
    std::mem::discriminant(kind).hash(hasher);
    match kind {
        Kind::Constant(name) | Kind::Text(name) => name.hash(hasher),
        Kind::Value(value) => hash_value(value, hasher),
        Kind::Operator(op, indices) => (op, indices).hash(hasher),
        Kind::ConstArray => {}
        Kind::Call(signature) => signature.hash(hasher),
        Kind::Pattern(pattern) => pattern.hash(hasher),
        Kind::Quantifier { for_all, bound } => (for_all, bound).hash(hasher),
    }
}

fn hash_value(value: &Value, hasher: &mut FxHasher) {
    match value {
        Value::Bool(value) => value.hash(hasher),
        Value::String(text) => text.hash(hasher),
        Value::CodePoints(codes) => codes.hash(hasher),
        other => other.to_string().hash(hasher),
    }
}

/// Are both the same term? Terms that mean the same may differ.
pub(crate) fn is_same(one: &Arc<Node>, other: &Arc<Node>) -> bool {
    let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
    let mut waiting = vec![(one, other)];
    while let Some((a, b)) = waiting.pop() {
        if Arc::ptr_eq(a, b) {
            continue;
        }
        let alike = a.hash == b.hash && a.sort == b.sort && a.arguments.len() == b.arguments.len();
        if !alike || a.kind != b.kind {
            return false;
        }
        if !a.arguments.is_empty() && seen.insert((key(a), key(b))) {
            waiting.extend(a.arguments.iter().zip(&b.arguments));
        }
    }
    true
}

/// A number that distinguishes living nodes.
pub(crate) fn key(node: &Arc<Node>) -> usize {
    Arc::as_ptr(node) as usize
}

impl Drop for Node {
    /// Deep terms end one node after the other: how deep they are is the client's choice.
    fn drop(&mut self) {
        let mut ending = std::mem::take(&mut self.arguments);
        while let Some(node) = ending.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                ending.append(&mut node.arguments);
            }
        }
    }
}

/// May a constant, function or sort have this name?
pub(crate) fn check_name(py: Python<'_>, name: &str) -> PyResult<()> {
    let problem = if name.is_empty() {
        "a name has at least one character".to_owned()
    } else if name.contains(['|', '\\']) {
        format!("{name}: names hold no bars and no backslashes")
    } else if name.starts_with(RESERVED) {
        format!("{name}: names that begin with {RESERVED} are used by this package")
    } else if is_operator(name) {
        format!("{name} is an operator of the language")
    } else {
        return Ok(());
    };
    Err(errors::name(py, &problem))
}

/// Does the language know the name?
pub(crate) fn is_operator(name: &str) -> bool {
    matches!(name, "true" | "false") || Op::from_name(name).is_some_and(|op| !op.has_own_form())
}
