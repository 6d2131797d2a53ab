//! The caps of writing languages as patterns.

tress_base::caps! {
    /// Characters of a pattern that is written.
    pub(crate) PRINTED_CHARACTERS = 4_000_000, "print.characters";
    /// States of a deterministic automaton that is written as a pattern.
    pub(crate) PRINTED_STATES = 400, "print.states";
}
