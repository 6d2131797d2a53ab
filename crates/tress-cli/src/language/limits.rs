//! Caps of what is shown of a language.

tress_base::caps! {
    /// Steps for the smallest automaton, for an expression, and for the number of all words.
    pub(super) STEPS = 20_000_000, "language.steps";
}
