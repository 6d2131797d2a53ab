//! The tree of paths: branches with what is behind yes and no, and ends.

use super::{Decision, Outcome, Path, Replay};

/// What a node is, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Branch,
    Fine,
    Failing,
    /// Cut, not followed, or not confirmed.
    Open,
    /// The side of a question that no input takes.
    Impossible,
}

pub(super) struct Node {
    pub(super) label: String,
    /// The inputs of an end.
    pub(super) inputs: Vec<String>,
    pub(super) look: Look,
    pub(super) parent: Option<(usize, bool)>,
    /// The nodes behind no and yes.
    pub(super) children: [Option<usize>; 2],
}

/// All paths. A node comes after its parent.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The beginning, once there is a path; without strings that are null there is one only.
    pub(super) roots: Vec<usize>,
}

impl Tree {
    pub(super) fn new(paths: &[Path]) -> Tree {
        let mut tree = Tree::default();
        for path in paths {
            tree.add(path);
        }
        tree
    }

    fn add(&mut self, path: &Path) {
        let mut at: Option<(usize, bool)> = None;
        for decision in &path.decisions {
            let label = location(decision);
            let node = match self.known(at, &label) {
                Some(known) => known,
                None => self.node(at, label, Look::Branch),
            };
            let other = (node, !decision.taken);
            if decision.is_forced && self.known(Some(other), "").is_none() {
                self.node(Some(other), "impossible".to_owned(), Look::Impossible);
            }
            at = Some((node, decision.taken));
        }
        let look = match (&path.outcome, &path.replay) {
            (_, Replay::Same) if path.is_failure() => Look::Failing,
            (Outcome::Returned(_) | Outcome::Exited | Outcome::Threw(_), Replay::Same) => Look::Fine,
            _ => Look::Open,
        };
        let end = self.node(at, path.ending(), look);
        self.nodes[end].inputs =
            path.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    }

    fn known(&self, parent: Option<(usize, bool)>, label: &str) -> Option<usize> {
        match parent {
            Some((parent, taken)) => self.nodes[parent].children[usize::from(taken)],
            None => self.roots.iter().copied().find(|root| self.nodes[*root].label == label),
        }
    }

    fn node(&mut self, parent: Option<(usize, bool)>, label: String, look: Look) -> usize {
        let number = self.nodes.len();
        match parent {
            Some((parent, taken)) => self.nodes[parent].children[usize::from(taken)] = Some(number),
            None => self.roots.push(number),
        }
        self.nodes.push(Node { label, inputs: Vec::new(), look, parent, children: [None, None] });
        number
    }
}

fn location(decision: &Decision) -> String {
    match decision.line {
        Some(line) => format!("{}, line {line}", decision.method),
        None if decision.offset == 0 => decision.method.clone(),
        None => format!("{}, byte {}", decision.method, decision.offset),
    }
}
