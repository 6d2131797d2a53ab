//! Caps of the questions about regular expressions.

use tress_base::{Budget, Cap};

tress_base::caps! {
    /// States of an automaton that is drawn or counted with.
    pub(super) STATES = 20_000, "regex.states";
    /// States of an automaton that is tried before lengths of words are considered.
    pub(super) SMALL_STATES = 2_000, "regex.small-states";
    /// Steps for an automaton if there is another way.
    pub(super) AUTOMATON_STEPS = 1_000_000, "regex.automaton-steps";
    /// Steps for counting all words of a finite language.
    pub(super) COUNT_STEPS = 50_000_000, "regex.count-steps";
    /// Steps for what an answer can do without.
    pub(super) EXTRA_STEPS = 1_000_000, "regex.extra-steps";
    /// Steps for the answer of a search to a question about whole words.
    pub(super) OTHER_STEPS = 5_000_000, "regex.other-mode-steps";
    /// Lengths that are tried one by one for a sample.
    pub(super) LENGTHS = 64, "regex.sampled-lengths";
    /// Numbers of words kept for uniform samples.
    pub(super) COUNTS = 4_000_000, "regex.counts";
    /// Characters of an output in which the match is looked for.
    pub(super) OUTPUT = 400, "regex.sanitized-output";
}

/// The value of a cap, for functions that count in the size of memory.
pub(super) fn most(cap: &Cap, budget: &Budget) -> usize {
    usize::try_from(cap.most(budget)).unwrap_or(usize::MAX)
}
