//! Sets of counts, as few intervals as there can be.

/// All numbers from the first to the second.
pub(super) type Interval = (u64, u64);

/// A set of numbers.
///
/// Invariant: the intervals are sorted, not empty, and between two of them something is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(Vec<Interval>);

impl Counts {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many intervals there are.
    pub(super) fn pieces(&self) -> usize {
        self.0.len()
    }

    pub(super) fn min(&self) -> Option<u64> {
        self.0.first().map(|interval| interval.0)
    }

    /// The interval, when there is just one.
    pub(super) fn single(&self) -> Option<Interval> {
        match self.0[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Only the least member stays.
    pub(super) fn keep_least(&mut self) {
        self.0.truncate(1);
        if let Some(first) = self.0.first_mut() {
            first.1 = first.0;
        }
    }

    pub(super) fn insert(&mut self, interval: Interval, spare: &mut Counts) {
        self.unite(std::iter::once(interval), spare);
    }

    /// Adds all members of another set.
    pub(super) fn add(&mut self, other: &Counts, spare: &mut Counts) {
        self.unite(other.0.iter().copied(), spare);
    }

    /// Adds all members of another set less one each; of zero nothing is left.
    pub(super) fn add_less_one(&mut self, other: &Counts, spare: &mut Counts) {
        let less = |&(low, high): &Interval| Some((low.saturating_sub(1), high.checked_sub(1)?));
        self.unite(other.0.iter().filter_map(less), spare);
    }

    /// Adds sorted intervals.
    fn unite(&mut self, others: impl Iterator<Item = Interval>, spare: &mut Counts) {
        if self.0.is_empty() {
            others.for_each(|interval| self.append(interval));
            return;
        }
        spare.clear();
        let mut own = self.0.iter().copied().peekable();
        for other in others {
            while let Some(before) = own.next_if(|interval| interval.0 <= other.0) {
                spare.append(before);
            }
            spare.append(other);
        }
        own.for_each(|interval| spare.append(interval));
        std::mem::swap(self, spare);
    }

    /// Adds an interval that begins nowhere before the last one.
    fn append(&mut self, (low, high): Interval) {
        match self.0.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => self.0.push((low, high)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tress_base::Random;

    /// All operations agree with the same ones on plain sets.
    #[test]
    fn counts_agree_with_sets() {
        let mut random = Random::new(12);
        let mut spare = Counts::default();
        for _ in 0..2000 {
            let (mut counts, mut set) = (Counts::default(), BTreeSet::new());
            let (mut other, mut others) = (Counts::default(), BTreeSet::new());
            for _ in 0..random.below(12) {
                let low = random.below(20) as u64;
                let high = low + random.below(3) as u64;
                if random.chance(1, 2) {
                    counts.insert((low, high), &mut spare);
                    set.extend(low..=high);
                } else {
                    other.insert((low, high), &mut spare);
                    others.extend(low..=high);
                }
            }
            if random.chance(1, 2) {
                counts.add(&other, &mut spare);
                set.extend(&others);
            } else {
                counts.add_less_one(&other, &mut spare);
                set.extend(others.iter().filter_map(|count| count.checked_sub(1)));
            }
            let listed: Vec<u64> = counts.0.iter().flat_map(|&(low, high)| low..=high).collect();
            assert_eq!(listed, set.iter().copied().collect::<Vec<_>>());
            let gaps = set.iter().filter(|count| !set.contains(&(**count + 1))).count();
            assert_eq!(counts.pieces(), gaps);
            assert_eq!((counts.min(), counts.is_empty()), (set.first().copied(), set.is_empty()));
            let ends = set.first().copied().zip(set.last().copied());
            assert_eq!(counts.single(), ends.filter(|_| gaps == 1));
        }
    }
}
