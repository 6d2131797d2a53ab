//! The rules by which clauses are accepted, one module for each. The doc comment of each module is its side
//! condition.

pub(crate) mod connective;
pub(crate) mod euf;
pub(crate) mod lang;
pub(crate) mod lia;
pub(crate) mod norm;
pub(crate) mod rup;
pub(crate) mod schema;
pub(crate) mod shift;
pub(crate) mod strip;

#[cfg(test)]
mod tests;
