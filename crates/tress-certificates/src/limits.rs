//! How far the writer of certificates goes.

tress_base::caps! {
    /// Rows of a system of inequalities while variables are eliminated.
    pub(crate) ROWS = 2_000, "certificates.rows";
    /// Integers on whose sides a system of inequalities is refuted case by case.
    pub(crate) SPLITS = 60, "certificates.splits";
    /// Instances of schemas that one clause suggests.
    pub(crate) INSTANCES = 600, "certificates.instances";
    /// Searches inside of searches.
    pub(crate) DEPTH = 2, "certificates.depth";
    /// Cases inside of cases.
    pub(crate) CASES = 5, "certificates.cases";
    /// How often strings are taken apart, one inside the other.
    pub(crate) PARTS = 6, "certificates.parts";
    /// States that the checker visits to show that a language is empty, where nothing else shows a clause.
    pub(crate) STATES = 20_000, "certificates.states";
    /// The same before anything else is tried.
    pub(crate) FIRST_STATES = 1_000, "certificates.first-states";
    /// Steps of the search for the whole refutation.
    pub(crate) OUTER_STEPS = 20_000_000, "certificates.outer-steps";
    /// Steps of a first search for one clause.
    pub(crate) FIRST_STEPS = 4_000, "certificates.first-steps";
    /// Steps of a search for one clause.
    pub(crate) INNER_STEPS = 100_000, "certificates.inner-steps";
}
