//! The caps of work on terms.

tress_base::caps! {
    /// Monomials into which a product of sums is expanded.
    pub(super) MONOMIALS = 16, "polynomial.monomials";
    /// Factors of one monomial.
    pub(super) FACTORS = 16, "polynomial.factors";
}
