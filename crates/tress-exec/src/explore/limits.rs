//! How far an exploration goes, besides the bounds in [`Options`](super::Options).

tress_base::caps! {
    /// Elements of an unknown array.
    pub(super) ARRAY_ELEMENTS = 3, "exec.array-elements";
    /// Random runs of one method.
    pub(super) RANDOM_RUNS = 200_000, "exec.random-runs";
    /// Instructions of a random run.
    pub(super) RANDOM_STEPS = 300_000, "exec.random-steps";
    /// Random runs that reach a feature that is not modelled. Beyond that there are no more runs if these are
    /// more than half.
    pub(super) UNSUPPORTED_RUNS = 200, "exec.unsupported-runs";
    /// Nesting of collections in a value that is shown.
    pub(super) SHOWN_DEPTH = 8, "exec.shown-depth";
    /// Elements of a collection that is shown.
    pub(super) SHOWN_ELEMENTS = 200, "exec.shown-elements";
}
