//! The caps of the searches for words.

tress_base::caps! {
    /// States of the machine that a loop is led through.
    pub(super) CROSSING_STATES = 1_000, "emptiness.crossing-states";
    /// Steps of leading a loop through a machine.
    pub(super) CROSSING_STEPS = 2_000_000, "emptiness.crossing-steps";
    /// Nesting of expressions that are led through a machine.
    pub(super) CROSSING_DEPTH = 100, "emptiness.crossing-depth";
    /// Steps of comparing one pair of loops.
    pub(super) PAIR_STEPS = 1_000_000, "emptiness.pair-steps";
    /// Steps of comparing two parts of such loops.
    pub(super) PAIR_PART_STEPS = 100_000, "emptiness.pair-part-steps";
    /// Nesting of loops that are compared.
    pub(super) PAIR_DEPTH = 20, "emptiness.pair-depth";
    /// Steps of looking for a long word by structure, besides those for each of its characters.
    pub(super) MEASURED_STEPS = 500_000, "emptiness.measured-steps";
    /// Numbers of rounds that are tried for one loop and one length.
    pub(super) MEASURED_ROUNDS = 64, "emptiness.measured-rounds";
    /// Steps of finding a word of one member of an intersection, and of reading it.
    pub(super) PROPOSAL_STEPS = 3_000_000, "emptiness.proposal-steps";
    /// Differences of which a store remembers whether they are empty.
    pub(super) VERDICTS = 1 << 20, "emptiness.verdicts";
}
