//! The caps of preprocessing.

tress_base::caps! {
    /// Rounds over all passes. Each takes time in proportion to the problem; few problems need more than
    /// three.
    pub(super) ROUNDS = 24, "preprocess.rounds";
    /// Independent parts of a problem; those beyond share one.
    pub(super) PARTS = 24, "preprocess.parts";
    /// Parts of the flat form of a definition that is put in where its symbol occurs more than once: they are
    /// copied.
    pub(super) DEFINITION_PARTS = 64, "preprocess.definition-parts";
    /// Distinct subterms of a definition that is put in among the neighbours of its equation only.
    pub(super) LOCAL_PARTS = 24, "preprocess.local-parts";
    /// Conjunctions inside of each other; those that nest deeper count as parts of those around them.
    pub(super) NESTED = 200, "preprocess.nested-conjunctions";
    /// Languages of one string that are compared with others.
    pub(super) LANGUAGES = 4, "preprocess.languages";
    /// Ranges of characters of a language that become comparisons.
    pub(super) RANGES = 8, "preprocess.ranges";
    /// How often what is known of a character is passed on to those it is compared with.
    pub(super) LINKS = 32, "preprocess.links";
    /// Characters of a string constant at which a symbol is cut.
    pub(super) CUT_CHARACTERS = 64, "preprocess.cut-characters";
}
