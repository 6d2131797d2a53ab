//! Sets of code points.
//!
//! Enters: inclusive ranges in any order. Leaves: canonical range lists, so that equal sets are
//! equal values. Every operation is a merge over ranges; nothing walks through the alphabet,
//! which has 196,608 characters. Binary decision diagrams, hash sets and predicates (Hooimeijer 2012, chapter
//! 3) were measured and left out: see `lab/results/automata.md`.

use std::fmt;

use smallvec::SmallVec;

pub use tress_base::MAX_CHAR;

/// An inclusive range of code points.
pub type CharRange = (u32, u32);

/// A set of code points `0..=MAX_CHAR`.
///
/// Invariant: the ranges are sorted, not empty, disjoint and not adjacent, and end at
/// [`MAX_CHAR`] at the latest. So every set has exactly one form.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CharSet(SmallVec<[CharRange; 2]>);

impl CharSet {
    /// The empty set.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Every code point.
    #[must_use]
    pub fn full() -> Self {
        Self::range(0, MAX_CHAR)
    }

    /// One code point; the empty set when it is outside the alphabet.
    #[must_use]
    pub fn single(c: u32) -> Self {
        Self::range(c, c)
    }

    /// The code points from `low` to `high`; the empty set when `low > high`. What lies outside
    /// the alphabet is cut off.
    #[must_use]
    pub fn range(low: u32, high: u32) -> Self {
        let high = high.min(MAX_CHAR);
        let mut ranges = SmallVec::new();
        if low <= high {
            ranges.push((low, high));
        }
        Self(ranges)
    }

    /// The union of ranges given in any order, overlapping or not.
    #[must_use]
    pub fn from_ranges(ranges: impl IntoIterator<Item = CharRange>) -> Self {
        let mut sorted: SmallVec<[CharRange; 8]> = ranges
            .into_iter()
            .map(|(low, high)| (low, high.min(MAX_CHAR)))
            .filter(|(low, high)| low <= high)
            .collect();
        sorted.sort_unstable();
        let mut set = Self::empty();
        for (low, high) in sorted {
            set.append(low, high);
        }
        set
    }

    /// The set of the given code points.
    #[must_use]
    pub fn from_chars(chars: impl IntoIterator<Item = u32>) -> Self {
        Self::from_ranges(chars.into_iter().map(|c| (c, c)))
    }

    /// Adds a range whose start is not below the start of the last one.
    fn append(&mut self, low: u32, high: u32) {
        match self.0.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => self.0.push((low, high)),
        }
    }

    /// The ranges, in increasing order.
    #[must_use]
    #[inline]
    pub fn ranges(&self) -> &[CharRange] {
        &self.0
    }

    /// Is the set empty?
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is everything in the set?
    #[must_use]
    #[inline]
    pub fn is_full(&self) -> bool {
        self.0.as_slice() == [(0, MAX_CHAR)]
    }

    /// How many code points are in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|(low, high)| high - low + 1).sum()
    }

    /// The only member, when there is exactly one.
    #[must_use]
    pub fn single_member(&self) -> Option<u32> {
        match self.0.as_slice() {
            [(low, high)] if low == high => Some(*low),
            _ => None,
        }
    }

    /// The smallest member.
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        self.0.first().map(|range| range.0)
    }

    /// The member that reads best: from `a` to `z`, from `A` to `Z`, a digit, another printable ASCII
    /// character, or else the smallest member.
    #[must_use]
    pub fn representative(&self) -> Option<u32> {
        const PREFERRED: [CharRange; 4] = [(0x61, 0x7A), (0x41, 0x5A), (0x30, 0x39), (0x20, 0x7E)];
        PREFERRED.iter().find_map(|&(low, high)| self.first_within(low, high)).or_else(|| self.first())
    }

    /// The smallest member between `low` and `high`.
    #[must_use]
    pub(crate) fn first_within(&self, low: u32, high: u32) -> Option<u32> {
        let at = self.0.partition_point(|range| range.1 < low);
        let start = self.0.get(at)?.0.max(low);
        (start <= high).then_some(start)
    }

    /// The member with `index` smaller ones, when there are that many.
    #[must_use]
    pub fn nth(&self, mut index: u32) -> Option<u32> {
        for &(low, high) in &self.0 {
            let size = high - low + 1;
            if index < size {
                return Some(low + index);
            }
            index -= size;
        }
        None
    }

    /// Is `c` a member?
    #[must_use]
    pub fn contains(&self, c: u32) -> bool {
        let at = self.0.partition_point(|range| range.1 < c);
        self.0.get(at).is_some_and(|range| range.0 <= c)
    }

    /// Members of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut result = Self::empty();
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let Some(&(low, high)) = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a <= b => left.next(),
            (Some(_), None) => left.next(),
            _ => right.next(),
        } {
            result.append(low, high);
        }
        result
    }

    /// Members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut result = Self::empty();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                result.append(low, high);
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        result
    }

    /// Code points that are no members.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut result = Self::empty();
        let mut next = 0;
        for &(low, high) in &self.0 {
            if next < low {
                result.append(next, low - 1);
            }
            next = high + 1;
        }
        if next <= MAX_CHAR {
            result.append(next, MAX_CHAR);
        }
        result
    }

    /// Members of this set that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.intersection(&other.complement())
    }

    /// Is every member also in `other`?
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|&(low, high)| {
            let at = other.0.partition_point(|range| range.1 < low);
            other.0.get(at).is_some_and(|range| range.0 <= low && high <= range.1)
        })
    }

    /// Do the sets share a member?
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !self.intersection(other).is_empty()
    }
}

