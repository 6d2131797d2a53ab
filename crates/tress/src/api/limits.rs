//! The caps of the library's own calls.

tress_base::caps! {
    /// Parts and character ranges of the regular expression that a pattern becomes.
    pub(super) PATTERN_PARTS = 1_000_000, "api.pattern-parts";
    /// Parts and character ranges of a language that the next model must differ from.
    pub(super) EXCLUDED_PARTS = 100_000, "api.excluded-parts";
}
