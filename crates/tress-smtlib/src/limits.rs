//! The caps of reading.

use tress_base::{Budget, Cap};

tress_base::caps! {
    /// Steps of the translation of one pattern of another dialect.
    pub(crate) PATTERN_STEPS = 20_000_000, "smtlib.pattern-steps";
    /// Parts and character ranges of the regular expression that such a pattern becomes.
    pub(crate) PATTERN_PARTS = 1 << 22, "smtlib.pattern-parts";
    /// Parts of a sort whose definitions are expanded.
    // Definitions that double at each level would grow without bound.
    pub(crate) SORT_PARTS = 10_000, "smtlib.sort-parts";
    /// Instances of datatypes that one sort needs besides its own.
    // A datatype that contains itself over ever larger sorts has no last instance.
    pub(crate) DATATYPE_INSTANCES = 1_000, "smtlib.datatype-instances";
}

/// The value of a cap for a reader that may have no budget.
pub(crate) fn most(cap: &Cap, budget: Option<&Budget>) -> usize {
    let most = budget.map_or(cap.usual(), |budget| cap.most(budget));
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// Returns true if the amount is more than the cap allows, and counts that as a hit.
pub(crate) fn is_exceeded(cap: &Cap, amount: usize, budget: Option<&Budget>) -> bool {
    match budget {
        Some(budget) => cap.is_exceeded(amount, budget),
        None => amount > most(cap, None),
    }
}