impl fmt::Debug for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for &(low, high) in &self.0 {
            write!(f, "{low:x}-{high:x} ")?;
        }
        f.write_str("]")
    }
}

/// The cells into which `sets` cut the alphabet: two code points are in one cell exactly when
/// the same sets contain them. With each cell come the indices of the sets that contain it.
/// The cells are disjoint, not empty, cover the alphabet, and stand in the order of their
/// smallest members.
#[must_use]
pub fn minterms(sets: &[CharSet]) -> Vec<(CharSet, Vec<u32>)> {
    let mut events: Vec<(u32, bool, u32)> = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        for &(low, high) in set.ranges() {
            events.push((low, true, index as u32));
            events.push((high + 1, false, index as u32));
        }
    }
    events.sort_unstable();
    let mut cells: Vec<(CharSet, Vec<u32>)> = Vec::new();
    let mut known: rustc_hash::FxHashMap<Vec<u32>, usize> = rustc_hash::FxHashMap::default();
    let mut inside: std::collections::BTreeSet<u32> = std::collections::BTreeSet::new();
    let mut start = 0;
    let mut at = 0;
    while start <= MAX_CHAR {
        while at < events.len() && events[at].0 <= start {
            let (_, enters, index) = events[at];
            if enters {
                inside.insert(index);
            } else {
                inside.remove(&index);
            }
            at += 1;
        }
        let end = events.get(at).map_or(MAX_CHAR, |event| (event.0 - 1).min(MAX_CHAR));
        let members: Vec<u32> = inside.iter().copied().collect();
        let cell = *known.entry(members).or_insert_with_key(|members| {
            cells.push((CharSet::empty(), members.clone()));
            cells.len() - 1
        });
        cells[cell].0.append(start, end);
        start = end + 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    /// A random set whose ranges lie close together, so that they often touch.
    fn random_set(random: &mut Random) -> CharSet {
        let offset = if random.chance(1, 4) { MAX_CHAR - 15 } else { 0 };
        let count = random.below(4);
        CharSet::from_ranges((0..count).map(|_| {
            let low = offset + random.below(16) as u32;
            (low, low + random.below(5) as u32)
        }))
    }

    fn probes() -> impl Iterator<Item = u32> {
        (0..24).chain(MAX_CHAR - 20..=MAX_CHAR)
    }

    fn is_canonical(set: &CharSet) -> bool {
        set.ranges().iter().all(|range| range.0 <= range.1 && range.1 <= MAX_CHAR)
            && set.ranges().windows(2).all(|pair| pair[0].1 + 1 < pair[1].0)
    }

    #[test]
    fn operations_agree_with_single_characters() {
        let mut random = Random::new(11);
        for _ in 0..3000 {
            let (a, b) = (random_set(&mut random), random_set(&mut random));
            let results = [a.union(&b), a.intersection(&b), a.difference(&b), a.complement()];
            assert!(results.iter().all(is_canonical));
            for c in probes() {
                let (x, y) = (a.contains(c), b.contains(c));
                assert_eq!(results[0].contains(c), x || y);
                assert_eq!(results[1].contains(c), x && y);
                assert_eq!(results[2].contains(c), x && !y);
                assert_eq!(results[3].contains(c), !x);
            }
            assert_eq!(a.len() as usize, probes().filter(|&c| a.contains(c)).count());
            assert_eq!(a.is_subset(&b), a.difference(&b).is_empty());
            assert_eq!(a.first(), probes().find(|&c| a.contains(c)));
            for (index, c) in probes().filter(|&c| a.contains(c)).enumerate() {
                assert_eq!(a.nth(index as u32), Some(c));
            }
            assert_eq!(a.nth(a.len()), None);
        }
    }

    #[test]
    fn minterms_partition_the_alphabet() {
        let mut random = Random::new(12);
        for _ in 0..1000 {
            let sets: Vec<CharSet> = (0..random.below(5)).map(|_| random_set(&mut random)).collect();
            let cells = minterms(&sets);
            assert_eq!(cells.iter().map(|cell| cell.0.len()).sum::<u32>(), MAX_CHAR + 1);
            for c in probes() {
                let inside: Vec<u32> =
                    (0..sets.len() as u32).filter(|&i| sets[i as usize].contains(c)).collect();
                let homes: Vec<_> = cells.iter().filter(|cell| cell.0.contains(c)).collect();
                assert_eq!(homes.len(), 1);
                assert_eq!(homes[0].1, inside);
            }
        }
    }

    #[test]
    fn what_lies_outside_the_alphabet_is_cut_off() {
        assert!(CharSet::range(MAX_CHAR + 1, u32::MAX).is_empty());
        assert!(CharSet::range(0, u32::MAX).is_full());
        assert!(CharSet::range(5, 4).is_empty());
        assert_eq!(CharSet::from_chars([7, 5, 6]), CharSet::range(5, 7));
    }

    #[test]
    fn representatives_are_readable() {
        assert_eq!(CharSet::full().representative(), Some(u32::from('a')));
        assert_eq!(CharSet::range(0, 0x40).representative(), Some(u32::from('0')));
        assert_eq!(CharSet::range(3, 5).representative(), Some(3));
        assert_eq!(CharSet::empty().representative(), None);
    }
}
