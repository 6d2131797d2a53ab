//! Reading and writing SMT-LIB.
//!
//! Enters: bytes. They are cut into commands ([`Cutter`]), each command into tokens ([`lexer`]), and those
//! are read into terms of the store directly, without a syntax tree ([`Reader`]). Leaves: [`Command`]s whose
//! terms are built and sort-checked, or an [`Error`] with its position. The inverse is [`models`] and, for
//! terms and values, `tress_term::print`.
//!
//! Nothing here knows what commands do, nor how anything is solved.

mod characters;
mod commands;
mod cut;
mod datatypes;
mod error;
mod frames;
mod known;
pub mod languages;
pub mod lexer;
mod limits;
mod literal;
mod matches;
pub mod models;
mod names;
mod nearest;
mod objectives;
mod quantified;
mod recursive;
mod sorts;
#[cfg(test)]
mod standard_tests;
mod terms;

pub use characters::{Characters, OUTSIDE};
pub use commands::{Blocked, Command, InfoFlag, Reader, Source};
pub use cut::{Cut, Cutter, is_partial_mark, mark_length};
pub use datatypes::DataCallee;
pub use datatypes::Datatypes;
pub use error::{Error, Position};
pub use known::Lost;
pub use known::{is_known_command, known_command};
pub use literal::{Escapes, read_escapes};
pub use names::{Meaning, Names};
pub use nearest::nearest;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    limits::CAPS.iter().copied()
}
