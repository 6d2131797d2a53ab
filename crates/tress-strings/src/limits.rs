//! How far the theory of strings goes, outside of its modules.

tress_base::caps! {
    /// Numerals that are compared in pairs.
    pub(super) NUMERALS = 64, "strings.numerals";
    /// Digits of a constant at the end of a concatenation of which the arithmetic knows the number.
    pub(super) SUFFIX_DIGITS = 18, "strings.suffix-digits";
    /// Characters of a string that is taken apart for the value of a Skolem symbol.
    pub(super) SKOLEM_CHARACTERS = 2_000, "skolem.characters";
    /// Characters of a string in which matches are looked for by trying all of its parts.
    pub(super) SKOLEM_SEARCHED = 40, "skolem.searched-characters";
    /// Steps for the value of one term.
    pub(super) SKOLEM_STEPS = 100_000, "skolem.steps";
    /// Pairs of numbers that are tried where a lattice leaves a choice.
    pub(super) SKOLEM_CHOICES = 10_000, "skolem.choices";
    /// Characters in the outputs of a transducer that is made.
    pub(super) OUTPUT_CHARACTERS = 10_000_000, "strings.output-characters";
}
