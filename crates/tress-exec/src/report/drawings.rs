//! The tree of paths as a graph for Graphviz, and the lines that ran as `lcov` reads them.

use std::fmt::Write as _;

use super::{Decision, Outcome, Path, Replay, Report};

impl Report {
    /// The tree of paths in Graphviz' language: branches with their places, ends with what happens there.
    #[must_use]
    pub fn tree(&self) -> String {
        let mut text = String::from("digraph paths {\n  node [shape=box];\n");
        let mut tree = Tree::default();
        for path in &self.paths {
            tree.add(path);
        }
        for (number, node) in tree.nodes.iter().enumerate() {
            let _ = writeln!(text, "  n{number} [label=\"{}\"{}];", quoted(&node.label), node.style);
            if let Some((parent, taken)) = node.parent {
                let _ = writeln!(
                    text,
                    "  n{parent} -> n{number} [label=\"{}\"];",
                    if taken { "yes" } else { "no" }
                );
            }
        }
        text.push_str("}\n");
        text
    }

    /// The lines that ran when inputs were confirmed, as a trace file of `lcov`. Files are named by the package and the
    /// name that the compiler wrote down.
    #[must_use]
    pub fn lcov(&self) -> String {
        let mut text = String::new();
        for class in &self.coverage {
            let package = class.class.rsplit_once('.').map(|(package, _)| package.replace('.', "/") + "/");
            let source = class.source.clone().unwrap_or_else(|| format!("{}.java", class.class));
            let _ = writeln!(text, "TN:\nSF:{}{source}", package.unwrap_or_default());
            for (line, count) in &class.lines {
                let _ = writeln!(text, "DA:{line},{count}");
            }
            let hit = class.lines.iter().filter(|(_, count)| *count > 0).count();
            let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", class.lines.len());
        }
        text
    }
}

#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    /// The beginning, once there is a path; without strings that are null there is one only.
    roots: Vec<usize>,
}

struct Node {
    label: String,
    style: &'static str,
    parent: Option<(usize, bool)>,
    /// The nodes behind no and yes; those of an end are not used.
    children: [Option<usize>; 2],
}

impl Tree {
    fn add(&mut self, path: &Path) {
        let mut at: Option<(usize, bool)> = None;
        for decision in &path.decisions {
            let node = self.branch(at, &place(decision));
            at = Some((node, decision.taken));
        }
        self.end(at, path);
    }

    fn known(&self, parent: Option<(usize, bool)>, label: &str) -> Option<usize> {
        match parent {
            Some((parent, taken)) => self.nodes[parent].children[usize::from(taken)],
            None => self.roots.iter().copied().find(|root| self.nodes[*root].label == label),
        }
    }

    fn branch(&mut self, parent: Option<(usize, bool)>, label: &str) -> usize {
        match self.known(parent, label) {
            Some(known) => known,
            None => self.node(parent, label.to_owned(), ""),
        }
    }

    fn end(&mut self, parent: Option<(usize, bool)>, path: &Path) {
        let inputs: Vec<String> =
            path.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let label = match inputs.is_empty() {
            true => path.outcome.to_string(),
            false => format!("{}\n{}", path.outcome, inputs.join("\n")),
        };
        let style = match (&path.outcome, &path.replay) {
            (Outcome::Returned(_) | Outcome::Exited, Replay::Same) => ", style=filled, fillcolor=palegreen",
            (Outcome::Threw(_) | Outcome::Reached(_) | Outcome::Hangs, Replay::Same) => {
                ", style=filled, fillcolor=lightcoral"
            }
            _ => ", style=filled, fillcolor=lightgray",
        };
        self.node(parent, label, style);
    }

    fn node(&mut self, parent: Option<(usize, bool)>, label: String, style: &'static str) -> usize {
        let number = self.nodes.len();
        match parent {
            Some((parent, taken)) => self.nodes[parent].children[usize::from(taken)] = Some(number),
            None => self.roots.push(number),
        }
        self.nodes.push(Node { label, style, parent, children: [None, None] });
        number
    }
}

fn place(decision: &Decision) -> String {
    match decision.line {
        Some(line) => format!("{}, line {line}", decision.method),
        None if decision.offset == 0 => decision.method.clone(),
        None => format!("{}, byte {}", decision.method, decision.offset),
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
