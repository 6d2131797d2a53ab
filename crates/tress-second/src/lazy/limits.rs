//! The caps of the engine `lazy`.

tress_base::caps! {
    /// Steps of the search that asks whether a conflict needs one of its memberships.
    pub(super) CORE_STEPS = 20_000, "lazy.core-steps";
    /// Characters of a string that is put in for a variable whose language has it alone.
    pub(super) SOLVED_CHARACTERS = 1 << 20, "lazy.solved-characters";
}
