//! String graphs: a conjunction of literals on strings and integers, as vertices and edges.
//!
//! Enters: vertices and edges, made by whoever reads a problem. Leaves: a smaller graph with constraints on
//! integers, or a contradiction; a drawing. After Redelinghuys, *Symbolic String Execution* (2012), with
//! operations that are total as in SMT-LIB. Edges on 22 kinds; the one that the thesis counts and does not
//! print is membership in a regular language here.

mod clause;
mod constraints;
mod draw;
mod graph;
mod kind;
mod meaning;
mod pairs;
mod preprocess;
#[cfg(test)]
mod tests;

pub use clause::{Clause, Linear, NumberId, from, up_to};
pub use graph::{Edge, Graph, NumberVertex, StringId, StringVertex};
pub use kind::Kind;
pub use meaning::{holds, made_number, made_string, part_positions, search_positions};
pub use pairs::Fired;
pub use preprocess::Refuted;
