//! How far the models of the library go.

tress_base::caps! {
    /// Pieces of a long string that are known after a split. Nothing is known of those that follow.
    pub(super) SPLIT_PIECES = 16, "exec.split-pieces";
    /// Characters of a string that is split into all its pieces.
    pub(super) SPLIT_CHARACTERS = 100, "exec.split-characters";
    /// Values of an unknown index that are distinguished, each on its own path, before characters are copied
    /// to an array.
    pub(super) COPY_OFFSETS = 1_000, "exec.copy-offsets";
    /// Values of an unknown number that are distinguished before its digits are computed.
    pub(super) DIGIT_VALUES = 32, "exec.digit-values";
    /// Width and precision of a conversion in a format.
    pub(super) FORMAT_WIDTH = 10_000, "exec.format-width";
    /// Capacity of a new builder that fits into the memory of every JVM.
    pub(super) BUILDER_CAPACITY = 1 << 20, "exec.builder-capacity";
    /// Copies in a repetition of a pattern whose match is split into parts.
    pub(super) PATTERN_COPIES = 200, "exec.pattern-copies";
}
