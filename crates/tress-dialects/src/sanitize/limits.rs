//! The caps of questions about chains of functions.

use tress_base::Budget;

tress_base::caps! {
    /// States of an automaton or a transducer; some intermediate ones may have a small multiple of it.
    pub(super) STATES = 20_000, "sanitize.states";
    /// Steps of making an automaton smaller.
    pub(super) SMALLER_STEPS = 2_000_000, "sanitize.smaller-steps";
    /// States of an automaton that is reduced where it cannot be minimized.
    pub(super) REDUCED_STATES = 300, "sanitize.reduced-states";
    /// Rounds of functions that are repeated until nothing changes, on one word.
    pub(super) WORD_ROUNDS = 100, "sanitize.word-rounds";
    /// Length of the word that such rounds make.
    pub(super) WORD_LENGTH = 2_000, "sanitize.word-length";
    /// Rounds that are followed backwards from a language.
    pub(super) ROUNDS = 8, "sanitize.rounds";
    /// States of the transducer of one round.
    pub(super) ROUND_STATES = 3_000, "sanitize.round-states";
    /// Steps of one round.
    pub(super) ROUND_STEPS = 8_000_000, "sanitize.round-steps";
    /// Characters by which the output of a round may lag behind its input.
    pub(super) LAG = 8, "sanitize.lag";
    /// Characters of a range, besides the first, that are looked at one by one.
    pub(super) RANGE_CHARACTERS = 40, "sanitize.range-characters";
    /// States of an automaton with which rounds go on.
    pub(super) GROWN_STATES = 150, "sanitize.grown-states";
    /// Edges of an automaton with which rounds go on.
    pub(super) GROWN_EDGES = 30_000, "sanitize.grown-edges";
}

/// The cap on states, as operations on automata take it.
pub(super) fn states(budget: &Budget) -> usize {
    STATES.most(budget) as usize
}
