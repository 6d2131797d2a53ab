//! The relation graph: strings, and what the problem says between them as literals.
//!
//! A relation holds by the meaning of a function, whatever is asserted, or because a fact says so; then
//! the graph knows which.

use tress_base::Int;

use crate::env::Env;
use crate::problem::Problem;
use crate::term::{Op, Sort, Term, TermMap, TermStore, Value, post_order};

/// A place in the graph.
pub(super) type Node = usize;

/// What two or more strings have to do with each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal(Node, Node),
    /// The first one is the others, one after the other.
    Concat(Node, Vec<Node>),
    Begins(Node, Node),
    Ends(Node, Node),
    Contains(Node, Node),
    NotBegins(Node, Node),
    NotEnds(Node, Node),
    NotContains(Node, Node),
    /// The first one is at least the second, or greater.
    AtLeast(Node, Node, bool),
    /// The first one is so much of the second: start and count.
    Substring(Node, Node, u64, Option<u64>),
    /// The first one is the second without blanks at its ends.
    Trimmed(Node, Node),
    /// The first one is the second with letters of a range moved by a distance.
    Moved(Node, Node, (u32, u32), i32),
    /// The length is between two numbers.
    Length(Node, u64, Option<u64>),
    /// The string is in a language, or not.
    Member(Node, Term, bool),
}

/// A relation and the facts it follows from, none for those that always hold.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) relation: Relation,
    pub(super) origins: Vec<u32>,
}

/// The strings and relations of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) strings: Vec<Term>,
    nodes: TermMap<Node>,
    pub(super) edges: Vec<Edge>,
}

impl Graph {
    /// The graph of a problem.
    pub(super) fn new(env: &Env<'_>, problem: &Problem) -> Self {
        let store = &*env.store;
        let mut graph = Self::default();
        let roots: Vec<Term> = problem.facts.iter().map(|fact| fact.term).collect();
        for term in post_order(store, &roots) {
            if store.sort(term) == Sort::String {
                graph.nodes.set(term, graph.strings.len());
                graph.strings.push(term);
                graph.define(store, term);
            }
        }
        for fact in &problem.facts {
            graph.assert(store, fact.term, fact.origin);
        }
        graph
    }

    /// The node of a string.
    pub(super) fn node(&self, term: Term) -> Option<Node> {
        self.nodes.get(term).copied()
    }

    fn add(&mut self, relation: Relation, origin: Option<u32>) {
        self.edges.push(Edge { relation, origins: origin.into_iter().collect() });
    }

    /// What a function is by its meaning.
    fn define(&mut self, store: &TermStore, term: Term) {
        let (Some(op), args, Some(own)) = (store.op(term), store.args(term), self.node(term)) else { return };
        let number = |arg: Term| match store.as_value(arg) {
            Some(Value::Int(value)) => value.to_i64().and_then(|value| u64::try_from(value).ok()),
            _ => None,
        };
        let first = args.first().and_then(|arg| self.node(*arg));
        let relation = match (op, args, first) {
            (Op::Concat, parts, _) => {
                let parts: Option<Vec<Node>> = parts.iter().map(|part| self.node(*part)).collect();
                parts.map(|parts| Relation::Concat(own, parts))
            }
            (Op::At, [_, at], Some(s)) => number(*at).map(|at| Relation::Substring(own, s, at, Some(1))),
            (Op::Substr, [_, from, count], Some(s)) => match (number(*from), number(*count)) {
                (Some(from), Some(count)) => Some(Relation::Substring(own, s, from, Some(count))),
                _ => None,
            },
            (Op::Trim, _, Some(s)) => Some(Relation::Trimmed(own, s)),
            (Op::ToUpper, _, Some(s)) => Some(Relation::Moved(own, s, (97, 122), -32)),
            (Op::ToLower, _, Some(s)) => Some(Relation::Moved(own, s, (65, 90), 32)),
            _ => None,
        };
        if let Some(relation) = relation {
            self.add(relation, None);
        } else if let (Op::Substr | Op::At, Some(s)) = (op, first) {
            // Whatever part it is, it occurs in the whole.
            self.add(Relation::Contains(s, own), None);
        }
    }

