//! The caps of solving systems of constraints.

tress_base::caps! {
    /// Steps of minimizing an automaton, besides those for each of its states and edges. It is reduced else.
    pub(super) MINIMIZE_STEPS = 20_000, "maximal.minimize-steps";
}
