//! Classes of equal terms: the graph, and which of its nodes belong to which terms.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tress_sat::{Lit, Var};

use tress_term::term::{Head, Term, TermMap, TermStore};

use super::egraph::{EGraph, EQUATION, Node};

/// The graph with its terms.
pub struct Classes {
    pub graph: EGraph,
    nodes: TermMap<Node>,
    /// The term of each node, where it has one.
    terms: Vec<Option<Term>>,
    /// The variable of each Bool node.
    vars: Vec<Option<Var>>,
    functions: FxHashMap<Head, u32>,
    /// Pairs of nodes whose equality was told to the arithmetic.
    pub(crate) merges: Vec<(Node, Node)>,
}

impl Classes {
    pub(crate) fn new() -> Self {
        let graph = EGraph::new();
        let (yes, no) = (graph.yes(), graph.no());
        let mut classes = Self {
            graph,
            nodes: TermMap::new(),
            terms: Vec::new(),
            vars: Vec::new(),
            functions: FxHashMap::default(),
            merges: Vec::new(),
        };
        classes.set_term(yes, TermStore::TRUE);
        classes.set_term(no, TermStore::FALSE);
        classes
    }

    pub(crate) fn set_term(&mut self, node: Node, term: Term) {
        set(&mut self.terms, node, term);
        self.nodes.set(term, node);
    }

    pub(crate) fn set_var(&mut self, node: Node, var: Var) {
        set(&mut self.vars, node, var);
    }

    /// The node of a term.
    pub fn node_of(&self, term: Term) -> Option<Node> {
        self.nodes.get(term).copied()
    }

    /// The term of a node.
    pub fn term_of(&self, node: Node) -> Option<Term> {
        self.terms.get(node.0 as usize).copied().flatten()
    }

    /// The term of a node that has one.
    pub fn term_at(&self, node: Node) -> Term {
        self.term_of(node).expect("every node of a theory's sort has a term")
    }

    /// The variable of a Bool node.
    pub(crate) fn var_of(&self, node: Node) -> Option<Var> {
        self.vars.get(node.0 as usize).copied().flatten()
    }

    /// The nodes that have terms, with these, from a number on.
    pub fn terms_from(&self, first: usize) -> impl Iterator<Item = (Node, Term)> {
        let numbered = (0..).map(Node).zip(&self.terms).skip(first);
        numbered.filter_map(|(node, term)| term.map(|term| (node, term)))
    }

    /// How many nodes have been given terms, or lie before one that was.
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// The representative of a term's class.
    pub fn class_of(&self, term: Term) -> Option<Node> {
        self.node_of(term).map(|node| self.graph.representative(node))
    }

    /// The number of a function or operator in the graph.
    pub(crate) fn function(&mut self, head: Head) -> u32 {
        let next = EQUATION + 1 + u32::try_from(self.functions.len()).expect("few functions");
        *self.functions.entry(head).or_insert(next)
    }

    /// The literals behind equalities of nodes, sorted.
    pub(crate) fn literals_behind(&mut self, pairs: impl IntoIterator<Item = (Node, Node)>) -> Vec<Lit> {
        let mut literals = Vec::new();
        let pairs: BTreeSet<(Node, Node)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
        for (a, b) in pairs {
            self.graph.explain(a, b, &mut literals);
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }
}

fn set<T: Copy>(slots: &mut Vec<Option<T>>, node: Node, value: T) {
    let index = node.0 as usize;
    if slots.len() <= index {
        slots.resize(index + 1, None);
    }
    slots[index] = Some(value);
}
