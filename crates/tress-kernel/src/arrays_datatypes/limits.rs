//! How far arrays and datatypes go.

tress_base::caps! {
    /// Indices of an array that is read at all of them.
    pub(super) INDICES = 16, "arrays-datatypes.indices";
    /// Entries of an array constant that is taken apart.
    pub(super) ENTRIES = 2_000, "arrays-datatypes.entries";
    /// Depth of a value of a recursive datatype that is made for a class without one.
    pub(super) DEPTH = 3_000, "arrays-datatypes.depth";
}
