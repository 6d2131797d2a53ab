//! What follows from the shape of terms alone, without any assertion.
//!
//! Enters: terms of numbers and words. Leaves: facts that hold under every model: a number is
//! never negative, a word is never longer than so much, one word always or never occurs in
//! another. Arithmetic entailment follows Reynolds, Nötzli, Barrett and Tinelli, "High-Level
//! Abstractions for Simplifying Extended String Constraints in SMT" (CAV 2019).
//!
//! Everything is remembered by term, and capped: lists of more than [`MOST_PARTS`] parts are not
//! looked at.

mod approximate;
mod bounds;
mod contain;
mod include;
mod linear;

use rustc_hash::FxHashMap;
use tress_lia::Linear;

use crate::term::{Term, TermMap};

pub(super) use bounds::Bounds;

/// Most parts of a concatenation, or atoms of a sum, that are looked at.
pub(super) const MOST_PARTS: usize = 64;

/// What has been found out so far.
#[derive(Default)]
pub(super) struct Knowledge {
    /// Least and largest length of words, least and largest value of numbers.
    bounds: TermMap<Bounds>,
    /// Is this sum never negative?
    positive: FxHashMap<Linear, bool>,
    /// Which term a variable of a sum stands for.
    atoms: FxHashMap<u32, Term>,
    /// Does the second word always (true) or never (false) occur in the first?
    contains: FxHashMap<(Term, Term), Option<bool>>,
    /// Is the first language certainly within the second?
    within: FxHashMap<(Term, Term), bool>,
    /// How many parts nested concatenations have when they are written flat; where the arguments
    /// are of another operator this counts one, so one map serves all operators.
    pub(super) widths: TermMap<u64>,
}
