//! The caps of the engines of fixed lengths.

tress_base::caps! {
    /// Characters of a string, if nothing else bounds lengths. Automata recurse along strings.
    pub(super) LENGTH = 256, "fixed.length";
    /// Failures of the search for strings before a guess is left undecided.
    pub(super) FAILURES = 400, "fixed.failures";
}
