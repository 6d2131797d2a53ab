//! The caps of quantifiers.

tress_base::caps! {
    /// Queries that ask one another: each is about the quantifiers below those of the one before.
    pub(super) DEPTH = 6, "quantifiers.depth";
    /// Quantifiers that stand one below the other. Deeper nests are not looked at.
    pub(super) NESTED = 12, "quantifiers.nested";
    /// Rounds for a query of the caller.
    pub(super) ROUNDS = 200, "quantifiers.rounds";
    /// Rounds for a query that another query asks.
    pub(super) INNER_ROUNDS = 40, "quantifiers.inner-rounds";
    /// Steps for examining a formula under a model; the shares grow up to here.
    pub(super) EXAMINE_STEPS = 32_000_000, "quantifiers.examine-steps";
    /// Steps for showing that a formula holds under every model.
    pub(super) VALID_STEPS = 50_000, "quantifiers.valid-steps";
    /// Terms for which a body is evaluated in one examination.
    pub(super) EVALUATED = 256, "quantifiers.evaluated";
    /// Instances of one examination by terms for which the body fails under the model.
    pub(super) FAILING = 2, "quantifiers.failing";
    /// Characters of a string value of which parts are sought.
    pub(super) CUT_CHARACTERS = 200, "quantifiers.cut-characters";
    /// Cases of a function value that is written as a term. One with more stays as it is: what holds for
    /// every function holds for this one.
    pub(super) CASES = 64, "quantifiers.cases";
    /// Terms of one sort for instances.
    pub(super) TERMS = 48, "quantifiers.terms";
    /// Terms of one sort to which a little is added.
    pub(super) SUCCESSORS = 8, "quantifiers.successors";
    /// Steps for putting macros in: the terms that replace them can be exponentially larger.
    pub(super) MACRO_STEPS = 1_000_000, "quantifiers.macro-steps";
}
