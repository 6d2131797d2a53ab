//! What follows from the shape of terms alone, without any assertion.
//!
//! Enters: terms of numbers and words. Leaves: facts that hold under every model: a number is
//! never negative, a word is never longer than so much, one word always or never occurs in
//! another. Arithmetic entailment follows Reynolds, Nötzli, Barrett and Tinelli, "High-Level
//! Abstractions for Simplifying Extended String Constraints in SMT" (CAV 2019).
//!
//! Everything is remembered by term, and capped ([`limits`](super::limits)): long lists are not looked at.

mod approximate;
mod bounds;
mod contain;
mod include;
mod linear;

pub use bounds::Shape;
