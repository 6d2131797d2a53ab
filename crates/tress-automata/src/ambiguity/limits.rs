//! The caps of looking for ambiguous loops.

tress_base::caps! {
    /// Triples of states that are visited for one pair of components.
    pub(super) TRIPLES = 400_000, "ambiguity.triples";
    /// Loops that are reported for one component.
    pub(super) REPORTED_LOOPS = 4, "ambiguity.reported-loops";
}
