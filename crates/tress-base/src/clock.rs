//! A stop watch, for what waits and what is measured. Work is bounded by a [`Budget`](crate::Budget).

use std::time::{Duration, Instant};

/// The time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Starts a clock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a stop watch bounds no work")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Has this much time passed since the start?
    #[must_use]
    pub fn has_passed(&self, time: Duration) -> bool {
        self.elapsed() >= time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes() {
        let clock = Clock::start();
        assert!(clock.has_passed(Duration::ZERO) && !clock.has_passed(Duration::from_secs(3600)));
        let first = clock.elapsed();
        assert!(clock.elapsed() >= first);
    }
}
