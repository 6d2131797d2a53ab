//! Clauses and search.
