//! Atomic groups and possessive quantifiers, rewritten as negative lookaheads.
//!
//! An atomic group keeps the first match that the engine finds, and so rejects words that another match would
//! have let through. Where the order of matches follows from the tree, that is the same as:
//!
//! ```text
//!   (?>A|B)    = (?>A) | (?!A)(?>B)
//!   (?>XB)     = X(?>B)                        for an X that has at most one match at any position
//!   (?>X*)     = X*(?!X)                       for such an X that is never empty
//!   (?>X{m,n}) = X{n} | X{m,n-1}(?!X)
//!   (?>X{m,n}?) = X{m}
//!   (?>R)      = R                             when no word of R begins another
//! ```
//!
//! Anything else is refused by name.

use tress_automata::{Regex, RegexStore, emptiness};
use tress_base::{Budget, Stop};

use super::limits::PREFIX_STEPS;
use super::plain;
use crate::DialectError;
use crate::ast::{Ast, Greed, Node, NodeId};

/// The tree being rewritten.
struct Rewriter<'a> {
    ast: Ast,
    store: &'a mut RegexStore,
    budget: &'a Budget,
    /// For each new node its language, when it has no looks.
    plain: Vec<Option<Regex>>,
    /// For each new node: has it at most one match at any position? Unknown until asked.
    single: Vec<Option<bool>>,
}

