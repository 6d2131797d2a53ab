//! The caps of the engine `bounded`: how large circuits are.

tress_base::caps! {
    /// Steps of one circuit.
    pub(super) CIRCUIT_STEPS = 6_000_000, "bounded.circuit-steps";
    /// Steps for making the strings of a model shorter.
    pub(super) SHORTEN_STEPS = 60_000, "bounded.shorten-steps";
    /// Characters of a string that is unrolled.
    pub(super) CHARACTERS = 600, "bounded.characters";
    /// Bits of a number that is computed.
    pub(super) BITS = 600, "bounded.bits";
    /// States of an automaton at one position.
    pub(super) STATES = 400, "bounded.states";
    /// Rounds in which intervals are propagated. A few are enough for most, and some would go on for ever.
    pub(super) INTERVAL_ROUNDS = 12, "bounded.interval-rounds";
    /// Characters of all strings together, none of which is cut, for replacing all occurrences one by one.
    pub(super) REPLACED_CHARACTERS = 16, "bounded.replaced-characters";
    /// Characters of all short strings together for replacing all occurrences one by one.
    pub(super) REPLACED_SHORT_CHARACTERS = 32, "bounded.replaced-short-characters";
    /// Characters of a short string.
    pub(super) SHORT_CHARACTERS = 8, "bounded.short-characters";
}
