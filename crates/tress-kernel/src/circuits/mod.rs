//! Circuits: truth values, numbers as bits, and what is computed of them, as clauses.
//!
//! Enters: inputs and the gates that are wanted. Leaves: a search of `tress-sat` whose models give
//! every gate the value it computes. Equal gates are one variable, and gates of constants are
//! constants. Numbers know their bounds and are as wide as those need, so nothing overflows;
//! vectors of bits have a width, and what does not fit into it is cut off. Gates can be built wherever
//! there are variables and clauses: [`Logic`].

mod arithmetic;
mod gates;
mod logic;
mod number;
mod vector;

#[cfg(test)]
mod tests;

pub use gates::Gates;
pub use logic::{Logic, Table};
pub use number::Number;
pub(crate) use vector::{Bitwise, Shift, Vectors, turned};
