//! The language of tress: terms, sorts, values, models, and what every operator means.
//!
//! | module | what it holds |
//! |---|---|
//! | [`term`] | hash-consed terms, sorts, the table of operators, values |
//! | [`alphabet`] | problems over the first `n` characters only, translated |
//! | [`model`] | values of symbols and functions |
//! | [`eval`] | the meaning of every operator: a term and a model give a value |
//! | [`mod@print`] | terms, sorts and values as SMT-LIB text |
//! | [`standard`] | the same with operators of the standard only, others by definition |
//!
//! Nothing here knows how terms are read, simplified or solved.

pub mod alphabet;
pub mod eval;
pub mod model;
pub mod print;
pub use print::standard;
pub mod term;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    [term::limits::CAPS, eval::limits::CAPS].into_iter().flatten().copied()
}
