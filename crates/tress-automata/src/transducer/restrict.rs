//! Machines on a part of their inputs or outputs.
//!
//! An automaton is a machine that copies its words, and one that reads them and writes nothing. So
//! restricting a machine is composing it with such a copy, before or behind.

use tress_base::Budget;

use super::{CappedMachine, Piece, Transducer, TransducerBuilder};
use crate::nfa::Nfa;

impl Transducer {
    /// Copies the words of a language and reads no others.
    #[must_use]
    pub fn copying(language: &Nfa) -> Self {
        Self::reading(language, &[Piece::Read(0)])
    }

    /// Reads the words of a language, and writes nothing.
    #[must_use]
    pub(crate) fn swallowing(language: &Nfa) -> Self {
        Self::reading(language, &[])
    }

    /// The states of the automaton, with this output on every edge. When there is not one initial
    /// state, a new one has the edges of all.
    fn reading(language: &Nfa, output: &[Piece]) -> Self {
        let mut builder = TransducerBuilder::new();
        for _ in 0..language.states() {
            builder.state();
        }
        for state in 0..language.states() {
            if language.is_accepting(state) {
                builder.accept(state, &[]);
            }
            for edge in language.edges(state) {
                builder.step(state, (edge.low, edge.high), output, edge.target);
            }
        }
        if let [initial] = language.initial() {
            return builder.build(*initial);
        }
        let start = builder.state();
        for state in language.initial() {
            if language.is_accepting(*state) {
                builder.accept(start, &[]);
            }
            for edge in language.edges(*state) {
                builder.step(start, (edge.low, edge.high), output, edge.target);
            }
        }
        builder.build(start)
    }

    /// The same outputs, for inputs in a language only. Returns `None` if that needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn restrict_input(&self, language: &Nfa, cap: usize, budget: &Budget) -> CappedMachine {
        Self::copying(language).then(self, cap, budget)
    }
}
