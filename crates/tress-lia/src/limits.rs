//! The caps of methods besides the simplex and branching, which take over where these leave off.

tress_base::caps! {
    /// Bits of the coefficients of an equation that is solved in whole numbers.
    pub(crate) EQUATION_BITS = 4096, "lia.equation-bits";
    /// Parameters of the solutions of equations that get rows.
    pub(crate) PARAMETERS = 64, "lia.parameters";
    /// Bits of the coefficients of such a parameter.
    pub(crate) PARAMETER_BITS = 128, "lia.parameter-bits";
    /// Steps of one cube test.
    pub(crate) CUBE_STEPS = 4_000, "lia.cube-steps";
    /// Cuts that are made in one round.
    pub(crate) CUTS = 4, "lia.cuts";
    /// Variables of a cut.
    pub(crate) CUT_TERMS = 30, "lia.cut-terms";
    /// Bits of the coefficients of a cut.
    pub(crate) CUT_BITS = 24, "lia.cut-bits";
    /// Variables of a row that is repaired by moving one of them.
    pub(crate) REPAIRED_ROW = 64, "lia.repaired-row";
    /// Passes over violated differences before the simplex takes over.
    pub(crate) DIFFERENCE_PASSES = 40, "lia.difference-passes";
}
