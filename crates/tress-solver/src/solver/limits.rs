//! The caps of checks.

tress_base::caps! {
    /// Regular expressions that are kept from check to check.
    pub(super) REGEXES = 100_000, "checks.regexes";
    /// Models of earlier checks that are remembered.
    pub(super) MODELS = 4, "checks.models";
    /// Steps for each engine that is asked to confirm an answer.
    pub(super) CONFIRM_STEPS = 1_000_000, "checks.confirm-steps";
}
