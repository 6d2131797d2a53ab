//! Limits that are counted, never measured by a clock.
//!
//! Enters: amounts of work. Leaves: a refusal once a step of the certificate costs too much. Every loop that
//! the input can make long spends from here.

/// Why a problem or a step is refused.
pub(crate) type Why = String;

/// A result that may be a refusal.
pub(crate) type Checked<T> = Result<T, Why>;

/// The words of a refusal at a limit.
pub(crate) const TOO_LARGE: &str = "too large";

/// What one step of a certificate may cost.
const STEPS: u64 = 100_000_000;

/// A refusal at a limit.
pub(crate) fn too_large<T>() -> Checked<T> {
    Err(TOO_LARGE.to_owned())
}

/// A refusal with a reason.
pub(crate) fn refuse<T>(why: &str) -> Checked<T> {
    Err(why.to_owned())
}

/// Accepts if the condition holds, refuses with the reason otherwise.
pub(crate) fn require(condition: bool, why: &str) -> Checked<()> {
    if condition { Ok(()) } else { refuse(why) }
}

/// The work that is left for one step.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u64,
}

impl Budget {
    /// The whole amount of one step.
    pub(crate) fn new() -> Self {
        Self { left: STEPS }
    }

    /// Spends an amount; refuses if less is left.
    pub(crate) fn spend(&mut self, amount: usize) -> Checked<()> {
        match self.left.checked_sub(amount as u64 + 1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => too_large(),
        }
    }
}
