//! The caps of evaluation.
//!
//! The longest string value is no cap but a property of the type, see [`crate::term::Word::MAX_LENGTH`].

tress_base::caps! {
    /// Steps of one evaluation in which functions are called that have a definition.
    pub(super) CALL_STEPS = 6_000_000, "eval.call-steps";
    /// Calls that wait for one another.
    pub(super) CALL_DEPTH = 400_000, "eval.call-depth";
    /// Binary digits of a computed integer.
    // More than a million decimal digits: writing them takes part of a second.
    pub(super) INTEGER_BITS = 1 << 22, "eval.integer-bits";
    /// Binary digits of the numerators and denominators that an operation on reals combines.
    // Far fewer than for integers, since reducing a fraction takes quadratic time.
    pub(super) FRACTION_BITS = 1 << 18, "eval.fraction-bits";
    /// Values that an array or a sequence is made of, nested ones included.
    // Larger values could not be printed.
    pub(super) VALUE_PARTS = 1 << 26, "eval.value-parts";
}