    /// What a fact says, if it is a literal or a conjunction of them.
    fn assert(&mut self, store: &TermStore, fact: Term, origin: u32) {
        let mut open = vec![(fact, true)];
        while let Some((term, holds)) = open.pop() {
            let args = store.args(term);
            match (store.op(term), args) {
                (Some(Op::Not), [arg]) => open.push((*arg, !holds)),
                (Some(Op::And), parts) if holds => open.extend(parts.iter().map(|part| (*part, true))),
                (Some(Op::Or), parts) if !holds => open.extend(parts.iter().map(|part| (*part, false))),
                (Some(op), args) => {
                    for relation in self.literal(store, op, args, holds) {
                        self.add(relation, Some(origin));
                    }
                }
                _ => {}
            }
        }
    }

    fn literal(&self, store: &TermStore, op: Op, args: &[Term], holds: bool) -> Vec<Relation> {
        if let ([s, language], Op::InRe) = (args, op) {
            return self.node(*s).map(|s| Relation::Member(s, *language, holds)).into_iter().collect();
        }
        if args.iter().all(|arg| store.sort(*arg) == Sort::Int) {
            return self.length(store, op, args, holds).into_iter().collect();
        }
        let nodes: Option<Vec<Node>> = args.iter().map(|arg| self.node(*arg)).collect();
        let Some([a, b]) = nodes.as_deref() else { return Vec::new() };
        let (a, b) = (*a, *b);
        match (op, holds) {
            (Op::Eq, true) => vec![Relation::Equal(a, b)],
            (Op::PrefixOf, true) => vec![Relation::Begins(b, a)],
            (Op::PrefixOf, false) => vec![Relation::NotBegins(b, a)],
            (Op::SuffixOf, true) => vec![Relation::Ends(b, a)],
            (Op::SuffixOf, false) => vec![Relation::NotEnds(b, a)],
            (Op::Contains, true) => vec![Relation::Contains(a, b)],
            (Op::Contains, false) => vec![Relation::NotContains(a, b)],
            (Op::StrLt, true) => vec![Relation::AtLeast(b, a, true)],
            (Op::StrLt, false) => vec![Relation::AtLeast(a, b, false)],
            (Op::StrLe, true) => vec![Relation::AtLeast(b, a, false)],
            (Op::StrLe, false) => vec![Relation::AtLeast(a, b, true)],
            _ => Vec::new(),
        }
    }

    /// A length against a number.
    fn length(&self, store: &TermStore, op: Op, args: &[Term], holds: bool) -> Option<Relation> {
        let &[a, b] = args else { return None };
        let of = |term: Term| match (store.op(term), store.args(term)) {
            (Some(Op::Length), [s]) => self.node(*s),
            _ => None,
        };
        let (node, number, turned) = match (of(a), of(b)) {
            (Some(node), _) => (node, b, false),
            (_, Some(node)) => (node, a, true),
            _ => return None,
        };
        let Value::Int(number) = store.as_value(number)? else { return None };
        // `length op number`, after turning and negating.
        let op = match (op, turned) {
            (Op::Le, true) => Op::Ge,
            (Op::Lt, true) => Op::Gt,
            (Op::Ge, true) => Op::Le,
            (Op::Gt, true) => Op::Lt,
            (op, _) => op,
        };
        let op = match (op, holds) {
            (Op::Le, false) => Op::Gt,
            (Op::Lt, false) => Op::Ge,
            (Op::Ge, false) => Op::Lt,
            (Op::Gt, false) => Op::Le,
            (Op::Eq, false) => return None,
            (op, _) => op,
        };
        let at = |number: &Int| number.to_i64().and_then(|number| u64::try_from(number).ok());
        let (own, next, before) = (at(number), at(&(number + &Int::ONE)), at(&(number - &Int::ONE)));
        match op {
            Op::Eq => own.map(|own| Relation::Length(node, own, Some(own))),
            Op::Le => own.map(|own| Relation::Length(node, 0, Some(own))),
            Op::Lt => before.map(|before| Relation::Length(node, 0, Some(before))),
            Op::Ge => own.map(|own| Relation::Length(node, own, None)),
            Op::Gt => next.map(|next| Relation::Length(node, next, None)),
            _ => None,
        }
    }
}
