//! How far conclusions are drawn before an assignment is complete.

tress_base::caps! {
    /// Steps for the value of one function.
    pub(super) EVALUATION_STEPS = 20_000, "eager.evaluation-steps";
    /// Characters of a concatenation that are put together.
    pub(super) CHARACTERS = 1 << 10, "eager.characters";
}
