//! The caps of operations on automata that make their result smaller. Others get theirs from the caller.

tress_base::caps! {
    /// States of an automaton that is reduced by simulation.
    pub(super) SIMULATION_STATES = 1_000, "nfa.simulation-states";
    /// Steps of minimizing an automaton before it is written as an expression, for each state and edge.
    pub(super) EXPRESSION_STEPS = 2_000, "nfa.expression-steps";
}
