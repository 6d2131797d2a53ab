//! Automata whose moves carry sets of characters (definition 3.1): construction, elimination of ε-moves, product
//! and difference. Nothing here knows how a set is represented.

pub(crate) mod construct;
pub(crate) mod difference;
mod explore;
pub(crate) mod product;
pub(crate) mod sfa;

#[cfg(test)]
mod tests;

pub(crate) use construct::{EpsilonAutomaton, construct};
pub(crate) use difference::difference;
pub(crate) use explore::Mode;
pub(crate) use product::product;
pub(crate) use sfa::Sfa;
