//! When to restart, and the two modes of the search.
//!
//! Enters: the glue of each learned clause. Leaves: whether to restart now.
//!
//! The search alternates between a focused mode, which restarts as soon as recent clauses are
//! worse than the average (Audemard and Simon 2012, with moving averages as Biere and Fröhlich
//! 2015), and a stable mode with rare restarts in the Luby sequence. Unsatisfiable problems profit
//! from the first, satisfiable ones from the second (Oh 2015). Modes change after a growing number
//! of steps, never by the clock.

/// Conflicts in one unit of the Luby sequence.
const LUBY_UNIT: u64 = 512;
/// Conflicts of the first focused phase.
const FIRST_PHASE_CONFLICTS: u64 = 1000;
/// A restart is due when recent glue exceeds the average by this factor.
const MARGIN: f64 = 1.1;
/// Conflicts that must lie between two restarts in focused mode.
const SHORTEST_RUN: u64 = 3;

/// An exponential moving average that starts at the true average (as in Adam's bias correction).
#[derive(Clone, Copy, Debug)]
struct Average {
    value: f64,
    weight: f64,
    target: f64,
}

impl Average {
    fn new(target: f64) -> Self {
        Self { value: 0.0, weight: 1.0, target }
    }

    fn update(&mut self, sample: f64) {
        self.value += self.weight * (sample - self.value);
        self.weight = (self.weight / (1.0 + self.weight)).max(self.target);
    }
}

/// The state of restarts and modes.
#[derive(Debug)]
pub(crate) struct Restarts {
    fast: Average,
    slow: Average,
    stable: bool,
    conflicts: u64,
    last_restart: u64,
    luby_index: u64,
    phases: u64,
    phase_end: PhaseEnd,
    phase_steps: u64,
    phase_started: u64,
}

#[derive(Clone, Copy, Debug)]
enum PhaseEnd {
    Conflicts(u64),
    Steps(u64),
}

impl Restarts {
    pub(crate) fn new() -> Self {
        Self {
            fast: Average::new(0.03),
            slow: Average::new(1e-5),
            stable: false,
            conflicts: 0,
            last_restart: 0,
            luby_index: 1,
            phases: 0,
            phase_end: PhaseEnd::Conflicts(FIRST_PHASE_CONFLICTS),
            phase_steps: 0,
            phase_started: 0,
        }
    }

    /// Is the search in its stable mode?
    pub(crate) fn is_stable(&self) -> bool {
        self.stable
    }

    /// A clause was learned.
    pub(crate) fn learned(&mut self, glue: u32) {
        self.conflicts += 1;
        self.fast.update(f64::from(glue));
        self.slow.update(f64::from(glue));
    }

    /// Is a restart due? When it is, the caller restarts.
    pub(crate) fn is_due(&mut self) -> bool {
        let run = self.conflicts - self.last_restart;
        let due = if self.stable {
            run >= LUBY_UNIT * luby(self.luby_index)
        } else {
            run >= SHORTEST_RUN && self.fast.value > MARGIN * self.slow.value
        };
        if due {
            self.last_restart = self.conflicts;
            self.luby_index += u64::from(self.stable);
        }
        due
    }

    /// Changes the mode when its time is over; `steps` counts the work done so far.
    pub(crate) fn switch_mode(&mut self, steps: u64) -> bool {
        let over = match self.phase_end {
            PhaseEnd::Conflicts(limit) => self.conflicts >= limit,
            PhaseEnd::Steps(limit) => steps >= limit,
        };
        if !over {
            return false;
        }
        if self.phases == 0 {
            self.phase_steps = (steps - self.phase_started).max(1);
        }
        self.stable = !self.stable;
        self.phases += 1;
        let round = self.phases / 2 + 1;
        self.phase_end = PhaseEnd::Steps(steps + self.phase_steps.saturating_mul(round * round));
        self.phase_started = steps;
        self.last_restart = self.conflicts;
        true
    }
}

/// The Luby sequence 1, 1, 2, 1, 1, 2, 4, ... from index 1 (Luby, Sinclair and Zuckerman 1993).
fn luby(mut index: u64) -> u64 {
    loop {
        let bits = 64 - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence_begins_as_it_should() {
        let start: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn an_average_starts_at_the_mean() {
        let mut average = Average::new(1e-5);
        for sample in 1..=100 {
            average.update(f64::from(sample));
        }
        assert!((average.value - 50.5).abs() < 1e-9);
    }

    #[test]
    fn worse_clauses_bring_a_restart_and_modes_alternate() {
        let mut restarts = Restarts::new();
        (0..500).for_each(|_| restarts.learned(2));
        assert!(!restarts.is_due());
        (0..50).for_each(|_| restarts.learned(20));
        assert!(restarts.is_due());
        assert!(!restarts.is_due());
        (0..500).for_each(|_| restarts.learned(2));
        assert!(restarts.switch_mode(10_000) && restarts.is_stable());
        assert!(!restarts.switch_mode(19_999));
        assert!(restarts.switch_mode(20_000) && !restarts.is_stable());
    }
}
