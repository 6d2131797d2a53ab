//! A small deterministic source of random numbers, the same on every machine.
//!
//! Enters: a seed. Leaves: numbers. Used for tie breaking in search and for generated tests;
//! nothing secret depends on it.

/// The `SplitMix64` generator (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        let wide = u128::from(self.next_u64()) * bound as u128;
        (wide >> 64) as usize
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        debug_assert!(low <= high, "an empty range has no number");
        let span = high.abs_diff(low);
        let wide = u128::from(self.next_u64()) * (u128::from(span) + 1);
        low.wrapping_add_unsigned((wide >> 64) as u64)
    }

    /// True in `part` of `whole` cases.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// One of `items`.
    ///
    /// # Panics
    /// When `items` is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_reach_both_ends() {
        let mut random = Random::new(1);
        let seen: Vec<i64> = (0..1000).map(|_| random.between(-2, 2)).collect();
        for wanted in -2..=2 {
            assert!(seen.contains(&wanted));
        }
        assert!(seen.iter().all(|n| (-2..=2).contains(n)));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.between(i64::MIN, i64::MIN), i64::MIN);
    }

    #[test]
    fn the_same_seed_gives_the_same_sequence() {
        let (mut a, mut b) = (Random::new(7), Random::new(7));
        assert!((0..100).all(|_| a.next_u64() == b.next_u64()));
    }
}
