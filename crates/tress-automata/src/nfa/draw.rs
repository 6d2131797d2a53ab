//! Pictures of automata: Graphviz text, and SVG with a layout of our own.
//!
//! The SVG layout puts each state into the column of its distance from the start. That is enough to read
//! small automata; Graphviz does better on larger ones.

use std::fmt::Write as _;

use super::Nfa;
use crate::charset::CharSet;

/// Distance between two columns or rows of states.
const COLUMN: usize = 150;
const ROW: usize = 90;
const RADIUS: usize = 18;
/// A label shows at most this many ranges.
const SHOWN_RANGES: usize = 6;

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
        if index == SHOWN_RANGES {
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

    /// The automaton as an SVG picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let places = self.layout();
        let width = places.iter().map(|place| place.0).max().unwrap_or(0) + COLUMN;
        let height = places.iter().map(|place| place.1).max().unwrap_or(0) + ROW;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n"
        );
        for state in 0..self.states() {
            for (target, set) in self.edges_by_target(state) {
                draw_edge(&mut text, places[state as usize], places[target as usize], &escape(&label(&set)));
            }
        }
        for state in 0..self.states() {
            let (x, y) = places[state as usize];
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"white\" stroke=\"black\"/>"
            );
            if self.is_accepting(state) {
                let inner = RADIUS - 4;
                let _ = writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{inner}\" fill=\"none\" stroke=\"black\"/>"
                );
            }
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{state}</text>", y + 4);
        }
        for &state in self.initial() {
            let (x, y) = places[state as usize];
            let (from, to) = (x - RADIUS - 30, x - RADIUS);
            let _ = writeln!(
                text,
                "<path d=\"M{from} {y}H{to}\" stroke=\"black\" fill=\"none\" marker-end=\"url(#tip)\"/>"
            );
        }
        text.push_str("</svg>\n");
        text
    }

    /// The centre of each state: columns by distance from the start, rows in order of discovery.
    fn layout(&self) -> Vec<(usize, usize)> {
        let mut places = vec![None; self.states() as usize];
        let mut rows: Vec<usize> = Vec::new();
        let mut layer: Vec<u32> = self.initial().to_vec();
        let mut column = 0;
        let reached = self.reachable(self.initial().iter().copied());
        let mut leftover: Vec<u32> = reached.zeroes().map(|state| state as u32).collect();
        loop {
            if layer.is_empty() {
                layer = std::mem::take(&mut leftover);
            }
            if layer.is_empty() {
                break;
            }
            rows.push(0);
            for &state in &layer {
                if places[state as usize].is_none() {
                    places[state as usize] = Some((60 + column * COLUMN, 60 + rows[column] * ROW));
                    rows[column] += 1;
                }
            }
            let targets = layer.iter().flat_map(|&state| self.edges(state)).map(|edge| edge.target);
            let mut next: Vec<u32> = targets.filter(|&state| places[state as usize].is_none()).collect();
            next.sort_unstable();
            next.dedup();
            layer = next;
            column += 1;
        }
        places.into_iter().map(|place| place.unwrap_or((60, 60))).collect()
    }
}

/// Loops go above the state, edges forward are straight, edges back and within a column are bent.
fn draw_edge(text: &mut String, from: (usize, usize), to: (usize, usize), label: &str) {
    let (x1, y1, x2, y2) = (from.0 as f64, from.1 as f64, to.0 as f64, to.1 as f64);
    let radius = RADIUS as f64;
    let (path, place) = if from == to {
        let top = y1 - radius;
        let path = format!(
            "M{} {top}C{} {} {} {} {} {top}",
            x1 - 8.0,
            x1 - 24.0,
            top - 36.0,
            x1 + 24.0,
            top - 36.0,
            x1 + 8.0
        );
        (path, (x1, top - 30.0))
    } else {
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let bend = if dx > 0.0 { 0.0 } else { 40.0 };
        let (mx, my) = ((x1 + x2) / 2.0 - uy * bend, (y1 + y2) / 2.0 + ux * bend);
        let start = (x1 + ux * radius, y1 + uy * radius);
        let end = (x2 - ux * radius, y2 - uy * radius);
        let path = format!("M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}", start.0, start.1, end.0, end.1);
        (path, (mx, my - 5.0))
    };
    let _ = writeln!(text, "<path d=\"{path}\" stroke=\"black\" fill=\"none\" marker-end=\"url(#tip)\"/>");
    let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\">{label}</text>", place.0, place.1);
}
