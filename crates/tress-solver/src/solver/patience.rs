//! When the search that is kept from check to check is asked, and for how many steps.

/// After this many failures in a row the search rests.
const MOST_FAILURES: u32 = 3;
/// How many checks it rests for, the one that failed included.
const REST: u32 = 32;
/// Its share of steps, as a multiple of those of the last check from scratch.
const FACTOR: u64 = 4;
/// The least share, however short that check was.
const LEAST_STEPS: u64 = 100_000;

/// How long to wait for the kept search.
///
/// Invariant: a search that has rested and fails again rests again at once; only an answer makes its failures
/// good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Patience {
    /// How often in a row the search did not answer.
    failures: u32,
    /// Checks until it is asked again.
    rest: u32,
    /// Steps of the last check from scratch.
    scratch_steps: u64,
}

impl Patience {
    /// Another check begins.
    pub(super) fn begin_check(&mut self) {
        self.rest = self.rest.saturating_sub(1);
    }

    /// May the search be asked in this check?
    pub(super) fn allows(self) -> bool {
        self.rest == 0
    }

    /// The share of steps of the search.
    pub(super) fn steps(self) -> u64 {
        LEAST_STEPS.max(FACTOR.saturating_mul(self.scratch_steps))
    }

    /// The search answered.
    pub(super) fn succeed(&mut self) {
        self.failures = 0;
    }

    /// The search did not answer. Returns true if it rests from now on.
    pub(super) fn fail(&mut self) -> bool {
        self.failures += 1;
        let rests = self.failures >= MOST_FAILURES;
        if rests {
            self.rest = REST;
        }
        rests
    }

    /// A check from scratch took this many steps.
    pub(super) fn measure(&mut self, steps: u64) {
        self.scratch_steps = steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_make_the_search_rest() {
        let mut patience = Patience::default();
        assert!(patience.allows());
        assert!(!patience.fail() && !patience.fail());
        patience.succeed();
        assert!(!patience.fail() && !patience.fail() && patience.fail());
        for _ in 1..REST {
            patience.begin_check();
            assert!(!patience.allows());
        }
        patience.begin_check();
        assert!(patience.allows());
        assert!(patience.fail(), "it rests again after one more failure");
    }

    #[test]
    fn steps_follow_those_of_the_last_check_from_scratch() {
        let mut patience = Patience::default();
        assert_eq!(patience.steps(), LEAST_STEPS);
        patience.measure(1_000_000);
        assert_eq!(patience.steps(), 4_000_000);
        patience.measure(7);
        assert_eq!(patience.steps(), LEAST_STEPS);
    }
}
