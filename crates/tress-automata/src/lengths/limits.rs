//! The caps of exact sets of lengths.

tress_base::caps! {
    /// Lengths that are followed before their period must show.
    pub(super) FOLLOWED_LENGTHS = 10_000, "lengths.followed";
    /// States in all sets of such a walk together.
    pub(super) FOLLOWED_STATES = 2_000_000, "lengths.states";
}
