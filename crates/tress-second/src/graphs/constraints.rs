//! What one edge implies for lengths and integers (table 3.1 of the thesis, corrected, for total operations).

use super::clause::{Linear, NumberId, at_most, from, up_to};
use super::graph::{Edge, Graph};
use super::kind::Kind;

impl Graph {
    /// Adds the constraints of every edge from this one on.
    pub(super) fn constrain(&mut self, first: usize) {
        for at in first..self.edges.len() {
            let edge = self.edges[at].clone();
            let origins = self.origins(&edge);
            for clause in self.of_edge(&edge) {
                self.clause(clause, &origins);
            }
        }
    }

    fn of_edge(&self, edge: &Edge) -> Vec<Vec<Linear>> {
        let length = |at: usize| self.length(edge.strings[at]);
        let number = |at: usize| edge.numbers[at];
        match edge.kind {
            Kind::CharAt => of_char_at(length(0), number(0), number(1)),
            Kind::Concat => {
                let sum = Linear::of(&[(length(0), 1), (length(1), 1), (length(2), -1)], 0);
                let back = Linear::of(&[(length(0), -1), (length(1), -1), (length(2), 1)], 0);
                vec![vec![sum], vec![back]]
            }
            Kind::Contains | Kind::StartsWith | Kind::EndsWith | Kind::Trim => {
                vec![vec![at_most(length(1), 0, length(0))]]
            }
            Kind::Equal => {
                vec![vec![at_most(length(0), 0, length(1))], vec![at_most(length(1), 0, length(0))]]
            }
            // The empty word is everywhere.
            Kind::NotContains | Kind::NotStartsWith | Kind::NotEndsWith => vec![vec![from(length(1), 1)]],
            Kind::NotEqual | Kind::Member => Vec::new(),
            Kind::Substring => of_substring(length(0), number(0), length(1)),
            Kind::SubstringTo => of_substring_to(length(0), number(0), number(1), length(1)),
            _ => self.of_search(edge),
        }
    }

    /// A position is -1 or within the string, and on the right side of the limit.
    fn of_search(&self, edge: &Edge) -> Vec<Vec<Linear>> {
        let result = *edge.numbers.last().expect("a search has a result");
        let whole = self.length(edge.strings[0]);
        let missing = up_to(result, -1);
        let mut clauses = vec![vec![from(result, -1)]];
        let limit = match edge.strings.get(1) {
            Some(needle) => {
                let inside = Linear::of(&[(result, 1), (self.length(*needle), 1), (whole, -1)], 0);
                clauses.push(vec![missing.clone(), inside]);
                edge.numbers.first()
            }
            None => {
                clauses.push(vec![missing.clone(), at_most(result, 1, whole)]);
                edge.numbers.get(1)
            }
        };
        if let Some(limit) = limit.filter(|limit| **limit != result) {
            if edge.kind.label() == "indexOf" {
                clauses.push(vec![missing.clone(), from(*limit, 0)]);
                clauses.push(vec![missing, at_most(*limit, 0, result)]);
            } else {
                // The empty word is found at zero, even where the limit lies before it.
                clauses.push(vec![up_to(result, 0), at_most(result, 0, *limit)]);
            }
        }
        clauses
    }
}

fn of_char_at(whole: NumberId, position: NumberId, code: NumberId) -> Vec<Vec<Linear>> {
    let missing = up_to(code, -1);
    vec![
        vec![from(code, -1)],
        vec![up_to(code, i64::from(tress_automata::MAX_CHAR))],
        vec![missing.clone(), from(position, 0)],
        vec![missing, at_most(position, 1, whole)],
        vec![from(code, 0), up_to(position, -1), at_most(whole, 0, position)],
    ]
}

fn of_substring(whole: NumberId, start: NumberId, part: NumberId) -> Vec<Vec<Linear>> {
    let empty = up_to(part, 0);
    let outside = [up_to(start, -1), at_most(whole, 1, start)];
    let short = Linear::of(&[(part, 1), (start, 1), (whole, -1)], 0);
    let long = Linear::of(&[(part, -1), (start, -1), (whole, 1)], 0);
    let [before, behind] = outside;
    vec![
        vec![empty.clone(), from(start, 0)],
        vec![empty, short.clone()],
        vec![before.clone(), behind.clone(), short],
        vec![before, behind, long],
    ]
}

fn of_substring_to(whole: NumberId, start: NumberId, end: NumberId, part: NumberId) -> Vec<Vec<Linear>> {
    let empty = up_to(part, 0);
    let to_end = Linear::of(&[(part, 1), (start, 1), (end, -1)], 0);
    let to_whole = Linear::of(&[(part, 1), (start, 1), (whole, -1)], 0);
    let reaches_end = Linear::of(&[(part, -1), (start, -1), (end, 1)], 0);
    let reaches_whole = Linear::of(&[(part, -1), (start, -1), (whole, 1)], 0);
    vec![
        vec![empty.clone(), from(start, 0)],
        vec![empty.clone(), to_end],
        vec![empty, to_whole],
        vec![up_to(start, -1), at_most(whole, 0, start), at_most(end, 0, start), reaches_end, reaches_whole],
    ]
}
