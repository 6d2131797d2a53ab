//! Work under caps: their values for a budget, and hits that it counts.

use crate::budget::{Budget, Stop};
use crate::cap::Cap;

impl Cap {
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
            budget.hit(self.name());
        }
        exceeded
    }

    /// Allows at most this amount.
    ///
    /// # Errors
    /// [`Stop::GaveUp`] if the amount is more than the cap allows.
    #[inline]
    pub fn check(&self, amount: usize, budget: &Budget) -> Result<(), Stop> {
        if self.is_exceeded(amount, budget) { Err(Stop::GaveUp(self.name())) } else { Ok(()) }
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
            budget.hit(self.name());
        }
        result
    }

    /// Counts a hit and returns the reason to stop.
    #[must_use]
    pub fn give_up(&self, budget: &Budget) -> Stop {
        budget.give_up(self.name())
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
            budget.hit(self.name());
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cap::CapSettings;

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