/// The tree without atomic nodes, and its root.
pub(super) fn resolve(
    ast: &mut Ast,
    root: NodeId,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<NodeId, DialectError> {
    let (root, refused) = resolve_some(ast, root, store, budget)?;
    match refused {
        None => Ok(root),
        Some(position) => {
            let message = "an atomic group or possessive quantifier around this cannot be translated exactly";
            Err(DialectError::new(position, message))
        }
    }
}

/// The same; those that cannot be resolved become plain groups, which match more, and the position of the
/// first is given.
pub(crate) fn resolve_some(
    ast: &mut Ast,
    root: NodeId,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<(NodeId, Option<usize>), Stop> {
    if !(0..ast.len() as NodeId).any(|id| matches!(ast.node(id), Node::Atomic(_))) {
        return Ok((root, None));
    }
    let mut refused = None;
    let inside = nodes_inside_atomic(ast);
    let mut rewriter = Rewriter { ast: Ast::default(), store, budget, plain: Vec::new(), single: Vec::new() };
    let mut renamed: Vec<NodeId> = Vec::with_capacity(ast.len());
    let mut atomic: Vec<Option<NodeId>> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        budget.poll()?;
        let position = ast.position(id);
        let new = match ast.node(id) {
            Node::Atomic(body) => match atomic[*body as usize] {
                Some(node) => node,
                None => {
                    refused = refused.or(Some(position));
                    renamed[*body as usize]
                }
            },
            other => rewriter.copy(other, &renamed, position),
        };
        renamed.push(new);
        let own =
            if inside[id as usize] { rewriter.atomic(ast.node(id), new, &atomic, position)? } else { None };
        atomic.push(own);
    }
    *ast = rewriter.ast;
    Ok((renamed[root as usize], refused))
}

/// Which nodes stand, directly or deeper, in an atomic node.
fn nodes_inside_atomic(ast: &Ast) -> Vec<bool> {
    let mut inside = vec![false; ast.len()];
    for id in (0..ast.len() as NodeId).rev() {
        let passes_on = inside[id as usize] || matches!(ast.node(id), Node::Atomic(_));
        if passes_on {
            ast.children(id).iter().for_each(|&child| inside[child as usize] = true);
        }
    }
    inside
}

impl Rewriter<'_> {
    fn add(&mut self, node: Node, position: usize) -> NodeId {
        let id = self.ast.add(node, position);
        let children: Option<Vec<Regex>> =
            self.ast.children(id).iter().map(|&child| self.plain[child as usize]).collect();
        let language = children.and_then(|children| plain::node(self.ast.node(id), &children, self.store));
        self.plain.push(language);
        self.single.push(None);
        id
    }

    fn copy(&mut self, node: &Node, renamed: &[NodeId], position: usize) -> NodeId {
        let new = |id: &NodeId| renamed[*id as usize];
        let node = match node {
            Node::Concat(items) => Node::Concat(items.iter().map(new).collect()),
            Node::Alternate(items) => Node::Alternate(items.iter().map(new).collect()),
            Node::Repeat { body, low, high, greed } => {
                Node::Repeat { body: new(body), low: *low, high: *high, greed: *greed }
            }
            Node::Look { body, ahead, negative } => {
                Node::Look { body: new(body), ahead: *ahead, negative: *negative }
            }
            other => other.clone(),
        };
        self.add(node, position)
    }

    fn concat(&mut self, items: Vec<NodeId>, position: usize) -> NodeId {
        match items[..] {
            [only] => only,
            _ => self.add(Node::Concat(items), position),
        }
    }

    fn not_ahead(&mut self, body: NodeId, position: usize) -> NodeId {
        self.add(Node::Look { body, ahead: true, negative: true }, position)
    }

    /// Has the new node at most one match at any position?
    fn is_single(&mut self, id: NodeId) -> Result<bool, Stop> {
        if let Some(known) = self.single[id as usize] {
            return Ok(known);
        }
        let single = match (self.ast.node(id), self.plain[id as usize]) {
            (Node::Look { .. }, _) => true,
            (_, Some(language)) => self.is_prefix_free(language)?,
            _ => false,
        };
        self.single[id as usize] = Some(single);
        Ok(single)
    }

    /// Is no word of the language the beginning of another?
    fn is_prefix_free(&mut self, language: Regex) -> Result<bool, Stop> {
        if self.store.max_length(language).is_some_and(|max| max == self.store.min_length(language)) {
            return Ok(true);
        }
        let longer = self.store.concat(&[language, Regex::ANY_CHAR, Regex::ALL]);
        let both = self.store.inter(&[language, longer]);
        let answer =
            PREFIX_STEPS.share(self.budget, || emptiness::is_empty(self.store, both, self.budget))?;
        Ok(answer.unwrap_or(false))
    }

    /// The node that matches as `(?>new)` would, for a new node that was copied from `old`.
    fn atomic(
        &mut self,
        old: &Node,
        new: NodeId,
        atomic: &[Option<NodeId>],
        position: usize,
    ) -> Result<Option<NodeId>, Stop> {
        if matches!(old, Node::Atomic(_)) || self.is_single(new)? {
            return Ok(Some(new));
        }
        let node = match (old, self.ast.node(new).clone()) {
            (Node::Alternate(olds), Node::Alternate(news)) => {
                let mut ways = Vec::new();
                let mut refused = Vec::new();
                for (old, new) in olds.iter().zip(news) {
                    let Some(way) = atomic[*old as usize] else { return Ok(None) };
                    let mut parts = refused.clone();
                    parts.push(way);
                    ways.push(self.concat(parts, position));
                    refused.push(self.not_ahead(new, position));
                }
                self.add(Node::Alternate(ways), position)
            }
            (Node::Concat(olds), Node::Concat(mut news)) => {
                let Some((last, first)) = news.split_last_mut() else { return Ok(None) };
                for &mut item in first {
                    if !self.is_single(item)? {
                        return Ok(None);
                    }
                }
                let way = olds.last().and_then(|&old| atomic[old as usize]);
                let Some(way) = way else { return Ok(None) };
                *last = way;
                self.add(Node::Concat(news), position)
            }
            (_, Node::Repeat { body, low, high, greed }) => {
                let body_language = self.plain[body as usize];
                let never_empty = body_language.is_some_and(|language| self.store.min_length(language) > 0);
                if !never_empty || !self.is_single(body)? {
                    return Ok(None);
                }
                self.repeat(body, low, high, greed, position)
            }
            _ => return Ok(None),
        };
        self.single[node as usize] = Some(true);
        Ok(Some(node))
    }

    fn repeat(&mut self, body: NodeId, low: u64, high: Option<u64>, greed: Greed, position: usize) -> NodeId {
        let copies = |low, high| Node::Repeat { body, low, high, greed: Greed::Greedy };
        if greed == Greed::Lazy || high == Some(low) {
            return self.add(copies(low, Some(low)), position);
        }
        let stop = self.not_ahead(body, position);
        let Some(high) = high else {
            let all = self.add(copies(low, None), position);
            return self.concat(vec![all, stop], position);
        };
        let most = self.add(copies(high, Some(high)), position);
        let fewer = self.add(copies(low, Some(high - 1)), position);
        let fewer = self.concat(vec![fewer, stop], position);
        self.add(Node::Alternate(vec![most, fewer]), position)
    }
}
