//! The graph as a drawing, in the language of Graphviz.

use std::fmt::Write;

use super::clause::NumberId;
use super::graph::{Graph, StringId};

impl Graph {
    /// The text of a drawing: strings are ellipses, integers boxes, and every edge a point with lines to its
    /// vertices, numbered in their order.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph strings {\n  rankdir=LR;\n");
        // Writing to a string cannot fail.
        for (at, vertex) in self.strings.iter().enumerate() {
            if self.is_used(StringId(at as u32)) {
                let shape = if vertex.word.is_some() { "plaintext" } else { "ellipse" };
                let _ = writeln!(text, "  s{at} [label={}, shape={shape}];", quoted(&vertex.name));
            }
        }
        for (at, vertex) in self.numbers.iter().enumerate() {
            let used = self.edges.iter().any(|edge| edge.numbers.contains(&NumberId(at as u32)));
            if used {
                let shape = if vertex.value.is_some() { "plaintext" } else { "box" };
                let name = vertex.value.as_ref().map_or_else(|| vertex.name.clone(), ToString::to_string);
                let _ = writeln!(text, "  n{at} [label={}, shape={shape}];", quoted(&name));
            }
        }
        for (at, edge) in self.edges.iter().enumerate() {
            let _ = writeln!(text, "  e{at} [label={}, shape=diamond];", quoted(edge.kind.label()));
            let strings = edge.strings.iter().map(|string| format!("s{}", self.find(*string).0));
            let numbers = edge.numbers.iter().map(|number| format!("n{}", number.0));
            let result = if edge.kind.makes_string() {
                Some(edge.strings.len())
            } else {
                edge.kind.makes_number().then_some(edge.strings.len() + edge.numbers.len())
            };
            for (vertex, index) in strings.chain(numbers).zip(1..) {
                let _ = if Some(index) == result {
                    writeln!(text, "  e{at} -> {vertex} [label={index}];")
                } else {
                    writeln!(text, "  {vertex} -> e{at} [label={index}];")
                };
            }
        }
        text.push_str("}\n");
        text
    }

    fn is_used(&self, string: StringId) -> bool {
        self.edges.iter().any(|edge| edge.strings.iter().any(|other| self.find(*other) == string))
    }
}

/// A label in quotes.
fn quoted(label: &str) -> String {
    format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "\\\""))
}
