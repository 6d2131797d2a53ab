//! The caps of recursive functions.

tress_base::caps! {
    /// Rounds for a query.
    pub(super) ROUNDS = 200, "recursion.rounds";
    /// Steps for a round; the shares of rounds grow up to here.
    pub(super) ROUND_STEPS = 64_000_000, "recursion.round-steps";
    /// Steps for evaluating the formulas under the model of the first round; later rounds have more.
    pub(super) EVALUATION_STEPS = 200_000, "recursion.evaluation-steps";
    /// Calls that are unfolded before the first round.
    pub(super) FIRST_CALLS = 48, "recursion.first-calls";
    /// Calls that are unfolded between two rounds beyond those that a conflict names.
    pub(super) MORE_CALLS = 96, "recursion.more-calls";
    /// Levels of calls that are unfolded between two rounds.
    pub(super) LEVELS = 64, "recursion.levels";
    /// Steps for a query in which recognised functions are replaced.
    pub(super) REPLACED_STEPS = 1_500_000, "recursion.replaced-steps";
    /// Steps for the same query with all functions unfolded.
    pub(super) UNFOLDED_STEPS = 6_000_000, "recursion.unfolded-steps";
    /// Steps for a query with functions that are not recognised, before lemmas are looked for.
    pub(super) UNKNOWN_STEPS = 500_000, "recursion.unknown-steps";
    /// How often formulas are looked at again after definitions were set aside.
    pub(super) DEFINITION_PASSES = 8, "recursion.definition-passes";
    /// How often a term is looked at again that became simpler by the values of calls.
    pub(super) FOLDINGS = 8, "recursion.foldings";
    /// Steps for the value of one call whose arguments are known.
    pub(super) CALL_STEPS = 2_000_000, "recursion.call-steps";
    /// Steps for the closed form of one function.
    pub(super) CLOSED_STEPS = 4_000_000, "recursion.closed-steps";
    /// Steps for one proof about a function.
    pub(super) PROOF_STEPS = 60_000, "recursion.proof-steps";
    /// Steps for one proof that a function is equivalent to an operator.
    pub(super) EQUIVALENCE_STEPS = 1_200_000, "recursion.equivalence-steps";
    /// Steps for the value of a function for one character.
    pub(super) CHARACTER_STEPS = 2_000, "recursion.character-steps";
    /// Characters for which a function has a value of their own.
    pub(super) OWN_CHARACTERS = 80, "recursion.own-characters";
    /// Steps for the lemmas of functions that call each other.
    pub(super) LEMMA_STEPS = 4_000_000, "recursion.lemma-steps";
    /// Functions that call each other, for lemmas about them.
    pub(super) GROUP = 3, "recursion.group";
    /// How often lemmas that failed are left out and the others are tried again.
    pub(super) LEMMA_ROUNDS = 24, "recursion.lemma-rounds";
    /// Steps for the value of a function for small arguments.
    pub(super) SAMPLE_STEPS = 4_000, "recursion.sample-steps";
    /// Characters of a function's body of which its arguments are made; one that does not occur comes with
    /// them.
    pub(super) SAMPLE_CHARACTERS = 2, "recursion.sample-characters";
    /// Arguments for which the values of a function are looked at.
    pub(super) SAMPLES = 900, "recursion.samples";
    /// Symbols of a query for which small values are tried.
    pub(super) SMALL_SYMBOLS = 4, "small-values.symbols";
    /// Combinations of small values that are tried.
    pub(super) SMALL_COMBINATIONS = 1_500, "small-values.combinations";
    /// Steps for all combinations of small values.
    pub(super) SMALL_STEPS = 250_000, "small-values.steps";
    /// Steps for one combination of small values.
    pub(super) SMALL_STEPS_EACH = 4_000, "small-values.steps-each";
    /// Characters of a string constant that is tried as a small value.
    pub(super) SMALL_LENGTH = 64, "small-values.length";
    /// Characters of the query that small string values are made of.
    pub(super) SMALL_CHARACTERS = 3, "small-values.characters";
}
