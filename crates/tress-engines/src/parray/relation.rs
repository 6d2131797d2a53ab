//! The relation graph: strings, and the relations between them that the problem has as literals.
//!
//! A relation holds by the meaning of a function, whatever is asserted, or because a fact states it; then
//! the graph knows which.

use rustc_hash::FxHashMap;
use tress_base::{Int, Rational};

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_term::term::{Op, Sort, Term, TermMap, TermStore, Value, post_order, sum_of};

use super::infer::joined;

/// The index of a string in the graph.
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
    /// The first one is a part of the second: start and count.
    Substring(Node, Node, u64, Option<u64>),
    /// The first one is the second without blanks at its ends.
    Trimmed(Node, Node),
    /// The first one is the second with characters of a range moved by a distance.
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
    /// Numbers that are a length or a position by a fact.
    names: FxHashMap<Term, (Term, u32)>,
    pub(super) edges: Vec<Edge>,
}

impl Graph {
    /// The graph of a problem.
    pub(super) fn new(env: &Env<'_>, problem: &Problem) -> Self {
        let store = &*env.store;
        let mut graph = Self::default();
        let roots = problem.roots();
        for term in post_order(store, &roots) {
            if store.sort(term) == Sort::String {
                graph.nodes.set(term, graph.strings.len());
                graph.strings.push(term);
                graph.define(store, term);
            }
        }
        let facts = problem.facts.iter();
        let literals: Vec<((Term, bool), u32)> = facts
            .flat_map(|fact| literals(store, fact.term).into_iter().map(|literal| (literal, fact.origin)))
            .collect();
        for ((literal, _), origin) in literals.iter().filter(|((_, holds), _)| *holds) {
            graph.name(store, *literal, *origin);
        }
        for (literal, origin) in literals {
            graph.assert(store, literal, origin);
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

    /// Notes symbols that are a function of strings by a literal.
    fn name(&mut self, store: &TermStore, literal: Term, origin: u32) {
        let (Some(Op::Eq), &[a, b]) = (store.op(literal), store.args(literal)) else { return };
        for (symbol, term) in [(a, b), (b, a)] {
            let is_function = matches!(store.op(term), Some(Op::Length | Op::IndexOf | Op::LastIndexOf));
            if is_function && store.as_constant(symbol).is_some() {
                self.names.entry(symbol).or_insert((term, origin));
            }
        }
    }

    /// What a literal states.
    fn assert(&mut self, store: &TermStore, (literal, holds): (Term, bool), origin: u32) {
        let (Some(op), args) = (store.op(literal), store.args(literal)) else { return };
        if args.iter().all(|arg| store.sort(*arg) == Sort::Int) {
            if let Some((relation, other)) = self.measure(store, op, args, holds) {
                let origins = joined(&[origin], other.as_slice());
                self.edges.push(Edge { relation, origins });
            }
            return;
        }
        for relation in self.literal(op, args, holds) {
            self.add(relation, Some(origin));
        }
    }

    fn literal(&self, op: Op, args: &[Term], holds: bool) -> Vec<Relation> {
        if let ([s, language], Op::InRe) = (args, op) {
            return self.node(*s).map(|s| Relation::Member(s, *language, holds)).into_iter().collect();
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

    /// A length or a position against a number, or a symbol that is equal to one of these.
    fn measure(
        &self,
        store: &TermStore,
        op: Op,
        args: &[Term],
        holds: bool,
    ) -> Option<(Relation, Option<u32>)> {
        let &[a, b] = args else { return None };
        let (term, number, turned) = match (fixed(store, a), fixed(store, b)) {
            (None, Some(number)) => (a, number, false),
            (Some(number), None) => (b, number, true),
            _ => return None,
        };
        let (low, high) = interval(op, &number, turned, holds)?;
        let (term, origin) =
            self.names.get(&term).map_or((term, None), |(term, origin)| (*term, Some(*origin)));
        let nodes: Vec<Node> = store.args(term).iter().filter_map(|arg| self.node(*arg)).collect();
        let from_start =
            store.args(term).get(2).is_none_or(|from| fixed(store, *from).is_some_and(|from| from.is_zero()));
        let relation = match (store.op(term)?, nodes.as_slice()) {
            (Op::Length, [s]) => {
                let at = |number: &Int| number.to_i64().and_then(|number| u64::try_from(number).ok());
                let high = high.as_ref().map(|high| at(high).ok_or(())).transpose().ok()?;
                Relation::Length(*s, low.as_ref().and_then(at).unwrap_or(0), high)
            }
            (Op::IndexOf | Op::LastIndexOf, [s, t]) if low.as_ref().is_some_and(|low| !low.is_negative()) => {
                Relation::Contains(*s, *t)
            }
            (Op::IndexOf | Op::LastIndexOf, [s, t])
                if from_start && high.as_ref().is_some_and(Int::is_negative) =>
            {
                Relation::NotContains(*s, *t)
            }
            _ => return None,
        };
        Some((relation, origin))
    }
}

/// The value of a sum of constants.
fn fixed(store: &TermStore, term: Term) -> Option<Int> {
    let sum = sum_of(store, &[(term, Rational::ONE)]);
    sum.parts.is_empty().then(|| sum.constant.floor())
}

/// The literals that a fact is a conjunction of, with their sides.
fn literals(store: &TermStore, fact: Term) -> Vec<(Term, bool)> {
    let (mut open, mut found) = (vec![(fact, true)], Vec::new());
    while let Some((term, holds)) = open.pop() {
        let args = store.args(term);
        match store.op(term) {
            Some(Op::Not) => open.extend(args.iter().map(|arg| (*arg, !holds))),
            Some(Op::And) if holds => open.extend(args.iter().map(|part| (*part, true))),
            Some(Op::Or) if !holds => open.extend(args.iter().map(|part| (*part, false))),
            _ => found.push((term, holds)),
        }
    }
    found
}

/// The least and the greatest number that a literal allows for its other side.
fn interval(op: Op, number: &Int, turned: bool, holds: bool) -> Option<(Option<Int>, Option<Int>)> {
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
        // No length and no position is below -1.
        (Op::Eq, false) if *number == Int::MINUS_ONE => return Some((Some(Int::ZERO), None)),
        (Op::Eq, false) => return None,
        (op, _) => op,
    };
    match op {
        Op::Eq => Some((Some(number.clone()), Some(number.clone()))),
        Op::Le => Some((None, Some(number.clone()))),
        Op::Lt => Some((None, Some(number - &Int::ONE))),
        Op::Ge => Some((Some(number.clone()), None)),
        Op::Gt => Some((Some(number + &Int::ONE), None)),
        _ => None,
    }
}
