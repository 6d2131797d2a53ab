//! The caps of the engine `flat`: how large flat automata are.

tress_base::caps! {
    /// Characters of a segment.
    pub(super) SEGMENT_CHARACTERS = 160, "flat.segment-characters";
    /// Loops of a string.
    pub(super) LOOPS = 3, "flat.loops";
    /// Characters of a loop.
    pub(super) PERIOD = 12, "flat.period";
    /// Characters and other parts of the longest concatenation, written out.
    pub(super) PARTS = 1 << 17, "flat.parts";
    /// States of an automaton that is unrolled.
    pub(super) STATES = 400, "flat.states";
    /// Rounds of a loop of different characters in a string that is written out.
    pub(super) LOOP_ROUNDS = 1 << 20, "flat.loop-rounds";
    /// Steps for deciding the weaker problem.
    pub(super) WEAKER_STEPS = 100_000, "flat.weaker-steps";
    /// Digits of numbers that the weaker problem compares with lengths.
    pub(super) DIGITS = 40, "flat.digits";
}
