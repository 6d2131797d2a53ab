//! Caps: how far a method goes before it leaves the rest to others.
//!
//! A cap belongs to a method, a limit to the caller. Each engine or module lists its caps in a file
//! `limits.rs` by [`caps!`](crate::caps): a name, a value, and what is counted. The [`Budget`] counts how
//! often a cap is hit, so it can be seen which of them bind. A caller can set another value.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::budget::{Budget, Stop};

/// How far a method goes.
///
/// Invariant: the name is unique in the program: `MODULE.WHAT`, in lower case.
#[derive(Debug, PartialEq, Eq)]
pub struct Cap {
    name: &'static str,
    most: u64,
    what: &'static str,
}

impl Cap {
    /// Creates a cap from its name, its usual value, and what it counts.
    #[must_use]
    pub const fn new(name: &'static str, most: u64, what: &'static str) -> Self {
        Self { name, most, what }
    }

    /// The name under which hits are counted.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The usual value.
    #[must_use]
    pub const fn usual(&self) -> u64 {
        self.most
    }

    /// What is counted, in words.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }

    /// The value that applies to the work of this budget.
    #[inline]
    #[must_use]
    pub fn most(&self, budget: &Budget) -> u64 {
        budget.cap_settings().get(self)
    }

    /// Returns true if the amount is more than the cap allows, and counts that as a hit.
    #[inline]
    #[must_use]
    pub fn is_exceeded(&self, amount: usize, budget: &Budget) -> bool {
        // No amount of anything in memory is beyond 64 bits.
        let exceeded = amount as u64 > self.most(budget);
        if exceeded {
            budget.hit(self.name);
        }
        exceeded
    }

    /// Allows at most this amount.
    ///
    /// # Errors
    /// [`Stop::GaveUp`] if the amount is more than the cap allows.
    #[inline]
    pub fn check(&self, amount: usize, budget: &Budget) -> Result<(), Stop> {
        if self.is_exceeded(amount, budget) { Err(Stop::GaveUp(self.name)) } else { Ok(()) }
    }

    /// The value that applies to the work of this budget, as a size. A caller that cuts there counts the hit
    /// by [`Cap::note_missing`] or [`Budget::hit`].
    #[inline]
    #[must_use]
    pub fn size(&self, budget: &Budget) -> usize {
        usize::try_from(self.most(budget)).unwrap_or(usize::MAX)
    }

    /// Counts a hit if a result is missing because the cap was exceeded.
    #[inline]
    pub fn note_missing<T>(&self, result: Option<T>, budget: &Budget) -> Option<T> {
        if result.is_none() {
            budget.hit(self.name);
        }
        result
    }

    /// Counts a hit and returns the reason to stop.
    #[must_use]
    pub fn give_up(&self, budget: &Budget) -> Stop {
        budget.give_up(self.name)
    }

    /// Runs `work` with a share of as many steps as the cap allows. Returns `None` if the share was used up
    /// first, and counts that as a hit.
    ///
    /// # Errors
    /// When `work` stopped for another reason than the end of its share.
    pub fn share<T>(
        &self,
        budget: &Budget,
        work: impl FnOnce() -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let result = budget.share(self.most(budget), work);
        if matches!(result, Ok(None)) {
            budget.hit(self.name);
        }
        result
    }
}

/// Values of caps that differ from the usual ones.
#[derive(Clone, Debug, Default)]
pub struct CapSettings(Option<Arc<BTreeMap<&'static str, u64>>>);

impl CapSettings {
    /// Sets the value of a cap.
    pub fn set(&mut self, cap: &Cap, most: u64) {
        let settings = self.0.get_or_insert_default();
        Arc::make_mut(settings).insert(cap.name, most);
    }

    /// The value of a cap.
    #[inline]
    #[must_use]
    pub fn get(&self, cap: &Cap) -> u64 {
        match &self.0 {
            None => cap.most,
            Some(settings) => settings.get(cap.name).copied().unwrap_or(cap.most),
        }
    }
}

/// Defines the caps of a module: a static for each, and the table `CAPS` of all of them.
///
/// ```
/// mod limits {
///     tress_base::caps! {
///         /// States of an automaton that is made explicit.
///         pub(super) STATES = 400, "example.states";
///     }
/// }
/// let budget = tress_base::Budget::unlimited();
/// assert!(!limits::STATES.is_exceeded(400, &budget));
/// assert!(limits::STATES.is_exceeded(401, &budget));
/// assert_eq!(budget.caps(), [("example.states", 1)]);
/// assert_eq!(limits::CAPS[0].what(), "States of an automaton that is made explicit.");
/// ```
#[macro_export]
macro_rules! caps {
    ($($(#[doc = $what:literal])+ $visible:vis $name:ident = $most:expr, $text:literal;)*) => {
        $($(#[doc = $what])+ $visible static $name: $crate::Cap =
            $crate::Cap::new($text, $most, $crate::cap_text!($($what)+));)*

        /// The caps of this module.
        pub static CAPS: &[&$crate::Cap] = &[$(&$name,)*];
    };
}

/// The lines of a comment as one text.
#[doc(hidden)]
#[macro_export]
macro_rules! cap_text {
    ($first:literal $($more:literal)*) => {
        concat!($first, $($more,)*).trim_ascii_start()
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    static STATES: Cap = Cap::new("test.states", 10, "States.");
    static STEPS: Cap = Cap::new("test.steps", 5, "Steps.");

    #[test]
    fn a_cap_is_exceeded_beyond_its_value_and_counts_that() {
        let budget = Budget::unlimited();
        assert_eq!(STATES.check(10, &budget), Ok(()));
        assert_eq!(budget.caps(), []);
        assert_eq!(STATES.check(11, &budget), Err(Stop::GaveUp("test.states")));
        assert_eq!(budget.caps(), [("test.states", 1)]);
    }

    #[test]
    fn a_share_that_ends_is_a_hit() {
        let budget = Budget::unlimited();
        assert_eq!(STEPS.share(&budget, || budget.poll()), Ok(Some(())));
        assert_eq!(budget.caps(), []);
        let endless = || -> Result<(), Stop> {
            loop {
                budget.poll()?;
            }
        };
        assert_eq!(STEPS.share(&budget, endless), Ok(None));
        assert_eq!(budget.caps(), [("test.steps", 1)]);
    }

    #[test]
    fn a_caller_sets_another_value() {
        let mut settings = CapSettings::default();
        settings.set(&STATES, 3);
        let budget = Budget::unlimited().with_caps(&settings);
        assert!(STATES.is_exceeded(4, &budget) && !STATES.is_exceeded(3, &budget));
        assert_eq!(STEPS.most(&budget), 5, "others keep their usual value");
    }
}
