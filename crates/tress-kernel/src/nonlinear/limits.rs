//! How far products go. Every schema could go on forever.

tress_base::caps! {
    /// Solutions that are repaired in one search.
    pub(super) ROUNDS = 3_000, "nonlinear.rounds";
    /// Bits of the denominator of a fraction that is mentioned: longer ones only lead to longer ones.
    pub(super) FRACTION_BITS = 48, "nonlinear.fraction-bits";
    /// Exponents of powers whose roots are compared.
    pub(super) EXPONENT = 64, "nonlinear.exponent";
    /// Roots of one product that are compared with its base.
    pub(super) ROOTS = 300, "nonlinear.roots";
    /// Tangents of the square of one fraction.
    pub(super) TANGENTS = 20, "nonlinear.tangents";
    /// Combinations of residues that are tried for one modulus.
    pub(super) RESIDUES = 5_000, "nonlinear.residues";
    /// The absolute value of a number whose divisors are listed.
    pub(super) DIVIDED = 10_000_000_000, "nonlinear.divided";
    /// Products of a search that are compared in pairs.
    pub(super) PRODUCTS = 60, "nonlinear.products";
    /// Values of a factor for which one product of whole numbers is written out.
    pub(super) INSTANCES = 200, "nonlinear.instances";
    /// The same for products of fractions, of which there is one between any two.
    pub(super) FRACTIONS = 40, "nonlinear.fractions";
    /// Points at which planes touch one product.
    pub(super) POINTS = 24, "nonlinear.points";
}
