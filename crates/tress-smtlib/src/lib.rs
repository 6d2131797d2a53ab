//! The room of text: SMT-LIB in, SMT-LIB out.
//!
//! Enters: bytes. They are cut into commands ([`Cutter`]), each command into tokens
//! ([`lexer`]), and those into terms of the store, straight away and without a tree in between
//! ([`Reader`]). Leaves: [`Command`]s whose terms are built and sort-checked, or an [`Error`]
//! with its position. The way back is [`models`] and, for terms and values, `tress_term::print`.
//!
//! This room must not know what commands do, nor how anything is solved.

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
pub use known::is_known_command;
pub use literal::{Escapes, read_escapes};
pub use names::{Meaning, Names};
pub use nearest::nearest;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    limits::CAPS.iter().copied()
}
