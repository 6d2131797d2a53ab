//! The caps of objectives.

tress_base::caps! {
    /// Bits of a number that grows without a known bound.
    pub(super) BITS = 64, "optimise.bits";
    /// Bits of such a number when it depends on strings.
    pub(super) STRING_BITS = 14, "optimise.string-bits";
    /// Queries about a number that is not whole: halving need not end.
    pub(super) FRACTIONS = 60, "optimise.fractions";
    /// Steps for the arithmetic around one model.
    pub(super) CELL_STEPS = 1_000_000, "optimise.cell-steps";
    /// Queries without an answer.
    pub(super) OPEN = 4, "optimise.open";
}
