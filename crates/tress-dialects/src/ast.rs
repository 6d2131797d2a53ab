//! The syntax tree that all dialects share.
//!
//! Enters: calls of a dialect's parser, children first. Leaves: an arena of nodes in which every
//! child has a smaller number than its parent, so that every pass is a loop and none recurses.
//!
//! Anchors and word boundaries are no nodes of their own: they are looks at one character.
//! `^` is "no character before here", `\b` is two looks either way. Captures are no nodes either,
//! because they change no membership: the arena notes which nodes are groups.

use tress_automata::CharSet;

/// A node of an [`Ast`].
pub(crate) type NodeId = u32;

/// Which of several matches an engine tries first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Greed {
    Greedy,
    Lazy,
}

/// One node. `position` in the arena says where in the pattern it began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The empty word.
    Empty,
    /// One character of a set; the empty set matches nothing.
    Set(CharSet),
    /// One after the other.
    Concat(Vec<NodeId>),
    /// Any of these, the first ones preferred.
    Alternate(Vec<NodeId>),
    /// Between `low` and `high` copies.
    Repeat { body: NodeId, low: u64, high: Option<u64>, greed: Greed },
    /// A look at what follows (`ahead`) or precedes, that must or must not succeed.
    Look { body: NodeId, ahead: bool, negative: bool },
    /// Only the first match of the body counts.
    Atomic(NodeId),
}

/// The nodes of one pattern.
///
/// Invariant: children have smaller numbers than their parents.
#[derive(Debug, Default)]
pub(crate) struct Ast {
    nodes: Vec<Node>,
    positions: Vec<usize>,
    /// Nodes that are groups, with their numbers; the inner one first where a node is several.
    pub(crate) groups: Vec<(NodeId, u32)>,
    /// Nodes that stand in groups without a number.
    pub(crate) wrapped: Vec<NodeId>,
    /// The names of groups.
    pub(crate) names: Vec<(String, u32)>,
    /// How many groups were opened.
    pub(crate) group_count: u32,
}

impl Ast {
    /// Adds a node that began at `position`.
    pub(crate) fn add(&mut self, node: Node, position: usize) -> NodeId {
        self.nodes.push(node);
        self.positions.push(position);
        self.nodes.len() as NodeId - 1
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Replaces a node by another one; its children must have smaller numbers.
    pub(crate) fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id as usize] = node;
    }

    pub(crate) fn position(&self, id: NodeId) -> usize {
        self.positions[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node in a sequence of one, or the sequence.
    pub(crate) fn concat(&mut self, items: Vec<NodeId>, position: usize) -> NodeId {
        match items[..] {
            [] => self.add(Node::Empty, position),
            [only] => only,
            _ => self.add(Node::Concat(items), position),
        }
    }

    /// The only alternative, or the choice.
    pub(crate) fn alternate(&mut self, items: Vec<NodeId>, position: usize) -> NodeId {
        match items[..] {
            [only] => only,
            _ => self.add(Node::Alternate(items), position),
        }
    }

    /// A look at one character.
    pub(crate) fn look_at(&mut self, set: CharSet, ahead: bool, negative: bool, position: usize) -> NodeId {
        let body = self.add(Node::Set(set), position);
        self.add(Node::Look { body, ahead, negative }, position)
    }

    /// The start (or, looking ahead, the end) of the word.
    pub(crate) fn edge(&mut self, ahead: bool, position: usize) -> NodeId {
        self.look_at(CharSet::full(), ahead, true, position)
    }

    /// `\b` (or, negated, `\B`) for these word characters.
    pub(crate) fn word_boundary(&mut self, word: &CharSet, negated: bool, position: usize) -> NodeId {
        let mut ways = Vec::new();
        for before in [true, false] {
            let behind = self.look_at(word.clone(), false, !before, position);
            let ahead = self.look_at(word.clone(), true, before != negated, position);
            ways.push(self.concat(vec![behind, ahead], position));
        }
        self.alternate(ways, position)
    }

    /// The children of a node.
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        match self.node(id) {
            Node::Empty | Node::Set(_) => &[],
            Node::Concat(items) | Node::Alternate(items) => items,
            Node::Repeat { body, .. } | Node::Look { body, .. } | Node::Atomic(body) => {
                std::slice::from_ref(body)
            }
        }
    }
}
