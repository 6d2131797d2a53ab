//! Counters of what happened, by name.

use std::collections::BTreeMap;

/// Counters, printed under `--stats` and `(get-info :all-statistics)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    counters: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Counts `amount` more of `name`.
    pub fn add(&mut self, name: &'static str, amount: u64) {
        *self.counters.entry(name).or_default() += amount;
    }

    /// The counter of that name; 0 when nothing was counted.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.counters.get(name).copied().unwrap_or(0)
    }

    /// All counters, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counters.iter().map(|(name, count)| (*name, *count))
    }
}
