//! The caps of the analysis of slow patterns.

tress_base::caps! {
    /// Steps of finding the language of a pattern.
    pub(super) LANGUAGE_STEPS = 1_500_000, "redos.language-steps";
    /// Steps of finding the ambiguous loops of a graph.
    pub(super) GRAPH_STEPS = 6_000_000, "redos.graph-steps";
    /// Chains of loops that are tried.
    pub(super) CHAINS = 40, "redos.chains";
    /// Sets of characters that loops are asked to do without.
    pub(super) EXCLUSIONS = 24, "redos.exclusions";
    /// Steps of trying one word.
    pub(super) WORD_STEPS = 3_000_000, "redos.word-steps";
    /// Steps of trying all words of a row of optional parts.
    pub(super) ROW_STEPS = 20_000_000, "redos.row-steps";
    /// Optional parts of a row that is tried.
    pub(super) ROW_PARTS = 200, "redos.row-parts";
    /// Instructions of a program.
    pub(super) INSTRUCTIONS = 12_000, "redos.instructions";
    /// Nesting of loops in a program.
    pub(super) PROGRAM_DEPTH = 60, "redos.program-depth";
    /// Steps of each question to the language about what follows a candidate.
    pub(super) SUFFIX_STEPS = 60_000, "redos.suffix-steps";
    /// Rests of words that are tried for one candidate.
    pub(super) SUFFIXES = 14, "redos.suffixes";
    /// Steps of making the part of a graph that leads to failure.
    pub(super) FAILING_STEPS = 2_000_000, "redos.failing-steps";
    /// States of the part of a graph that leads to failure.
    pub(super) FAILING_STATES = 4_000, "redos.failing-states";
    /// Rounds of a loop that are put in front of another one.
    pub(super) FIXED_ROUNDS = 64, "redos.fixed-rounds";
    /// Pairs of contexts of a graph that knows what looks see.
    pub(super) CONTEXTS = 150, "redos.contexts";
    /// States of a graph.
    pub(super) GRAPH_STATES = 3_000, "redos.graph-states";
    /// Conditions and addresses that are visited on the way from one character to the next.
    pub(super) VISITS = 20_000, "redos.visits";
}
