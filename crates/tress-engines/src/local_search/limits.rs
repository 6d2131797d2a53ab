//! The caps of the engine `local-search`.

tress_base::caps! {
    /// Values that are tried for one symbol.
    pub(super) VALUES = 400, "local-search.values";
    /// Strings that are tried for a symbol that functions read.
    pub(super) READ_VALUES = 1_000, "local-search.read-values";
    /// Symbols that are computed by equations.
    pub(super) DEFINITIONS = 32, "local-search.definitions";
    /// Characters of which strings are made for functions to read.
    pub(super) CHARACTERS = 40, "local-search.characters";
}
