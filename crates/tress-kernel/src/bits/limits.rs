//! How far bit-vectors go.

tress_base::caps! {
    /// Gates of one search. More are more than memory should hold.
    pub(super) GATES = 1 << 23, "bits.gates";
}
