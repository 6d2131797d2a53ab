//! The caps of modules that are one file.

tress_base::caps! {
    /// Characters of a word that is written out.
    pub(crate) WORD_CHARACTERS = 1 << 28, "words.characters";
    /// Runs of equal characters of a word that is put together.
    pub(crate) WORD_RUNS = 1 << 25, "words.runs";
    /// Steps of the bisimulation, before inclusion is asked in both directions.
    pub(crate) BISIMULATION_STEPS = 200_000, "equivalence.bisimulation-steps";
    /// Steps of each question about what a window of lengths leaves out.
    pub(crate) WINDOW_STEPS = 1_000_000, "window.steps";
    /// Steps of a walk through concatenations whose lengths are computed.
    pub(crate) CONCATENATION_WALK = 20_000, "concatenation.walk";
    /// Lengths of such a walk before its period must show.
    pub(crate) CONCATENATION_LENGTHS = 20_000, "concatenation.lengths";
}
