//! The tree of paths as a graph for Graphviz.

use std::fmt::Write as _;

use super::Report;
use super::tree::{Look, Node, Tree};

impl Report {
    /// The tree of paths in the language of Graphviz: branches with their locations, ends with their
    /// outcomes.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph paths {\n  node [shape=box];\n");
        for (number, node) in Tree::new(&self.paths).nodes.iter().enumerate() {
            let _ = writeln!(text, "  n{number} [label=\"{}\"{}];", quoted(&label(node)), style(node.look));
            if let Some((parent, taken)) = node.parent {
                let word = if taken { "yes" } else { "no" };
                let dashed = if node.look == Look::Impossible { ", style=dashed" } else { "" };
                let _ = writeln!(text, "  n{parent} -> n{number} [label=\"{word}\"{dashed}];");
            }
        }
        text.push_str("}\n");
        text
    }
}

fn label(node: &Node) -> String {
    match node.inputs.is_empty() {
        true => node.label.clone(),
        false => format!("{}\n{}", node.label, node.inputs.join("\n")),
    }
}

fn style(look: Look) -> &'static str {
    match look {
        Look::Branch => "",
        Look::Fine => ", style=filled, fillcolor=palegreen",
        Look::Failing => ", style=filled, fillcolor=lightcoral",
        Look::Open => ", style=filled, fillcolor=lightgray",
        Look::Impossible => ", style=dashed",
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
