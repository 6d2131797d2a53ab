//! Terms as SMT-LIB text. What occurs more than once is written once, with `let`.
//!
//! The body of a quantifier is written by itself: what it shares with the rest may mention what it binds.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_term::print::symbol_text as quoted;

use crate::node::{Kind, Node, Origin, PatternText, RESERVED, Signature, key};
use crate::sorts::Declaration;

/// Quantifiers inside of quantifiers, at most.
const DEEPEST: usize = 200;
/// What is shown of a long term.
const SHOWN: usize = 20_000;

/// A name as a symbol of SMT-LIB.
pub(crate) fn symbol_text(name: &str) -> String {
    quoted(name)
}

/// A string as a literal of SMT-LIB.
pub(crate) fn string_text(text: &str) -> String {
    tress::Value::String(text.to_owned()).to_string()
}

/// The term in SMT-LIB, or why it cannot be written.
pub(crate) fn term_text(node: &Arc<Node>) -> Result<String, String> {
    let mut lets = 0;
    scope_text(node, 0, &mut lets)
}

/// The term for people: only its beginning when it is long.
pub(crate) fn term_text_short(node: &Arc<Node>) -> String {
    let mut text = term_text(node).unwrap_or_else(|problem| format!("<{problem}>"));
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Nodes of one scope that are written with a `let`, parts first.
fn shared(root: &Arc<Node>) -> Vec<&Arc<Node>> {
    let mut seen: FxHashMap<usize, usize> = FxHashMap::default();
    let mut order = Vec::new();
    let mut waiting = vec![(root, false)];
    while let Some((node, done)) = waiting.pop() {
        if done {
            order.push(node);
            continue;
        }
        if !is_compound(node) {
            continue;
        }
        let count = seen.entry(key(node)).or_insert(0);
        *count += 1;
        if *count == 1 {
            waiting.push((node, true));
            if !matches!(node.kind, Kind::Quantifier { .. }) {
                waiting.extend(node.arguments.iter().rev().map(|argument| (argument, false)));
            }
        }
    }
    order.retain(|node| seen[&key(node)] > 1);
    order
}

fn is_compound(node: &Node) -> bool {
    !node.arguments.is_empty() && !matches!(node.kind, Kind::Text(_))
}

fn scope_text(root: &Arc<Node>, depth: usize, lets: &mut usize) -> Result<String, String> {
    if depth > DEEPEST {
        return Err(format!("quantifiers stand at most {DEEPEST} deep in each other"));
    }
    let mut text = String::new();
    let mut names: FxHashMap<usize, String> = FxHashMap::default();
    let shared = shared(root);
    for node in &shared {
        let name = format!("{RESERVED}{lets}");
        *lets += 1;
        let _ = write!(text, "(let (({name} ");
        write_node(node, &names, depth, lets, &mut text)?;
        text.push_str(")) ");
        names.insert(key(node), name);
    }
    match names.get(&key(root)) {
        Some(name) => text.push_str(name),
        None => write_node(root, &names, depth, lets, &mut text)?,
    }
    text.extend(std::iter::repeat_n(')', shared.len()));
    Ok(text)
}

enum Step<'a> {
    Node(&'a Arc<Node>),
    Close,
}

fn write_node(
    root: &Arc<Node>,
    names: &FxHashMap<usize, String>,
    depth: usize,
    lets: &mut usize,
    text: &mut String,
) -> Result<(), String> {
    let mut waiting = vec![Step::Node(root)];
    while let Some(step) = waiting.pop() {
        let node = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Node(node) => node,
        };
        if !text.is_empty() && !text.ends_with([' ', '(']) {
            text.push(' ');
        }
        if let Some(name) = names.get(&key(node)).filter(|_| !Arc::ptr_eq(node, root)) {
            text.push_str(name);
            continue;
        }
        if let Kind::Quantifier { for_all, bound } = &node.kind {
            text.push_str(if *for_all { "(forall (" } else { "(exists (" });
            for (name, sort) in bound {
                let _ = write!(text, "({} {sort})", symbol_text(name));
            }
            text.push_str(") ");
            text.push_str(&scope_text(&node.arguments[0], depth + 1, lets)?);
            text.push(')');
            continue;
        }
        let head = head_text(node);
        if !is_compound(node) {
            text.push_str(&head);
            continue;
        }
        let _ = write!(text, "({head}");
        waiting.push(Step::Close);
        waiting.extend(node.arguments.iter().rev().map(Step::Node));
    }
    Ok(())
}

