//! How far chains of functions are compared.

tress_base::caps! {
    /// States of a composed transducer.
    pub(super) STATES = 2_000, "chains.states";
    /// Steps for composing transducers.
    pub(super) CHAIN_STEPS = 200_000, "chains.chain-steps";
    /// Steps for one question about two chains.
    pub(super) QUESTION_STEPS = 200_000, "chains.question-steps";
    /// Steps for all questions of a search.
    pub(super) ALL_STEPS = 3_000_000, "chains.all-steps";
    /// Words that are tried in one search.
    pub(super) TRIES = 8, "chains.tries";
    /// Pairs of paths from one class that meet and are compared in one check.
    pub(super) PAIRS = 64, "chains.pairs";
    /// Ends of paths that are compared in one check.
    pub(super) ENDS = 12, "chains.ends";
    /// Paths from one class that are followed.
    pub(super) PATHS = 256, "chains.paths";
    /// Words on which functions are compared at once.
    pub(super) SAMPLES = 64, "chains.samples";
}
