//! How far the interpreter goes.

tress_base::caps! {
    /// Elements of arrays and characters of strings that a path makes: some hundred megabytes.
    pub(super) PATH_ELEMENTS = 4 << 20, "exec.path-elements";
    /// Positions of an array that a load chooses from without a branch. Beyond that each position is a path.
    pub(super) LOADED_POSITIONS = 256, "exec.loaded-positions";
    /// Positions of an array that a store changes without a branch. Beyond that each position is a path.
    pub(super) STORED_POSITIONS = 64, "exec.stored-positions";
    /// Unknown lengths of a new array that are tried, each on a path of its own.
    pub(super) ARRAY_LENGTHS = 64, "exec.array-lengths";
    /// Instructions of a round of a loop that is tried with one character.
    pub(super) ROUND_STEPS = 2_000, "exec.round-steps";
    /// Bits of the smaller one of two unknown numbers that are combined bit by bit without a branch.
    pub(super) COMBINED_BITS = 16, "exec.combined-bits";
}
