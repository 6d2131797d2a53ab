//! Circuits: truth values, numbers as bits, and what is computed of them, as clauses.
//!
//! Enters: inputs and the gates that are wanted. Leaves: a search of `tress-sat` whose models give
//! every gate the value it computes. Equal gates are one variable, and gates of constants are
//! constants. Numbers know their bounds and are as wide as those need, so nothing overflows.

mod arithmetic;
mod gates;
mod number;

#[cfg(test)]
mod tests;

pub(crate) use gates::Gates;
pub(crate) use number::Number;
