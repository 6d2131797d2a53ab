//! The caps of translating patterns with looks and atomic groups.

tress_base::caps! {
    /// Sequences of one node.
    pub(super) SEQUENCES = 64, "translate.sequences";
    /// Items of all sequences of one node.
    pub(super) SEQUENCE_ITEMS = 2_000, "translate.sequence-items";
    /// Steps of asking whether a word of an atomic group begins another one.
    pub(super) PREFIX_STEPS = 50_000, "translate.prefix-steps";
    /// States of the product of a pattern and its looks.
    pub(super) PRODUCT_STATES = 20_000, "translate.product-states";
    /// States of the deterministic automaton that is written as an expression.
    pub(super) DETERMINISTIC_STATES = 600, "translate.deterministic-states";
    /// States of all fragments of a pattern.
    pub(super) FRAGMENT_STATES = 4_000, "translate.fragment-states";
    /// Pairs of what is known before and after a position.
    pub(super) CONTEXT_PAIRS = 4_000, "translate.context-pairs";
    /// Weight that eliminating states may add to the store of expressions.
    pub(super) ELIMINATION_WEIGHT = 3_000_000, "translate.elimination-weight";
}
