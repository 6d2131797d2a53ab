//! The caps of the strategy.

tress_base::caps! {
    /// Terms of a problem that is given to bounded circuits.
    pub(super) BOUNDED_TERMS = 8_000, "strategy.bounded-terms";
    /// Terms of a problem that is given to parameterized arrays, which compare all positions of all strings.
    pub(super) ARRAY_TERMS = 400, "strategy.array-terms";
    /// Strings of one problem that are split by their lengths, one inside of the cases of the other.
    pub(super) SPLIT_DEPTH = 4, "affix-split.depth";
    /// Characters of a string that are read at its two ends together, for it to be split by its length.
    pub(super) SPLIT_CHARACTERS = 48, "affix-split.characters";
    /// Steps for one length of a string that is split.
    pub(super) CASE_STEPS = 4_000_000, "affix-split.case-steps";
}