/// What stands in front of the arguments.
fn head_text(node: &Node) -> String {
    match &node.kind {
        Kind::Constant(name) => symbol_text(name),
        Kind::Value(value) => value.to_string(),
        Kind::Operator(op, indices) if indices.is_empty() => op.name().to_owned(),
        Kind::Operator(op, indices) => {
            let mut text = format!("(_ {}", op.name());
            for index in indices {
                let _ = write!(text, " {index}");
            }
            text.push(')');
            text
        }
        Kind::ConstArray => format!("(as const {})", node.sort),
        Kind::Call(signature) => symbol_text(&signature.name),
        Kind::Pattern(pattern) => pattern_text(pattern),
        Kind::Text(text) => text.to_string(),
        Kind::Quantifier { .. } => String::new(),
    }
}

fn pattern_text(pattern: &PatternText) -> String {
    let way = if pattern.search { "search" } else { "from" };
    let mut text = format!("(re.{way}_{} {}", pattern.dialect.name(), string_text(&pattern.text));
    if !pattern.flags.is_empty() {
        let _ = write!(text, " {}", string_text(&pattern.flags));
    }
    text.push(')');
    text
}

/// The command that defines a function which may call itself; nothing while it is not defined.
pub(crate) fn definition_text(signature: &Signature) -> Result<Option<String>, String> {
    let Some((parameters, body)) = signature.definition() else { return Ok(None) };
    let mut text = format!("(define-fun-rec {} (", symbol_text(&signature.name));
    for parameter in parameters {
        let _ = write!(text, "({} {})", head_text(parameter), parameter.sort);
    }
    let _ = write!(text, ") {} {})", signature.result, term_text(body)?);
    Ok(Some(text))
}

/// What a term mentions: unknowns that no quantifier binds, functions, and sorts.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    pub(crate) constants: Vec<&'a Arc<Node>>,
    pub(crate) functions: Vec<&'a Arc<crate::node::Signature>>,
    /// Declared sorts.
    pub(crate) sorts: Vec<Declaration>,
}

impl<'a> Symbols<'a> {
    /// Adds those of a term; complains when a bound name denotes something of another sort.
    pub(crate) fn add(&mut self, root: &'a Arc<Node>) -> Result<(), String> {
        let mut scopes = vec![(root, Vec::new())];
        let mut seen_functions: FxHashSet<usize> = FxHashSet::default();
        while let Some((top, bound)) = scopes.pop() {
            let mut seen: FxHashSet<usize> = FxHashSet::default();
            let mut waiting: Vec<&'a Arc<Node>> = vec![top];
            while let Some(node) = waiting.pop() {
                if !seen.insert(key(node)) {
                    continue;
                }
                match &node.kind {
                    Kind::Constant(name) => match bound.iter().rev().find(|(known, _)| known == name) {
                        None => {
                            self.constants.push(node);
                            node.sort.declared(&mut self.sorts);
                        }
                        Some((_, sort)) if *sort == node.sort => {}
                        Some((_, sort)) => {
                            return Err(format!(
                                "{name} has sort {}, but a quantifier binds it with sort {sort}",
                                node.sort
                            ));
                        }
                    },
                    Kind::Call(signature) if seen_functions.insert(Arc::as_ptr(signature) as usize) => {
                        if !matches!(signature.origin, Origin::Data) {
                            self.functions.push(signature);
                        }
                        if let Some((parameters, body)) = signature.definition() {
                            let inner = parameters.iter().filter_map(|parameter| match &parameter.kind {
                                Kind::Constant(name) => Some((name.clone(), parameter.sort.clone())),
                                _ => None,
                            });
                            scopes.push((body, inner.collect()));
                        }
                        signature.arguments.iter().for_each(|sort| sort.declared(&mut self.sorts));
                        signature.result.declared(&mut self.sorts);
                    }
                    Kind::ConstArray | Kind::Text(_) => node.sort.declared(&mut self.sorts),
                    Kind::Quantifier { bound: more, .. } => {
                        more.iter().for_each(|(_, sort)| sort.declared(&mut self.sorts));
                        if scopes.len() + bound.len() > 100_000 {
                            return Err("too many quantifiers".to_owned());
                        }
                        let inner = bound.iter().chain(more).cloned().collect();
                        scopes.push((&node.arguments[0], inner));
                        continue;
                    }
                    _ => {}
                }
                waiting.extend(&node.arguments);
            }
        }
        Ok(())
    }
}
