//! How far the theory of strings goes, outside of its modules.

tress_base::caps! {
    /// Numerals that are compared in pairs.
    pub(super) NUMERALS = 64, "strings.numerals";
    /// Digits of a constant at the end of a concatenation of which the arithmetic knows the number.
    pub(super) SUFFIX_DIGITS = 18, "strings.suffix-digits";
    /// Characters in the outputs of a transducer that is made.
    pub(super) OUTPUT_CHARACTERS = 10_000_000, "strings.output-characters";
}
