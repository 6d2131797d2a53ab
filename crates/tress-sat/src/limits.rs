//! The caps of the search.

tress_base::caps! {
    /// Words of memory that all clauses take. Beyond the usual value a clause has no name.
    pub(crate) CLAUSE_WORDS = 1 << 30, "sat.clause-words";
}
