//! How far functions of strings are written out.

tress_base::caps! {
    /// Steps for writing down one pre-image: about one for each character.
    pub(super) PREIMAGE_STEPS = 10_000, "functions.preimage-steps";
    /// Steps for a question about the language of a pattern.
    pub(super) PATTERN_STEPS = 100_000, "functions.pattern-steps";
}
