//! The caps of the engine `position-constraints`.

tress_base::caps! {
    /// States of an automaton; a language that needs more is left out.
    pub(super) STATES = 400, "position-constraints.states";
    /// Entries of the table from which one string is read: characters times states.
    pub(super) ENTRIES = 20_000_000, "position-constraints.entries";
}
