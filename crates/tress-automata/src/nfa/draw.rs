//! Pictures of automata: Graphviz text, and SVG with a layout of our own.
//!
//! Graphviz does better on large ones.

use std::fmt::Write as _;

use super::Nfa;
use super::layout::{Curve, DrawnEdge, Layout, Point, RADIUS};
use crate::charset::CharSet;

/// No further range is shown in a label that is so long.
const LONG_LABEL: usize = 15;

/// A readable form of a set of characters.
fn label(set: &CharSet) -> String {
    if set.is_full() {
        return "any".to_owned();
    }
    let complement = set.complement();
    if complement.ranges().len() < set.ranges().len() {
        return format!("not {}", label(&complement));
    }
    let mut text = String::new();
    for (index, &(low, high)) in set.ranges().iter().enumerate() {
        if text.chars().count() >= LONG_LABEL {
            text.push_str(" …");
            break;
        }
        if index > 0 {
            text.push(' ');
        }
        push_char(&mut text, low);
        if high > low {
            text.push('-');
            push_char(&mut text, high);
        }
    }
    text
}

fn push_char(text: &mut String, c: u32) {
    match char::from_u32(c) {
        Some(c) if c.is_ascii_graphic() => text.push(c),
        Some(' ') => text.push('␣'),
        _ => {
            let _ = write!(text, "{c:#x}");
        }
    }
}

/// Text with the characters escaped that mean something in SVG and in Graphviz strings.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\\' => escaped.push_str("&#92;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

impl Nfa {
    /// The automaton as a Graphviz `digraph`.
    #[must_use]
    pub fn to_graphviz(&self) -> String {
        let mut text = String::from("digraph nfa {\n  rankdir=LR;\n  node [shape=circle];\n");
        for state in self.accepting() {
            let _ = writeln!(text, "  {state} [shape=doublecircle];");
        }
        for state in self.initial() {
            let _ = writeln!(text, "  start{state} [shape=point];\n  start{state} -> {state};");
        }
        for state in 0..self.states() {
            for (target, set) in self.edges_by_target(state) {
                let _ = writeln!(text, "  {state} -> {target} [label=\"{}\"];", escape(&label(&set)));
            }
        }
        text.push_str("}\n");
        text
    }

    /// The automaton as an SVG picture. No label lies on another one.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let targets = |state| self.edges_by_target(state).into_iter();
        let edges = (0..self.states())
            .flat_map(|state| targets(state).map(move |(target, set)| (state, target, label(&set))))
            .collect();
        let layout = Layout::new(self, edges);
        let ((left, top), (right, bottom)) = layout.corners();
        let (width, height) = (right - left, bottom - top);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{left} {top} {width} {height}\" font-family=\"monospace\" font-size=\"12\" \
             text-anchor=\"middle\">\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n"
        );
        layout.edges.iter().for_each(|edge| draw_curve(&mut text, &edge.curve));
        layout.edges.iter().for_each(|edge| draw_label(&mut text, edge));
        for (state, &position) in layout.states.iter().enumerate() {
            self.draw_state(&mut text, state as u32, position);
        }
        text.push_str("</svg>\n");
        text
    }

    fn draw_state(&self, text: &mut String, state: u32, (x, y): Point) {
        let mut circle = |radius: f64| {
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"white\" stroke=\"black\"/>"
            );
        };
        circle(RADIUS);
        if self.is_accepting(state) {
            circle(RADIUS - 4.0);
        }
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\">{state}</text>", y + 4.0);
        if self.initial().contains(&state) {
            let (from, to) = (x - RADIUS - 30.0, x - RADIUS - 1.0);
            let _ = writeln!(
                text,
                "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"black\" fill=\"none\" marker-end=\"url(#tip)\"/>"
            );
        }
    }
}

fn draw_curve(text: &mut String, Curve([start, first, second, end]): &Curve) {
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" stroke=\"black\" fill=\"none\" \
         marker-end=\"url(#tip)\"/>",
        start.0, start.1, first.0, first.1, second.0, second.1, end.0, end.1
    );
}

/// The text on white, so that it can be read where it crosses a curve.
fn draw_label(text: &mut String, edge: &DrawnEdge) {
    let ((x, y), (half_width, half_height)) = (edge.label.middle, edge.label.half);
    let (left, top) = (x - half_width, y - half_height);
    let (width, height) = (2.0 * half_width, 2.0 * half_height);
    let _ = writeln!(
        text,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"white\" \
         fill-opacity=\"0.8\"/><text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        y + 4.0,
        escape(&edge.text)
    );
}
