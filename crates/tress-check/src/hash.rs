//! Tables with a quick hash. Keys are mostly small numbers that the checker itself has given. Who chooses
//! them so that they collide makes the checker slow, but not wrong.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A table.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
/// A set.
pub(crate) type FastSet<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// The hash of Fowler, Noll and Vo; its upper half is the better one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        self.0 =
            bytes.iter().fold(self.0, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3));
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(32)
    }
}
