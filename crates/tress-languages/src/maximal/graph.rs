//! The dependency graph of a system, and its groups.
//!
//! Enters: a [`System`]. Leaves: a vertex for every variable, constant and concatenation, an edge for every
//! subset constraint, a pair of edges for every concatenation (figure 2.4 of Hooimeijer 2012). Variables
//! whose concatenations are connected form a group (the CI-groups of section 2.3.3), which is solved at once.
//! Constants join nothing: they are the same in all solutions.

use std::fmt::Write as _;

use super::system::{Constant, Part, System, Variable};

/// A vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A variable.
    Variable(Variable),
    /// A constant.
    Constant(Constant),
    /// The concatenation with this number.
    Concat(u32),
}

impl From<Part> for Node {
    fn from(part: Part) -> Node {
        match part {
            Part::Variable(variable) => Node::Variable(variable),
            Part::Constant(constant) => Node::Constant(constant),
        }
    }
}

/// The words of `to` lie in the constant, or outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubsetEdge {
    /// The right side of the constraint.
    pub from: Constant,
    /// What is limited by it.
    pub to: Node,
    /// Is it the complement of the constant?
    pub negated: bool,
}

/// The words of `whole` are those of `left` followed by those of `right`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConcatPair {
    /// What comes first.
    pub left: Node,
    /// What comes second.
    pub right: Node,
    /// The concatenation, always a [`Node::Concat`].
    pub whole: Node,
}

/// Variables that are solved together, and the constraints that mention them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The variables, by number.
    pub variables: Vec<Variable>,
    /// The indices of the constraints in [`System::constraints`].
    pub constraints: Vec<usize>,
}

/// The dependency graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// One for each constraint. A constraint on the empty word has none.
    pub subsets: Vec<SubsetEdge>,
    /// One for each part of a concatenation but its first.
    pub concats: Vec<ConcatPair>,
    /// The groups, in the order of their first variables.
    pub groups: Vec<Group>,
    names: Vec<String>,
}

impl Graph {
    /// The graph of a system.
    #[must_use]
    pub fn new(system: &System) -> Self {
        let mut graph = Self {
            subsets: Vec::new(),
            concats: Vec::new(),
            groups: groups(system),
            names: system.variables().map(|variable| system.name(variable).to_owned()).collect(),
        };
        for constraint in system.constraints() {
            let Some((&first, rest)) = constraint.parts.split_first() else { continue };
            let to = rest.iter().fold(first.into(), |left, &right| {
                let whole = Node::Concat(graph.concats.len() as u32);
                graph.concats.push(ConcatPair { left, right: right.into(), whole });
                whole
            });
            graph.subsets.push(SubsetEdge { from: constraint.bound, to, negated: constraint.negated });
        }
        graph
    }

    /// The graph as a picture for Graphviz: constants are boxes, concatenations are points.
    #[must_use]
    pub fn to_graphviz(&self) -> String {
        let mut text = "digraph dependencies {\n".to_owned();
        for (number, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "  v{number} [label={name:?}];");
        }
        for pair in &self.concats {
            let _ = writeln!(text, "  {} [shape=point];", vertex(pair.whole));
            for (part, label) in [(pair.left, "∘l"), (pair.right, "∘r")] {
                let _ = writeln!(text, "  {} -> {} [label=\"{label}\"];", vertex(part), vertex(pair.whole));
            }
        }
        for edge in &self.subsets {
            let from = vertex(Node::Constant(edge.from));
            let label = if edge.negated { "⊆ not" } else { "⊆" };
            let _ = writeln!(text, "  {from} [shape=box];");
            let _ = writeln!(text, "  {from} -> {} [label=\"{label}\"];", vertex(edge.to));
        }
        text + "}\n"
    }
}

fn vertex(node: Node) -> String {
    match node {
        Node::Variable(variable) => format!("v{}", variable.index()),
        Node::Constant(constant) => format!("c{}", constant.index()),
        Node::Concat(number) => format!("t{number}"),
    }
}

/// Variables of one constraint are in one group. Constraints without variables are in none.
fn groups(system: &System) -> Vec<Group> {
    let mut leaders: Vec<usize> = system.variables().map(Variable::index).collect();
    for constraint in system.constraints() {
        let mut variables = constraint.variables().map(Variable::index);
        let Some(first) = variables.next() else { continue };
        for other in variables {
            let (a, b) = (leader(&mut leaders, first), leader(&mut leaders, other));
            leaders[a.max(b)] = a.min(b);
        }
    }
    let mut indices: Vec<Option<usize>> = vec![None; leaders.len()];
    let mut groups: Vec<Group> = Vec::new();
    for variable in system.variables() {
        let leader = leader(&mut leaders, variable.index());
        let index = *indices[leader].get_or_insert_with(|| {
            groups.push(Group { variables: Vec::new(), constraints: Vec::new() });
            groups.len() - 1
        });
        groups[index].variables.push(variable);
    }
    for (number, constraint) in system.constraints().iter().enumerate() {
        let Some(variable) = constraint.variables().next() else { continue };
        if let Some(index) = indices[leader(&mut leaders, variable.index())] {
            groups[index].constraints.push(number);
        }
    }
    groups
}

/// The smallest variable of the group so far.
fn leader(leaders: &mut [usize], mut at: usize) -> usize {
    while leaders[at] != at {
        leaders[at] = leaders[leaders[at]];
        at = leaders[at];
    }
    at
}
