//! The caps of sequences.

tress_base::caps! {
    /// Pairs of elements that are compared one by one; beyond, functions compare them.
    pub(super) PAIRS = 6_000, "sequences.pairs";
    /// Sorts of sequences that a sort is made of.
    pub(super) SORTS = 8, "sequences.sorts";
    /// Terms that read elements of one sort, each with a symbol of its own; beyond, a function reads.
    pub(super) READS = 64, "sequences.reads";
    /// Applications of one function of sequences that are compared pair by pair.
    pub(super) APPLICATIONS = 64, "sequences.applications";
}
