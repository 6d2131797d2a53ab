//! The caps of the engine `parray`.

tress_base::caps! {
    /// Solutions of the facts before there is no answer.
    pub(super) ROUNDS = 2_000, "parray.rounds";
    /// Choices of strings that are tried without arrays.
    pub(super) TRIES = 60, "parray.tries";
    /// States of an automaton that is refined.
    pub(super) DOMAIN_STATES = 250, "parray.domain-states";
    /// Characters of a string constant that gets an automaton.
    pub(super) DOMAIN_CHARACTERS = 120, "parray.domain-characters";
    /// Rounds in which all relations refine the languages.
    pub(super) REFINEMENT_ROUNDS = 12, "parray.refinement-rounds";
    /// Strings of a graph that is closed.
    pub(super) STRINGS = 120, "parray.strings";
    /// States of a refined language that replaces the memberships it comes from.
    pub(super) CONVERTED_STATES = 60, "parray.converted-states";
    /// States of an automaton; memberships that need more are left to the evaluator.
    pub(super) STATES = 400, "parray.states";
    /// Paths of an automaton that are stated one by one.
    pub(super) PATHS = 24, "parray.paths";
    /// Pieces of a path that is stated.
    pub(super) PATH_PIECES = 200, "parray.path-pieces";
    /// Instances of algorithm 1.
    pub(super) FIRST_INSTANCES = 48, "parray.first-instances";
    /// Indices of one value that are put in for one position.
    pub(super) SAME_VALUE_INDICES = 3, "parray.same-value-indices";
    /// Failing positions of one constraint that are instantiated at once.
    pub(super) FAILING_POSITIONS = 16, "parray.failing-positions";
    /// Positions of one constraint that are evaluated.
    pub(super) POSITIONS = 200_000, "parray.positions";
    /// Steps of a run that are instantiated at once.
    pub(super) RUN_STEPS = 96, "parray.run-steps";
    /// Characters of a string of a model.
    pub(super) CHARACTERS = 200_000, "parray.characters";
    /// Characters of all strings of a model together that are written into arrays; what is longer keeps its
    /// known entries.
    pub(super) SPREAD_CHARACTERS = 1_000_000, "parray.spread-characters";
    /// States of the automaton from which a string of a model is completed.
    pub(super) COMPLETION_STATES = 2_000, "parray.completion-states";
    /// Characters of a string constant that are facts.
    pub(super) CONSTANT_CHARACTERS = 100_000, "parray.constant-characters";
    /// Characters that are compared one by one; more of them are a quantified constraint.
    pub(super) ONE_BY_ONE = 5_000, "parray.one-by-one";
}
